import { Field, Input, Select } from '@fluentui/react-components';
import { FUNCTION_TYPES, MAX_FUNCTION_NAME, type FunctionType } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { FIRST_FALLBACK, type FormParameter } from '../function-form.ts';
import styles from './functions.module.css';

export type DeclarationFieldsProps = {
  readonly value: FormParameter;
  readonly readOnly: boolean;
  readonly onChange: (change: Partial<FormParameter>) => void;
};

/** As rule texts write them. */
const BOOLEANS = ['false', 'true'] as const;

/** Name, type and default of an input or an output. */
export const DeclarationFields = ({ value, readOnly, onChange }: DeclarationFieldsProps) => {
  const text = useText('functions');
  const { name, type, fallback } = value;
  return (
    <div className={styles.declaration}>
      <Field label={text('field.name')} size="small">
        <Input
          size="small"
          value={name}
          readOnly={readOnly}
          maxLength={MAX_FUNCTION_NAME}
          onChange={(_event, data) => onChange({ name: data.value })}
        />
      </Field>
      <Field label={text('field.type')} size="small">
        <Select
          size="small"
          value={type}
          disabled={readOnly}
          onChange={(_event, data) => {
            const chosen = data.value as FunctionType;
            onChange({ type: chosen, fallback: FIRST_FALLBACK[chosen] });
          }}
        >
          {FUNCTION_TYPES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </Field>
      <Field label={text('field.fallback')} size="small">
        {type === 'Boolean' ? (
          <Select
            size="small"
            value={fallback}
            disabled={readOnly}
            onChange={(_event, data) => onChange({ fallback: data.value })}
          >
            {BOOLEANS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        ) : (
          <Input
            size="small"
            value={fallback}
            readOnly={readOnly}
            onChange={(_event, data) => onChange({ fallback: data.value })}
          />
        )}
      </Field>
    </div>
  );
};
