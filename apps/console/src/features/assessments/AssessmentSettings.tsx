import { Checkbox, Input, Textarea } from '@fluentui/react-components';
import { updateAssessment, type AssessmentDetail } from '@redoubt/contracts';
import { allows, acceptsBrowserEvents } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Link, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useEnvironment } from '../../app/console-context.tsx';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { hrefOf } from '../../routes/address.ts';
import { Address } from './Address.tsx';
import { definitionOf, useAssessmentMutations } from '../../shared/assessments/use-assessment-mutations.ts';
import { useWireForm } from '../../shared/forms/use-wire-form.ts';
import { WireField } from '../../shared/forms/WireField.tsx';
import styles from './assessments.module.css';
import { FieldEditor } from './fields/FieldEditor.tsx';
import { fieldRows } from './fields/field-rows.ts';
import { KeySetField } from './fields/KeySetField.tsx';
import { SubjectIds } from './SubjectIds.tsx';

const { sampleResponse, ...shape } = updateAssessment.body.pick({
  friendlyName: true,
  features: true,
  dataSubjectIds: true,
  keySetCall: true,
  sampleResponse: true,
}).shape;

const TYPED = { shouldDirty: true } as const;

/** What is typed, and whether it is shared; the sample of an answer as JSON, empty for none. */
const settings = z.object({ ...shape, fields: fieldRows, isShared: z.boolean(), answer: z.string() });

/** Name, switches, sharing, ids of people and fields of one's own. */
export const AssessmentSettings = ({ detail }: { readonly detail: AssessmentDetail }): ReactNode => {
  const text = useText('assessments');
  const provided = useProvidedNames();
  const common = useText('common');
  const notify = useNotify();
  const { capabilities } = useEnvironment();
  const { update } = useAssessmentMutations();
  const isLegacy = detail.template === 'Legacy';
  const answersBrowsers = acceptsBrowserEvents({ template: detail.template, definition: { ...detail, fields: [] } });
  const readOnly = !detail.canWrite;
  const form = useWireForm({
    body: settings.transform(({ isShared, answer, ...body }, context) => {
      const sharing = isShared ? ('Shared' as const) : ('Private' as const);
      if (!isShared) return { ...body, sharing, sampleResponse: detail.sampleResponse };
      try {
        return {
          ...body,
          sharing,
          sampleResponse: answer.trim() === '' ? null : sampleResponse.parse(JSON.parse(answer)),
        };
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        context.addIssue({ code: 'custom', path: ['answer'], message: text('source.notJson', { reason }) });
        return z.NEVER;
      }
    }),
    values: {
      friendlyName: provided.shown(detail.friendlyName),
      fields: detail.fields,
      features: detail.features,
      dataSubjectIds: detail.dataSubjectIds,
      keySetCall: detail.keySetCall,
      isShared: detail.sharing === 'Shared',
      answer: detail.sampleResponse === null ? '' : JSON.stringify(detail.sampleResponse, null, 2),
    },
    texts: { friendlyName: text('nameNeeded') },
    blocked: update.isPending ? common('saving') : undefined,
    error: update.error,
    onSubmit: ({ friendlyName, ...body }) =>
      update.mutate(
        {
          assessment: detail.kind,
          ...definitionOf(detail),
          ...body,
          friendlyName: provided.stored(friendlyName, detail.friendlyName),
        },
        { onSuccess: () => notify({ severity: 'Success', title: text('saved') }) },
      ),
  });
  const { features, isShared, fields, dataSubjectIds, keySetCall = null } = form.watch();
  return (
    <Section title={text('settings')}>
      <form className="stack-3 prose" {...form.formProps}>
        <div className="soft">
          {text('posted')} <Address path={detail.path} />
          {allows(capabilities, 'integration:read') ? (
            <>
              {' · '}
              <Link href={hrefOf('/integration/api/:id', { id: detail.kind })}>{text('guide')}</Link>
            </>
          ) : null}
        </div>
        <WireField form={form} name="friendlyName" label={text('name')}>
          <Input size="small" maxLength={120} readOnly={readOnly} {...form.register('friendlyName')} />
        </WireField>
        <div className={styles.choices}>
          {(['caseManagement', 'search', 'reporting'] as const).map((each) => (
            <Checkbox
              key={each}
              label={text(`feature.${each}`)}
              disabled={readOnly || isLegacy || detail.template === 'DeviceFingerprinting'}
              checked={features[each]}
              onChange={(_event, { checked }) => form.setValue(`features.${each}`, checked === true, TYPED)}
            />
          ))}
          <Checkbox
            label={text('shared')}
            disabled={readOnly}
            checked={isShared}
            onChange={(_event, { checked }) => form.setValue('isShared', checked === true, TYPED)}
          />
        </div>
        {isShared ? (
          <WireField form={form} name="answer" label={text('sampleResponse')} hint={text('sampleResponseNote')}>
            <Textarea
              size="small"
              rows={6}
              readOnly={readOnly}
              textarea={{ spellCheck: false, className: styles.mono ?? '' }}
              {...form.register('answer')}
            />
          </WireField>
        ) : null}
        {answersBrowsers ? (
          <KeySetField
            value={keySetCall}
            readOnly={readOnly}
            onChange={(name) => form.setValue('keySetCall', name, TYPED)}
          />
        ) : null}
        {isLegacy ? null : (
          <SubjectIds
            attributes={detail.schema}
            value={dataSubjectIds}
            frozen={detail.dataSubjectIds}
            readOnly={readOnly}
            onChange={(paths) => form.setValue('dataSubjectIds', [...paths], TYPED)}
          />
        )}
        {readOnly ? null : (
          <>
            <h3 className="fs-13">{text('fields')}</h3>
            <FieldEditor
              ofEvents
              fields={fields}
              frozen={detail.fields.length}
              problemAt={form.problemAt}
              onChange={(next) => form.setValue('fields', [...next], TYPED)}
            />
            {update.error ? <ErrorState compact error={update.error} /> : null}
            <div className={styles.row}>
              <CommandButton
                primary
                type="submit"
                command={{ id: 'save', text: common('action.save'), disabledReason: form.disabledReason }}
              />
            </div>
          </>
        )}
      </form>
    </Section>
  );
};
