import { useText } from '@redoubt/i18n';
import { JsonEditor, type JsonEditorProps } from './JsonEditor.tsx';

export type PayloadEditorProps = Pick<JsonEditorProps, 'readOnly' | 'onBroken'> & {
  readonly sample: unknown;
  readonly onChange: (sample: unknown) => void;
};

/** The whole payload as JSON. What is typed becomes the sample as soon as it is an object. */
export const PayloadEditor = ({ sample, ...rest }: PayloadEditorProps) => {
  const text = useText('rules');
  return (
    <JsonEditor value={sample} label={text('sample.payloadLabel')} notObject={text('sample.jsonNotObject')} {...rest} />
  );
};
