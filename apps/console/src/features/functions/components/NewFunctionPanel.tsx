import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { newOutput, textOf } from '../function-form.ts';
import { useFunctionMutations } from '../functions.queries.ts';
import { functionNameBody, FunctionNameFields } from './FunctionNameFields.tsx';

/** Asks what a new function is called; it begins with one output. */
export const NewFunctionPanel = ({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}) => {
  const text = useText('functions');
  const common = useText('common');
  const { create } = useFunctionMutations();
  const form = useWireForm({
    body: functionNameBody(text),
    values: { name: '', description: '' },
    texts: { name: text('nameRule') },
    blocked: create.isPending ? common('saving') : undefined,
    error: create.error,
    fieldOf: { 'FUNCTION-NAME-TAKEN': 'name', 'FUNCTION-NAME-INVALID': 'name' },
    onSubmit: (named) => {
      const first = { parameters: [], outputs: [newOutput(crypto.randomUUID(), [])], samplePayload: PURCHASE_SAMPLE };
      create.mutate({ ...named, text: textOf(first) }, { onSuccess: ({ id }) => onDone(id) });
    },
  });
  return (
    <FormPanel
      title={text('new')}
      form={form}
      action={text('create')}
      error={create.error}
      className="stack-3"
      onClose={onClose}
    >
      <FunctionNameFields form={form} />
    </FormPanel>
  );
};
