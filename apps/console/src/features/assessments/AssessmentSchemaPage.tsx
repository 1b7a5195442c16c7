import type { AssessmentDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { AssessmentFrame } from './AssessmentFrame.tsx';
import { trafficQuery } from './assessments.queries.ts';
import styles from './assessments.module.css';

const Schema = ({ detail }: { readonly detail: AssessmentDetail }) => {
  const text = useText('assessments');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const traffic = useQuery(trafficQuery(call, environmentId, detail.kind));
  const seen = new Map((traffic.data?.fields ?? []).map((field) => [field.path.toLowerCase(), field.count]));
  const events = traffic.data?.events ?? 0;
  const share = (path: string): string =>
    events === 0 ? '–' : formats.percent(((seen.get(path.toLowerCase()) ?? 0) / events) * 100);
  const unknown = (traffic.data?.fields ?? []).filter(({ inSchema }) => !inSchema);
  const leaves = detail.schema.filter(({ type }) => type !== 'object' && type !== 'list');
  return (
    <div className={styles.split}>
      <div className={styles.main}>
        <Section title={text('schema')} meta={text('seenMeta', { count: events })}>
          {traffic.error ? <ErrorState compact error={traffic.error} /> : null}
          <table className={styles.table} aria-label={text('schema')}>
            <thead>
              <tr>
                <th scope="col">{text('field.name')}</th>
                <th scope="col">{text('field.type')}</th>
                <th scope="col">{text('field.required')}</th>
                <th scope="col">{text('seen')}</th>
              </tr>
            </thead>
            <tbody>
              {leaves.map(({ path, type, required }) => (
                <tr key={path}>
                  <td>{path}</td>
                  <td>{detail.fields.find((field) => field.path === path)?.type ?? type}</td>
                  <td>{required ? common('value.yes') : common('value.no')}</td>
                  <td>{share(path)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
        {unknown.length > 0 ? (
          <Section title={text('unknown')} meta={text('unknownNote')}>
            <table className={styles.table} aria-label={text('unknown')}>
              <tbody>
                {unknown.map(({ path, type, count }) => (
                  <tr key={path}>
                    <td>{path}</td>
                    <td>{type}</td>
                    <td>{formats.percent((count / Math.max(events, 1)) * 100)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Section>
        ) : null}
      </div>
      <pre className={styles.json} tabIndex={0} aria-label={text('preview')}>
        {JSON.stringify(detail.samples.all, null, 2)}
      </pre>
    </div>
  );
};

/** What the events of an assessment carry, and how often each field was sent. */
export const AssessmentSchemaPage = () => (
  <AssessmentFrame page="schema">{(detail) => <Schema key={detail.kind} detail={detail} />}</AssessmentFrame>
);
