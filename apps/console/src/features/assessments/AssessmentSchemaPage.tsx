import type { AssessmentDetail, AssessmentTraffic } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { AssessmentFrame } from '../../shared/assessments/AssessmentFrame.tsx';
import { trafficQuery } from '../../shared/assessments/assessments.queries.ts';
import { definitionOf, useAssessmentMutations } from '../../shared/assessments/use-assessment-mutations.ts';
import styles from './assessments.module.css';
import { newField } from './fields/field-rows.ts';
import { JsonPreview } from './JsonPreview.tsx';
import { SchemaTable } from './SchemaTable.tsx';

type UnknownProps = {
  readonly detail: AssessmentDetail;
  readonly events: number;
  readonly fields: AssessmentTraffic['fields'];
};

/** What callers send beyond the schema; a writer makes fields of it. */
const UnknownFields = ({ detail, events, fields }: UnknownProps) => {
  const text = useText('assessments');
  const formats = useFormats();
  const notify = useNotify();
  const { update } = useAssessmentMutations();
  const take = (taken: AssessmentTraffic['fields']): void =>
    update.mutate(
      {
        assessment: detail.kind,
        ...definitionOf(detail),
        fields: [...detail.fields, ...taken.map(({ path, type, sample }) => newField(path, type, sample))],
      },
      { onSuccess: () => notify({ severity: 'Success', title: text('saved') }) },
    );
  return (
    <Section
      title={text('unknown')}
      meta={text('unknownNote')}
      end={
        detail.canWrite ? (
          <CommandButton command={{ id: 'take-all', text: text('takeAll'), onSelect: () => take(fields) }} />
        ) : null
      }
    >
      {update.error ? <ErrorState compact error={update.error} /> : null}
      <table className={styles.table} aria-label={text('unknown')}>
        <tbody>
          {fields.map((field) => (
            <tr key={field.path}>
              <td>{field.path}</td>
              <td>{field.type}</td>
              <td>{formats.percent((field.count / Math.max(events, 1)) * 100)}</td>
              {detail.canWrite ? (
                <td className={styles.end}>
                  <CommandButton
                    command={{
                      id: `take-${field.path}`,
                      text: text('take', { name: field.path }),
                      onSelect: () => take([field]),
                    }}
                  />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
};

const Schema = ({ detail }: { readonly detail: AssessmentDetail }) => {
  const text = useText('assessments');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const traffic = useQuery(trafficQuery(call, environmentId, detail.kind));
  const { events = 0, fields = [] } = traffic.data ?? {};
  const unknown = fields.filter(({ inSchema }) => !inSchema);
  return (
    <div className={styles.split}>
      <div className="stack gap-6 min-w-0">
        <Section title={text('schema')} meta={text('seenMeta', { count: events })}>
          {traffic.error ? <ErrorState compact error={traffic.error} /> : null}
          <SchemaTable
            label={text('schema')}
            attributes={detail.schema}
            own={detail.fields}
            seen={{ events, fields }}
          />
        </Section>
        {unknown.length > 0 ? <UnknownFields detail={detail} events={events} fields={unknown} /> : null}
      </div>
      <JsonPreview {...detail.samples} />
    </div>
  );
};

/** What the events of an assessment carry, and how often each field was sent. */
export const AssessmentSchemaPage = () => (
  <AssessmentFrame page="schema">{(detail) => <Schema key={detail.kind} detail={detail} />}</AssessmentFrame>
);
