import { Input } from '@fluentui/react-components';
import { updateObservation, type AssessmentDetail, type CustomFieldInput } from '@redoubt/contracts';
import { schemaAttributes, type CustomField, type ObjectSchema } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { WireField } from '../../shared/forms/WireField.tsx';
import styles from './assessments.module.css';
import { FieldEditor } from './fields/FieldEditor.tsx';
import { fieldRows } from './fields/field-rows.ts';
import { ReportFields, soundChoice, type RelatedPart } from './fields/ReportFields.tsx';
import { SchemaTable, type SeenFields } from './SchemaTable.tsx';

export type RelatedText = {
  readonly friendlyName: string;
  readonly fields: CustomFieldInput[];
  /** Fields of the report of observations. Null: the first ones. */
  readonly reportFields: string[] | null;
};

export type RelatedFormProps = {
  readonly part: RelatedPart;
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

const related = updateObservation.body.pick({ friendlyName: true, reportFields: true }).extend({ fields: fieldRows });

const named = (fields: readonly CustomFieldInput[]): AssessmentDetail['fields'] =>
  fields.filter(({ path }) => path !== '');

/** Name and fields of an observation or label. Standard fields, and names and types of those that are there, stay. */
export const RelatedForm = (props: RelatedFormProps) => {
  const { part, initial, schemaOf, canWrite, onSave } = props;
  const text = useText('assessments');
  const provided = useProvidedNames();
  const form = useWireForm({
    body: related,
    values: {
      friendlyName: provided.shown(initial.friendlyName),
      fields: [...initial.fields],
      reportFields: initial.reportFields && [...initial.reportFields],
    },
    texts: { friendlyName: text('nameNeeded') },
    blocked: props.blocked,
    error: props.error,
    onSubmit: ({ friendlyName, fields, reportFields = null }) => {
      if (!canWrite) return;
      onSave({
        friendlyName: provided.stored(friendlyName, initial.friendlyName),
        fields,
        reportFields: soundChoice(part, fields, reportFields),
      });
    },
  });
  const [fields, reportFields = null] = form.watch(['fields', 'reportFields']);
  const attributes = useMemo(
    () => schemaAttributes(schemaOf(named(fields) as readonly CustomField[])),
    [schemaOf, fields],
  );
  return (
    <form className="stack gap-6 min-w-0" {...form.formProps}>
      {canWrite ? props.before : null}
      {canWrite ? (
        <Section title={text('naming')}>
          <div className={styles.row}>
            <WireField form={form} name="friendlyName" label={text('name')}>
              <Input size="small" maxLength={120} {...form.register('friendlyName')} />
            </WireField>
            {props.beside}
          </div>
        </Section>
      ) : null}
      {canWrite ? (
        <Section title={text('fields')} meta={text('fieldsNote')}>
          <FieldEditor
            fields={fields}
            frozen={initial.fields.length}
            problemAt={form.problemAt}
            onChange={(next) => form.setValue('fields', [...next], { shouldDirty: true })}
          />
        </Section>
      ) : null}
      {canWrite ? (
        <ReportFields
          part={part}
          fields={fields}
          value={reportFields}
          onChange={(next) => form.setValue('reportFields', next, { shouldDirty: true })}
        />
      ) : null}
      {props.error ? <ErrorState compact error={props.error} /> : null}
      {canWrite ? (
        <div className={styles.row}>
          <CommandButton
            primary
            type="submit"
            command={{ id: 'save', text: props.saveText, disabledReason: form.disabledReason }}
          />
        </div>
      ) : null}
      <Section title={text('schema')} meta={props.seen ? text('seenMeta', { count: props.seen.events }) : undefined}>
        <SchemaTable label={text('schema')} attributes={attributes} own={named(fields)} seen={props.seen} />
      </Section>
    </form>
  );
};
