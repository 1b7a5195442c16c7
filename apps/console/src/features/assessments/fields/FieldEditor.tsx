import { Button, Checkbox, Field, Input, Select } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import type { CustomFieldInput } from '@redoubt/contracts';
import { FIELD_TYPES, isLinkableType, MAX_LINKABLE_FIELDS, type FieldType } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { WireField } from '../../../shared/forms/WireField.tsx';
import styles from '../assessments.module.css';
import { newField } from './field-rows.ts';
import { useTypeText } from './use-type-text.ts';

export type FieldEditorProps = {
  readonly fields: readonly CustomFieldInput[];
  /** As many of them are there already: their names and types stay. */
  readonly frozen?: number;
  /** Whether the fields are those of events, which can be searched by and linked. */
  readonly ofEvents?: boolean;
  /** What is wrong with a value, by its path in the form. */
  readonly problemAt?: (path: `fields.${number}.path` | `fields.${number}.friendlyName`) => string | undefined;
  readonly onChange: (fields: readonly CustomFieldInput[]) => void;
};

/** Whether events are found and linked by a field: links need the search, and only texts link. */
const LinkChoice = (props: {
  readonly field: CustomFieldInput;
  readonly onChange: (change: Partial<CustomFieldInput>) => void;
}) => {
  const { field, onChange } = props;
  const text = useText('assessments');
  const canLink = isLinkableType(field.type);
  return (
    <>
      <Checkbox
        className={styles.beside ?? ''}
        label={text('field.searchable')}
        checked={field.searchable}
        onChange={(_event, { checked }) =>
          onChange(checked === true ? { searchable: true } : { searchable: false, linkable: false })
        }
      />
      <Checkbox
        className={styles.beside ?? ''}
        label={text('field.linkable')}
        title={canLink ? undefined : text('field.linkableTypes')}
        disabled={!canLink}
        checked={canLink && field.linkable === true}
        onChange={(_event, { checked }) =>
          onChange(checked === true ? { linkable: true, searchable: true } : { linkable: false })
        }
      />
    </>
  );
};

/** Fields of the customer's own, one line each. */
export const FieldEditor = ({
  fields,
  frozen = 0,
  ofEvents = false,
  problemAt = () => undefined,
  onChange,
}: FieldEditorProps) => {
  const text = useText('assessments');
  const typeText = useTypeText();
  const form = { problemAt };
  const put = (index: number, change: Partial<CustomFieldInput>): void =>
    onChange(fields.map((field, at) => (at === index ? { ...field, ...change } : field)));
  return (
    <div className="stack-3 prose">
      {fields.map((field, index) => (
        <div key={index} className={styles.row}>
          <WireField form={form} name={`fields.${index}.path`} label={text('field.name')}>
            <Input
              size="small"
              value={field.path}
              readOnly={index < frozen}
              onChange={(_event, { value }) => put(index, { path: value })}
            />
          </WireField>
          <Field label={text('field.type')} size="small">
            <Select
              size="small"
              value={field.type}
              disabled={index < frozen}
              onChange={(_event, { value }) =>
                put(index, {
                  type: value as FieldType,
                  sample: null,
                  ...(isLinkableType(value as FieldType) ? {} : { linkable: false }),
                })
              }
            >
              {FIELD_TYPES.map((type) => (
                <option key={type} value={type}>
                  {typeText(type)}
                </option>
              ))}
            </Select>
          </Field>
          <WireField form={form} name={`fields.${index}.friendlyName`} label={text('field.friendlyName')}>
            <Input
              size="small"
              maxLength={120}
              value={field.friendlyName}
              onChange={(_event, { value }) => put(index, { friendlyName: value })}
            />
          </WireField>
          <Checkbox
            className={styles.beside ?? ''}
            label={text('field.required')}
            checked={field.required}
            onChange={(_event, { checked }) => put(index, { required: checked === true })}
          />
          {ofEvents ? <LinkChoice field={field} onChange={(change) => put(index, change)} /> : null}
          {index < frozen ? null : (
            <Button
              className={styles.beside ?? ''}
              size="small"
              appearance="subtle"
              icon={<DeleteRegular />}
              aria-label={text('field.remove', { name: field.path })}
              onClick={() => onChange(fields.filter((_field, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {ofEvents && fields.length > 0 ? (
        <p className="soft">{text('field.linkableNote', { most: MAX_LINKABLE_FIELDS })}</p>
      ) : null}
      <div>
        <Button size="small" icon={<AddRegular />} onClick={() => onChange([...fields, newField()])}>
          {text('field.add')}
        </Button>
      </div>
    </div>
  );
};
