import { Field, Input } from '@fluentui/react-components';
import type { AssessmentDetail, CustomFieldInput } from '@redoubt/contracts';
import { schemaAttributes, type CustomField, type ObjectSchema } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section } from '@redoubt/ui';
import { useMemo, useState, type ReactNode } from 'react';
import styles from './assessments.module.css';
import { FieldEditor } from './FieldEditor.tsx';
import { SchemaTable, type SeenFields } from './SchemaTable.tsx';

export type RelatedText = { readonly friendlyName: string; readonly fields: readonly CustomFieldInput[] };

export type RelatedFormProps = {
  readonly initial: RelatedText;
  /** The schema of its body with these fields of the customer's own. */
  readonly schemaOf: (fields: readonly CustomField[]) => ObjectSchema;
  readonly canWrite: boolean;
  readonly saveText: string;
  readonly error: unknown;
  /** What keeps it from being saved besides an empty name. */
  readonly blocked?: string | undefined;
  /** Null while it is not known yet. */
  readonly seen?: SeenFields | null | undefined;
  /** Choices that come before the name, such as a template. */
  readonly before?: ReactNode;
  /** Inputs beside the name, such as an API name. */
  readonly beside?: ReactNode;
  readonly onSave: (text: RelatedText) => void;
};

const named = (fields: readonly CustomFieldInput[]): AssessmentDetail['fields'] =>
  fields.filter(({ path }) => path !== '');

/** Name and fields of an observation or label. Standard fields, and names and types of those that are there, stay. */
export const RelatedForm = (props: RelatedFormProps) => {
  const { initial, schemaOf, canWrite, onSave } = props;
  const text = useText('assessments');
  const provided = useProvidedNames();
  const [friendlyName, setFriendlyName] = useState(() => provided.shown(initial.friendlyName));
  const [fields, setFields] = useState(initial.fields);
  const attributes = useMemo(
    () => schemaAttributes(schemaOf(named(fields) as readonly CustomField[])),
    [schemaOf, fields],
  );
  const disabledReason = friendlyName.trim() === '' ? text('nameNeeded') : props.blocked;
  return (
    <form
      className="stack gap-6 min-w-0"
      onSubmit={(event) => {
        event.preventDefault();
        if (canWrite && disabledReason === undefined)
          onSave({ friendlyName: provided.stored(friendlyName.trim(), initial.friendlyName), fields: named(fields) });
      }}
    >
      {canWrite ? props.before : null}
      {canWrite ? (
        <Section title={text('naming')}>
          <div className={styles.row}>
            <Field label={text('name')} size="small">
              <Input
                size="small"
                maxLength={120}
                value={friendlyName}
                onChange={(_event, { value }) => setFriendlyName(value)}
              />
            </Field>
            {props.beside}
          </div>
        </Section>
      ) : null}
      {canWrite ? (
        <Section title={text('fields')} meta={text('fieldsNote')}>
          <FieldEditor fields={fields} frozen={initial.fields.length} onChange={setFields} />
        </Section>
      ) : null}
      {props.error ? <ErrorState compact error={props.error} /> : null}
      {canWrite ? (
        <div className={styles.row}>
          <CommandButton primary type="submit" command={{ id: 'save', text: props.saveText, disabledReason }} />
        </div>
      ) : null}
      <Section title={text('schema')} meta={props.seen ? text('seenMeta', { count: props.seen.events }) : undefined}>
        <SchemaTable label={text('schema')} attributes={attributes} own={named(fields)} seen={props.seen} />
      </Section>
    </form>
  );
};
