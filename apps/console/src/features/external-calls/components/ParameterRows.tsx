import { Button, Field, Input } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { MAX_CALL_NAME, MAX_CALL_PARAMETERS } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CheckedField } from '@redoubt/ui';
import type { CallForm } from '../call-form.ts';
import styles from '../../../shared/external-calls/external-calls.module.css';

/** What rules pass, in their order, each with a sample. Names stay while a rule uses the call. */
export const ParameterRows = ({
  parameters,
  frozen,
  readOnly,
  problemAt,
  onChange,
}: {
  readonly parameters: CallForm['parameters'];
  readonly frozen: boolean;
  readonly readOnly: boolean;
  readonly problemAt: (path: string) => string | undefined;
  readonly onChange: (parameters: CallForm['parameters']) => void;
}) => {
  const text = useText('externalCalls');
  const update = (index: number, part: Partial<CallForm['parameters'][number]>): void =>
    onChange(parameters.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <>
      {parameters.map(({ name, sample }, index) => (
        // Parameters have no id: their place is what callers know them by.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.row}>
          <CheckedField label={text('field.name')} problem={problemAt(`parameters[${index}].name`)}>
            <Input
              size="small"
              value={name}
              maxLength={MAX_CALL_NAME}
              readOnly={readOnly || frozen}
              onChange={(_event, data) => update(index, { name: data.value })}
            />
          </CheckedField>
          <Field label={text('field.sample')} size="small" className={styles.grow}>
            <Input
              size="small"
              value={sample}
              readOnly={readOnly}
              onChange={(_event, data) => update(index, { sample: data.value })}
            />
          </Field>
          {readOnly || frozen ? null : (
            <Button
              size="small"
              appearance="subtle"
              icon={<DeleteRegular />}
              aria-label={text('removeNamed', { name: name === '' ? String(index + 1) : name })}
              onClick={() => onChange(parameters.filter((_each, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {readOnly || frozen || parameters.length >= MAX_CALL_PARAMETERS ? null : (
        <div>
          <Button
            size="small"
            icon={<AddRegular />}
            onClick={() => onChange([...parameters, { name: '', sample: '' }])}
          >
            {text('add.parameter')}
          </Button>
        </div>
      )}
    </>
  );
};
