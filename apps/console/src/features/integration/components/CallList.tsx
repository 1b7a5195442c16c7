import type { LoggedKind } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Empty, IdText, Loading, QueryState, ToneChip } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { useEnvironments } from '../../../app/environments.ts';
import { recentCallsQuery } from '../integration.queries.ts';
import styles from './integration.module.css';

/** The newest calls of one API: how each was answered, and every field that was wrong. */
export const CallList = ({ api }: { readonly api: LoggedKind }): ReactNode => {
  const text = useText('integration');
  const formats = useFormats();
  const call = useCall();
  const environments = useEnvironments();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(recentCallsQuery(call, environmentId, api));
  const names = new Map(environments.map(({ id, name }) => [id, name]));
  return (
    <QueryState query={query} loading={<Loading rows={8} rowHeight={32} />}>
      {({ calls }) =>
        calls.length === 0 ? (
          <Empty title={text('calls.none')} body={text('calls.noneBody')} />
        ) : (
          <table className={styles.table} aria-label={text('view.calls')}>
            <thead>
              <tr>
                <th>{text('calls.at')}</th>
                <th>{text('calls.status')}</th>
                <th>{text('calls.application')}</th>
                <th>{text('calls.environment')}</th>
                <th>{text('calls.message')}</th>
                <th className={styles.number}>{text('calls.latency')}</th>
                <th>{text('calls.correlation')}</th>
              </tr>
            </thead>
            <tbody>
              {calls.map((each) => (
                <tr key={`${each.correlationId} ${each.at}`}>
                  <td className={styles.nowrap}>{formats.dateTime(each.at)}</td>
                  <td className={styles.nowrap}>
                    <ToneChip
                      tone={each.status < 300 ? 'approve' : 'reject'}
                      text={String(each.status)}
                      appearance="plain"
                    />
                  </td>
                  <td>{each.application ?? <IdText id={each.clientId} name={text('calls.application')} />}</td>
                  <td>{names.get(each.environmentId ?? '') ?? '–'}</td>
                  <td>
                    {each.code === null ? (
                      each.message && `${text('calls.coerced')} ${each.message}`
                    ) : (
                      <>
                        <code>{each.code}</code> {each.message}
                      </>
                    )}
                  </td>
                  <td className={styles.number}>{formats.milliseconds(each.latencyMs)}</td>
                  <td>
                    <IdText id={each.correlationId} name={text('calls.correlation')} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </QueryState>
  );
};
