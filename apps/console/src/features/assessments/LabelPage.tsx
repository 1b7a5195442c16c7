import type { AssessmentDetail } from '@redoubt/contracts';
import { definedLabelSchema, schemaSample } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { IdText } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { hrefOf, useGo } from '../../routes/address.ts';
import { useRoute } from '../../routes/current-route.ts';
import { AssessmentFrame } from '../../shared/assessments/AssessmentFrame.tsx';
import { relatedTrafficQuery } from '../../shared/assessments/assessments.queries.ts';
import { useAssessmentMutations } from '../../shared/assessments/use-assessment-mutations.ts';
import styles from './assessments.module.css';
import { RelatedActivity } from './RelatedActivity.tsx';
import { RelatedForm } from './RelatedForm.tsx';
import { SampleCall } from './SampleCall.tsx';

const CREATE = '/fraud/assessments/:assessmentId/observations/create/label';
const EDIT = '/fraud/assessments/:assessmentId/observations/label';

type Label = NonNullable<AssessmentDetail['label']>;

const Editing = ({ detail, label }: { readonly detail: AssessmentDetail; readonly label: Label }) => {
  const text = useText('assessments');
  const common = useText('common');
  const notify = useNotify();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { putLabel } = useAssessmentMutations();
  const traffic = useQuery(relatedTrafficQuery(call, environmentId, detail.kind, 'label'));
  return (
    <div className={styles.split}>
      <div className="stack gap-6 min-w-0">
        <div className="soft pt-3">
          {text('posted')} <IdText id={label.path} length={80} name={label.path} />
        </div>
        <RelatedForm
          part="label"
          key={detail.version}
          initial={label}
          schemaOf={definedLabelSchema}
          canWrite={detail.canWrite}
          saveText={common('action.save')}
          error={putLabel.error}
          seen={traffic.data ? { events: traffic.data.looked, fields: traffic.data.fields } : null}
          onSave={(said) =>
            putLabel.mutate(
              { assessment: detail.kind, version: detail.version, ...said },
              { onSuccess: () => notify({ severity: 'Success', title: text('saved') }) },
            )
          }
        />
      </div>
      <div className="stack gap-6 min-w-0">
        <RelatedActivity traffic={traffic} />
        <SampleCall path={label.path} body={label.sample as object} />
      </div>
    </div>
  );
};

const Creation = ({ detail }: { readonly detail: AssessmentDetail }) => {
  const text = useText('assessments');
  const { putLabel } = useAssessmentMutations();
  return (
    <div className={styles.split}>
      <RelatedForm
        part="label"
        initial={{ friendlyName: text('related.Label'), fields: [], reportFields: null }}
        schemaOf={definedLabelSchema}
        canWrite={detail.canWrite}
        saveText={text('addLabel')}
        error={putLabel.error}
        onSave={(said) => putLabel.mutate({ assessment: detail.kind, version: detail.version, ...said })}
      />
      <pre className={styles.json} role="group" tabIndex={0} aria-label={text('preview')}>
        {JSON.stringify(schemaSample(definedLabelSchema([]), []), null, 2)}
      </pre>
    </div>
  );
};

/** An assessment has one label at most: the address to create it and the one to change it lead to each other. */
const Label = ({ detail }: { readonly detail: AssessmentDetail }) => {
  const go = useGo();
  const isCreating = useRoute()?.path === CREATE;
  const { kind: assessmentId, label } = detail;
  const misplaced = isCreating === (label !== null);
  useEffect(() => {
    if (misplaced) go(hrefOf(label === null ? CREATE : EDIT, { assessmentId }), { replace: true });
  }, [misplaced, label, assessmentId, go]);
  if (misplaced) return null;
  return label === null ? <Creation detail={detail} /> : <Editing detail={detail} label={label} />;
};

/** The event that says what turned out to be fraud: its standard fields, and fields of the customer's own. */
export const LabelPage = () => {
  const text = useText('assessments');
  return (
    <AssessmentFrame page="configuration" part={(detail) => detail.label?.friendlyName ?? text('addLabel')}>
      {(detail) => <Label key={detail.kind} detail={detail} />}
    </AssessmentFrame>
  );
};
