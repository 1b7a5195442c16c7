import { Field, Input, Radio, RadioGroup } from '@fluentui/react-components';
import type { AssessmentDetail } from '@redoubt/contracts';
import {
  OBSERVATION_TEMPLATES,
  observationApiNameProblem,
  observationSchema,
  schemaSample,
  type CustomField,
  type ObservationTemplate,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Link, Section } from '@redoubt/ui';
import { useCallback, useState } from 'react';
import { hrefOf, useGo } from '../../routes/address.ts';
import { AssessmentFrame } from '../../shared/assessments/AssessmentFrame.tsx';
import { useAssessmentMutations } from '../../shared/assessments/use-assessment-mutations.ts';
import styles from './assessments.module.css';
import { freeApiName, OBSERVATION_API_NAMES } from './observation-api-names.ts';
import { RelatedForm } from './RelatedForm.tsx';

const NOTHING = { friendlyName: '', fields: [], reportFields: null };

const addressOf = ({ path }: AssessmentDetail, apiName: string): string => `${path}/observation/${apiName}`;

const Creation = ({ detail }: { readonly detail: AssessmentDetail }) => {
  const text = useText('assessments');
  const go = useGo();
  const { addObservation } = useAssessmentMutations();
  const [template, setTemplate] = useState<ObservationTemplate>('AssessmentStatus');
  const schemaOf = useCallback((fields: readonly CustomField[]) => observationSchema({ template, fields }), [template]);
  const taken = detail.observations.map((each) => each.apiName);
  const [typedName, setTypedName] = useState<string>();
  const apiName = typedName ?? freeApiName(OBSERVATION_API_NAMES[template], taken);
  const isWrong = observationApiNameProblem(apiName, taken) !== null;
  const assessmentId = detail.kind;
  return (
    <div className={styles.split}>
      <RelatedForm
        part="observation"
        initial={NOTHING}
        schemaOf={schemaOf}
        canWrite={detail.canWrite}
        saveText={text('addObservation')}
        error={addObservation.error}
        blocked={isWrong ? text('apiNameRule') : undefined}
        before={
          <Section
            title={text('template.title')}
            end={
              detail.label === null && detail.canWrite ? (
                <Link href={hrefOf('/fraud/assessments/:assessmentId/observations/create/label', { assessmentId })}>
                  {text('addLabel')}
                </Link>
              ) : null
            }
          >
            <RadioGroup
              className={styles.choices}
              value={template}
              aria-label={text('template.title')}
              onChange={(_event, { value }) => setTemplate(value as ObservationTemplate)}
            >
              {OBSERVATION_TEMPLATES.map((each) => (
                <Radio key={each} value={each} label={text(`related.${each}`)} />
              ))}
            </RadioGroup>
          </Section>
        }
        beside={
          <Field
            label={text('apiName')}
            size="small"
            hint={addressOf(detail, apiName)}
            {...(apiName !== '' && isWrong ? { validationMessage: text('apiNameRule') } : {})}
          >
            <Input size="small" maxLength={60} value={apiName} onChange={(_event, { value }) => setTypedName(value)} />
          </Field>
        }
        onSave={(said) =>
          addObservation.mutate(
            {
              assessment: detail.kind,
              version: detail.version,
              template,
              apiName,
              ...said,
            },
            {
              onSuccess: ({ observations }) => {
                const made = observations.find((each) => each.apiName === apiName);
                go(
                  hrefOf('/fraud/assessments/:assessmentId/observations/:observationId', {
                    assessmentId,
                    observationId: String(made?.number ?? ''),
                  }),
                );
              },
            },
          )
        }
      />
      <pre className={styles.json} role="group" tabIndex={0} aria-label={text('preview')}>
        {JSON.stringify(schemaSample(schemaOf([]), []), null, 2)}
      </pre>
    </div>
  );
};

/** Adds an observation, a kind of later event about an event, from a template. */
export const ObservationCreatePage = () => {
  const text = useText('assessments');
  return (
    <AssessmentFrame page="configuration" part={() => text('newObservation')}>
      {(detail) => <Creation key={detail.version} detail={detail} />}
    </AssessmentFrame>
  );
};
