import { Checkbox, Field, Input, Textarea } from '@fluentui/react-components';
import type { AssessmentDetail } from '@redoubt/contracts';
import { allows, acceptsBrowserEvents } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Link, Section } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { hrefOf } from '../../routes/address.ts';
import { Address } from './Address.tsx';
import { definitionOf, useAssessmentMutations } from '../../shared/assessments/assessments.queries.ts';
import styles from './assessments.module.css';
import { FieldEditor } from './FieldEditor.tsx';
import { KeySetField } from './KeySetField.tsx';
import { SubjectIds } from './SubjectIds.tsx';

type ReadAnswer = { readonly value: AssessmentDetail['sampleResponse'] } | { readonly reason: string };

const readAnswer = (typed: string): ReadAnswer => {
  if (typed.trim() === '') return { value: null };
  try {
    return { value: JSON.parse(typed) as AssessmentDetail['sampleResponse'] };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
};

/** Name, switches, sharing, ids of people and fields of one's own. */
export const AssessmentSettings = ({ detail }: { readonly detail: AssessmentDetail }): ReactNode => {
  const text = useText('assessments');
  const provided = useProvidedNames();
  const common = useText('common');
  const notify = useNotify();
  const { capabilities } = useEnvironment();
  const { update } = useAssessmentMutations();
  const [friendlyName, setFriendlyName] = useState(() => provided.shown(detail.friendlyName));
  const [fields, setFields] = useState(detail.fields);
  const [features, setFeatures] = useState(detail.features);
  const [isShared, setShared] = useState(detail.sharing === 'Shared');
  const [keySetCall, setKeySetCall] = useState(detail.keySetCall);
  const [subjects, setSubjects] = useState<readonly string[]>(detail.dataSubjectIds);
  const [answer, setAnswer] = useState(() =>
    detail.sampleResponse === null ? '' : JSON.stringify(detail.sampleResponse, null, 2),
  );
  const isLegacy = detail.template === 'Legacy';
  const answersBrowsers = acceptsBrowserEvents({ template: detail.template, definition: { ...detail, fields: [] } });
  const readOnly = !detail.canWrite;
  const read: ReadAnswer = isShared ? readAnswer(answer) : { value: detail.sampleResponse };
  const reason = 'reason' in read ? text('source.notJson', { reason: read.reason }) : undefined;
  const save = (): void => {
    if ('reason' in read) return;
    update.mutate(
      {
        assessment: detail.kind,
        ...definitionOf(detail),
        friendlyName: provided.stored(friendlyName.trim(), detail.friendlyName),
        fields: fields.filter(({ path }) => path !== ''),
        features,
        dataSubjectIds: [...subjects],
        sharing: isShared ? 'Shared' : 'Private',
        sampleResponse: read.value,
        keySetCall,
      },
      { onSuccess: () => notify({ severity: 'Success', title: text('saved') }) },
    );
  };
  return (
    <Section title={text('settings')}>
      <form
        className="stack-3 prose"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="soft">
          {text('posted')} <Address path={detail.path} />
          {allows(capabilities, 'integration:read') ? (
            <>
              {' · '}
              <Link href={hrefOf('/integration/api/:id', { id: detail.kind })}>{text('guide')}</Link>
            </>
          ) : null}
        </div>
        <Field label={text('name')} size="small">
          <Input
            size="small"
            value={friendlyName}
            maxLength={120}
            readOnly={readOnly}
            onChange={(_event, { value }) => setFriendlyName(value)}
          />
        </Field>
        <div className={styles.choices}>
          {(['caseManagement', 'search', 'reporting'] as const).map((each) => (
            <Checkbox
              key={each}
              label={text(`feature.${each}`)}
              disabled={readOnly || isLegacy || detail.template === 'DeviceFingerprinting'}
              checked={features[each]}
              onChange={(_event, { checked }) => setFeatures({ ...features, [each]: checked === true })}
            />
          ))}
          <Checkbox
            label={text('shared')}
            disabled={readOnly}
            checked={isShared}
            onChange={(_event, { checked }) => setShared(checked === true)}
          />
        </div>
        {isShared ? (
          <Field
            label={text('sampleResponse')}
            hint={text('sampleResponseNote')}
            size="small"
            {...(reason === undefined ? {} : { validationMessage: reason })}
          >
            <Textarea
              size="small"
              rows={6}
              value={answer}
              readOnly={readOnly}
              textarea={{ spellCheck: false, className: styles.mono ?? '' }}
              onChange={(_event, { value }) => setAnswer(value)}
            />
          </Field>
        ) : null}
        {answersBrowsers ? <KeySetField value={keySetCall} readOnly={readOnly} onChange={setKeySetCall} /> : null}
        {isLegacy ? null : (
          <SubjectIds
            attributes={detail.schema}
            value={subjects}
            frozen={detail.dataSubjectIds}
            readOnly={readOnly}
            onChange={setSubjects}
          />
        )}
        {readOnly ? null : (
          <>
            <h3 className="fs-13">{text('fields')}</h3>
            <FieldEditor fields={fields} frozen={detail.fields.length} onChange={(next) => setFields([...next])} />
            {update.error ? <ErrorState compact error={update.error} /> : null}
            <div className={styles.row}>
              <CommandButton
                primary
                type="submit"
                command={{ id: 'save', text: common('action.save'), disabledReason: reason }}
              />
            </div>
          </>
        )}
      </form>
    </Section>
  );
};
