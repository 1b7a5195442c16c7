import { Checkbox, Field, Input } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import type { AssessmentDetail } from '@redoubt/contracts';
import { allows, takesBrowsers } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, IdText, Link, Section } from '@redoubt/ui';
import { useState } from 'react';
import { useEnvironment } from '../../app/console-context.tsx';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { AssessmentFrame } from './AssessmentFrame.tsx';
import { definitionOf, useAssessmentMutations } from './assessments.queries.ts';
import styles from './assessments.module.css';
import { FieldEditor } from './FieldEditor.tsx';
import { KeySetField } from './KeySetField.tsx';

type Part = { readonly detail: AssessmentDetail };

/** Where an event or observation is posted; copied by a click. */
const Address = ({ path }: { readonly path: string }) => <IdText id={path} length={80} name={path} />;

const Settings = ({ detail }: Part) => {
  const text = useText('assessments');
  const common = useText('common');
  const notify = useNotify();
  const { capabilities } = useEnvironment();
  const { update } = useAssessmentMutations();
  const [friendlyName, setFriendlyName] = useState(detail.friendlyName);
  const [fields, setFields] = useState(detail.fields);
  const [features, setFeatures] = useState(detail.features);
  const [isShared, setShared] = useState(detail.sharing === 'Shared');
  const [keySetCall, setKeySetCall] = useState(detail.keySetCall);
  const answersBrowsers = takesBrowsers({ template: detail.template, definition: { ...detail, fields: [] } });
  const save = (): void =>
    update.mutate(
      {
        assessment: detail.kind,
        ...definitionOf(detail),
        friendlyName: friendlyName.trim(),
        fields: fields.filter(({ path }) => path !== ''),
        features,
        sharing: isShared ? 'Shared' : 'Private',
        keySetCall,
      },
      { onSuccess: () => notify({ severity: 'Success', title: text('saved') }) },
    );
  return (
    <Section title={text('settings')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className={styles.soft}>
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
            readOnly={!detail.canWrite}
            onChange={(_event, { value }) => setFriendlyName(value)}
          />
        </Field>
        <div className={styles.choices}>
          {(['caseManagement', 'search', 'reporting'] as const).map((each) => (
            <Checkbox
              key={each}
              label={text(`feature.${each}`)}
              disabled={!detail.canWrite || detail.template === 'DeviceFingerprinting' || detail.template === 'Legacy'}
              checked={features[each]}
              onChange={(_event, { checked }) => setFeatures({ ...features, [each]: checked === true })}
            />
          ))}
          <Checkbox
            label={text('shared')}
            disabled={!detail.canWrite}
            checked={isShared}
            onChange={(_event, { checked }) => setShared(checked === true)}
          />
        </div>
        {answersBrowsers ? (
          <KeySetField value={keySetCall} readOnly={!detail.canWrite} onChange={setKeySetCall} />
        ) : null}
        {detail.canWrite ? (
          <>
            <h3 className={styles.part}>{text('fields')}</h3>
            <FieldEditor fields={fields} frozen={detail.fields.length} onChange={(next) => setFields([...next])} />
            {update.error ? <ErrorState compact error={update.error} /> : null}
            <div className={styles.row}>
              <CommandButton primary type="submit" command={{ id: 'save', text: common('action.save') }} />
            </div>
          </>
        ) : null}
      </form>
    </Section>
  );
};

const Observations = ({ detail }: Part) => {
  const text = useText('assessments');
  const assessmentId = detail.kind;
  const canAdd = detail.canWrite && detail.template !== 'Legacy';
  return (
    <Section
      title={text('later')}
      meta={text('laterNote')}
      end={
        canAdd ? (
          <div className={styles.actions}>
            <CommandButton
              command={{
                id: 'new-observation',
                text: text('newObservation'),
                icon: AddRegular,
                href: hrefOf('/fraud/assessments/:assessmentId/observations/create', { assessmentId }),
              }}
            />
            {detail.label === null ? (
              <CommandButton
                command={{
                  id: 'new-label',
                  text: text('addLabel'),
                  icon: AddRegular,
                  href: hrefOf('/fraud/assessments/:assessmentId/observations/create/label', { assessmentId }),
                }}
              />
            ) : null}
          </div>
        ) : null
      }
    >
      <table className={styles.table} aria-label={text('later')}>
        <tbody>
          {detail.observations.map(({ number, friendlyName, template: of, path }) => (
            <tr key={number}>
              <td>
                <Address path={path} />
              </td>
              <td>
                <Link
                  href={hrefOf('/fraud/assessments/:assessmentId/observations/:observationId', {
                    assessmentId,
                    observationId: String(number),
                  })}
                >
                  {friendlyName}
                </Link>
              </td>
              <td>{text(`related.${of}`)}</td>
            </tr>
          ))}
          {detail.label === null ? null : (
            <tr>
              <td>
                <Address path={detail.label.path} />
              </td>
              <td>
                <Link href={hrefOf('/fraud/assessments/:assessmentId/observations/label', { assessmentId })}>
                  {detail.label.friendlyName}
                </Link>
              </td>
              <td>{text('related.Label')}</td>
            </tr>
          )}
        </tbody>
      </table>
    </Section>
  );
};

const Removal = ({ detail, onClose }: Part & { readonly onClose: () => void }) => {
  const text = useText('assessments');
  const go = useGo();
  const { remove } = useAssessmentMutations();
  const [typed, setTyped] = useState('');
  const { kind: assessment, version, apiName } = detail;
  return (
    <ConfirmPanel
      title={text('deleteQuestion', { name: detail.friendlyName })}
      confirmText={text('delete')}
      busy={remove.isPending || typed !== apiName}
      onCancel={onClose}
      onConfirm={() => {
        if (typed === apiName)
          remove.mutate({ assessment, version, apiName }, { onSuccess: () => go(hrefOf('/fraud/assessments')) });
      }}
    >
      <p>{text('deleteNote')}</p>
      <Field label={text('deleteType', { name: apiName })} size="small">
        <Input size="small" value={typed} onChange={(_event, { value }) => setTyped(value)} />
      </Field>
      {remove.error ? <ErrorState compact error={remove.error} /> : null}
    </ConfirmPanel>
  );
};

/** Name, switches, fields of one's own, what is told later, and deleting. */
export const AssessmentConfigurationPage = () => {
  const text = useText('assessments');
  const [asks, setAsks] = useState(false);
  return (
    <AssessmentFrame
      page="configuration"
      commands={({ canWrite }) =>
        canWrite
          ? [
              {
                id: 'delete',
                text: text('delete'),
                icon: DeleteRegular,
                pressed: asks,
                onSelect: () => setAsks(!asks),
              },
            ]
          : []
      }
    >
      {(detail) => (
        <>
          {asks && detail.canWrite ? <Removal detail={detail} onClose={() => setAsks(false)} /> : null}
          <Settings key={`${detail.kind} ${detail.version}`} detail={detail} />
          <Observations detail={detail} />
        </>
      )}
    </AssessmentFrame>
  );
};
