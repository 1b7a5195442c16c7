import { Field, Input } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import type { AssessmentDetail } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, Link, Section } from '@redoubt/ui';
import { useState } from 'react';
import { hrefOf, useGo } from '../../routes/address.ts';
import { Address } from './Address.tsx';
import { AssessmentFrame } from '../../shared/assessments/AssessmentFrame.tsx';
import { AssessmentSettings } from './AssessmentSettings.tsx';
import { useAssessmentMutations } from '../../shared/assessments/use-assessment-mutations.ts';
import styles from './assessments.module.css';

type Part = { readonly detail: AssessmentDetail };

const Observations = ({ detail }: Part) => {
  const text = useText('assessments');
  const provided = useProvidedNames();
  const assessmentId = detail.kind;
  const canAdd = detail.canWrite && detail.template !== 'Legacy';
  return (
    <Section
      title={text('later')}
      meta={text('laterNote')}
      end={
        canAdd ? (
          <div className="row">
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
                  {provided.shown(friendlyName)}
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
                  {provided.shown(detail.label.friendlyName)}
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
  const provided = useProvidedNames();
  const go = useGo();
  const { remove } = useAssessmentMutations();
  const [typed, setTyped] = useState('');
  const { kind: assessment, version, apiName } = detail;
  return (
    <ConfirmPanel
      title={text('deleteQuestion', { name: provided.shown(detail.friendlyName) })}
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

/** Name, switches, fields of one's own, observations, and deleting. */
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
          <AssessmentSettings key={`${detail.kind} ${detail.version}`} detail={detail} />
          <Observations detail={detail} />
        </>
      )}
    </AssessmentFrame>
  );
};
