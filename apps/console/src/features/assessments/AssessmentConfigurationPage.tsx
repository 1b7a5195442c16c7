import { Checkbox, Field, Input, Select } from '@fluentui/react-components';
import { DeleteRegular } from '@fluentui/react-icons';
import type { AssessmentDetail } from '@redoubt/contracts';
import { OBSERVATION_TEMPLATES, type ObservationTemplate } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, IdText, Section } from '@redoubt/ui';
import { useState } from 'react';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { AssessmentFrame } from './AssessmentFrame.tsx';
import { useAssessmentMutations } from './assessments.queries.ts';
import styles from './assessments.module.css';
import { FieldEditor } from './FieldEditor.tsx';

type Part = { readonly detail: AssessmentDetail };

/** Where an event or observation is posted; copied by a click. */
const Address = ({ path }: { readonly path: string }) => <IdText id={path} length={80} name={path} />;

const Settings = ({ detail }: Part) => {
  const text = useText('assessments');
  const common = useText('common');
  const notify = useNotify();
  const { update } = useAssessmentMutations();
  const [friendlyName, setFriendlyName] = useState(detail.friendlyName);
  const [fields, setFields] = useState(detail.fields);
  const [features, setFeatures] = useState(detail.features);
  const [isShared, setShared] = useState(detail.sharing === 'Shared');
  const save = (): void =>
    update.mutate(
      {
        assessment: detail.kind,
        version: detail.version,
        friendlyName: friendlyName.trim(),
        sections: detail.sections,
        fields: fields.filter(({ path }) => path !== ''),
        features,
        dataSubjectIds: detail.dataSubjectIds,
        sharing: isShared ? 'Shared' : 'Private',
        sampleResponse: detail.sampleResponse,
        reports: detail.reports,
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
  const { addObservation, removeObservation, putLabel } = useAssessmentMutations();
  const [template, setTemplate] = useState<ObservationTemplate>('AssessmentStatus');
  const [name, setName] = useState('');
  const [apiName, setApiName] = useState('');
  const { kind: assessment, version } = detail;
  const disabledReason = name.trim() === '' ? text('nameNeeded') : apiName === '' ? text('apiNameRule') : undefined;
  const add = (): void => {
    if (disabledReason !== undefined) return;
    addObservation.mutate(
      { assessment, version, template, friendlyName: name.trim(), apiName, fields: [] },
      {
        onSuccess: () => {
          setName('');
          setApiName('');
        },
      },
    );
  };
  const failure = addObservation.error ?? removeObservation.error ?? putLabel.error;
  const label = { friendlyName: text('related.Label'), fields: [] };
  return (
    <Section title={text('later')} meta={text('laterNote')}>
      <table className={styles.table} aria-label={text('later')}>
        <tbody>
          {detail.observations.map(({ number, friendlyName, template: of, path }) => (
            <tr key={number}>
              <td>
                <Address path={path} />
              </td>
              <td>{friendlyName}</td>
              <td>{text(`related.${of}`)}</td>
              <td>
                {detail.canWrite ? (
                  <CommandButton
                    command={{
                      id: `remove-${number}`,
                      text: text('field.remove', { name: friendlyName }),
                      icon: DeleteRegular,
                      onSelect: () => removeObservation.mutate({ assessment, version, observation: number }),
                    }}
                  />
                ) : null}
              </td>
            </tr>
          ))}
          {detail.label === null ? null : (
            <tr>
              <td>
                <Address path={detail.label.path} />
              </td>
              <td>{detail.label.friendlyName}</td>
              <td>{text('related.Label')}</td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
      {detail.canWrite && detail.template !== 'Legacy' ? (
        <form
          className={styles.row}
          onSubmit={(event) => {
            event.preventDefault();
            add();
          }}
        >
          <Field label={text('template.title')} size="small">
            <Select
              size="small"
              value={template}
              onChange={(_event, { value }) => setTemplate(value as ObservationTemplate)}
            >
              {OBSERVATION_TEMPLATES.map((each) => (
                <option key={each} value={each}>
                  {text(`related.${each}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={text('name')} size="small">
            <Input size="small" value={name} maxLength={120} onChange={(_event, { value }) => setName(value)} />
          </Field>
          <Field label={text('apiName')} size="small">
            <Input size="small" value={apiName} maxLength={60} onChange={(_event, { value }) => setApiName(value)} />
          </Field>
          <CommandButton
            type="submit"
            appearance="outline"
            command={{ id: 'add', text: text('addObservation'), disabledReason }}
          />
          {detail.label === null ? (
            <CommandButton
              appearance="outline"
              command={{
                id: 'label',
                text: text('addLabel'),
                onSelect: () => putLabel.mutate({ assessment, version, ...label }),
              }}
            />
          ) : null}
        </form>
      ) : null}
      {failure ? <ErrorState compact error={failure} /> : null}
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
