import { DeleteRegular } from '@fluentui/react-icons';
import type { AssessmentDetail } from '@redoubt/contracts';
import { observationSchema, type CustomField } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { ConfirmPanel, Empty, ErrorState, IdText } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { hrefOf, useGo, usePathParams } from '../../routes/address.ts';
import { AssessmentFrame } from '../../shared/assessments/AssessmentFrame.tsx';
import { relatedTrafficQuery } from '../../shared/assessments/assessments.queries.ts';
import { useAssessmentMutations } from '../../shared/assessments/use-assessment-mutations.ts';
import styles from './assessments.module.css';
import { RelatedActivity } from './RelatedActivity.tsx';
import { RelatedForm } from './RelatedForm.tsx';
import { SampleCall } from './SampleCall.tsx';

type Observation = AssessmentDetail['observations'][number];
type Part = { readonly detail: AssessmentDetail; readonly observation: Observation };

const configurationOf = (assessmentId: string): string =>
  hrefOf('/fraud/assessments/:assessmentId/configuration', { assessmentId });

const Editing = ({ detail, observation }: Part) => {
  const text = useText('assessments');
  const common = useText('common');
  const notify = useNotify();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { changeObservation } = useAssessmentMutations();
  const traffic = useQuery(relatedTrafficQuery(call, environmentId, detail.kind, observation.number));
  const { template } = observation;
  const schemaOf = useCallback((fields: readonly CustomField[]) => observationSchema({ template, fields }), [template]);
  return (
    <div className={styles.split}>
      <div className="stack gap-6 min-w-0">
        <div className="soft pt-3">
          {text(`related.${template}`)} · {text('posted')}{' '}
          <IdText id={observation.path} length={80} name={observation.path} />
        </div>
        <RelatedForm
          part="observation"
          key={detail.version}
          initial={observation}
          schemaOf={schemaOf}
          canWrite={detail.canWrite}
          saveText={common('action.save')}
          error={changeObservation.error}
          seen={traffic.data ? { events: traffic.data.looked, fields: traffic.data.fields } : null}
          onSave={(said) =>
            changeObservation.mutate(
              {
                assessment: detail.kind,
                version: detail.version,
                observation: observation.number,
                ...said,
              },
              { onSuccess: () => notify({ severity: 'Success', title: text('saved') }) },
            )
          }
        />
      </div>
      <div className="stack gap-6 min-w-0">
        <RelatedActivity traffic={traffic} />
        <SampleCall path={observation.path} body={observation.sample as object} />
      </div>
    </div>
  );
};

const Removal = ({ detail, observation, onClose }: Part & { readonly onClose: () => void }) => {
  const text = useText('assessments');
  const provided = useProvidedNames();
  const go = useGo();
  const { removeObservation } = useAssessmentMutations();
  return (
    <ConfirmPanel
      title={text('removeQuestion', { name: provided.shown(observation.friendlyName) })}
      confirmText={text('removeObservation')}
      busy={removeObservation.isPending}
      onCancel={onClose}
      onConfirm={() =>
        removeObservation.mutate(
          { assessment: detail.kind, version: detail.version, observation: observation.number },
          { onSuccess: () => go(configurationOf(detail.kind)) },
        )
      }
    >
      <p>{text('removeNote')}</p>
      {removeObservation.error ? <ErrorState compact error={removeObservation.error} /> : null}
    </ConfirmPanel>
  );
};

/** One observation: its name and fields, what came of it lately, and taking it away. */
export const ObservationPage = () => {
  const text = useText('assessments');
  const go = useGo();
  const [asks, setAsks] = useState(false);
  const { observationId } = usePathParams('/fraud/assessments/:assessmentId/observations/:observationId');
  const find = (detail: AssessmentDetail): Observation | undefined =>
    detail.observations.find(({ number }) => String(number) === observationId);
  return (
    <AssessmentFrame
      page="configuration"
      part={(detail) => find(detail)?.friendlyName}
      commands={(detail) =>
        detail.canWrite && find(detail)
          ? [
              {
                id: 'remove',
                text: text('removeObservation'),
                icon: DeleteRegular,
                pressed: asks,
                onSelect: () => setAsks(!asks),
              },
            ]
          : []
      }
    >
      {(detail) => {
        const observation = find(detail);
        if (observation === undefined)
          return (
            <Empty
              title={text('observationGone')}
              body={text('observationGoneNote')}
              action={{ text: text('configuration'), onSelect: () => go(configurationOf(detail.kind)) }}
            />
          );
        return (
          <>
            {asks && detail.canWrite ? (
              <Removal detail={detail} observation={observation} onClose={() => setAsks(false)} />
            ) : null}
            <Editing key={observation.number} detail={detail} observation={observation} />
          </>
        );
      }}
    </AssessmentFrame>
  );
};
