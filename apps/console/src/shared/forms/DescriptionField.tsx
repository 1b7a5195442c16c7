import { Field, Textarea } from '@fluentui/react-components';

export type DescriptionFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
};

/** Words about a resource, over two lines. */
export const DescriptionField = ({ label, value, maxLength = 500, onChange }: DescriptionFieldProps) => (
  <Field label={label} size="small">
    <Textarea
      size="small"
      rows={2}
      maxLength={maxLength}
      value={value}
      onChange={(_event, next) => onChange(next.value)}
    />
  </Field>
);
