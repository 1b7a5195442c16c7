import type { AlertUnit } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Loading, QueryState, Section } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { alertHistoryQuery } from '../../../shared/alerts/alerts.queries.ts';
import styles from '../alerts.module.css';
import { useAlertTexts } from '../use-alert-texts.ts';

/** When an alert was open, newest first, and what its webhook was sent. */
export const AlertHistoryPart = (props: {
  readonly alertId: string;
  readonly unit: AlertUnit;
  readonly hasWebhook: boolean;
}): ReactNode => {
  const { alertId, unit, hasWebhook } = props;
  const text = useText('alerts');
  const formats = useFormats();
  const texts = useAlertTexts();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(alertHistoryQuery(call, environmentId, alertId));
  return (
    <QueryState query={query} compact loading={<Loading rows={3} rowHeight={24} />}>
      {({ incidents, webhooks }) => (
        <>
          <Section title={text('history')}>
            {incidents.length === 0 ? (
              <p className="muted m-0">{text('historyNone')}</p>
            ) : (
              <div className={styles.history} role="group" aria-label={text('history')} tabIndex={0}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{text('opened')}</th>
                      <th scope="col">{text('closed')}</th>
                      <th scope="col">{text('value')}</th>
                      <th scope="col">{text('messages')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {incidents.map(({ id, openedAt, closedAt, value, messages }) => (
                      <tr key={id}>
                        <td>{formats.dateTime(openedAt)}</td>
                        <td>{closedAt === null ? text('stateOf.open') : formats.dateTime(closedAt)}</td>
                        <td>{value === null ? '' : texts.value(unit, value)}</td>
                        <td>{formats.number(messages)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </Section>
          {hasWebhook ? (
            <Section title={text('webhooks')}>
              {webhooks.length === 0 ? (
                <p className="muted m-0">{text('webhooksNone')}</p>
              ) : (
                <ul className="plain-list">
                  {webhooks.map(({ id, state, attempts, problem, createdAt }) => (
                    <li key={id}>
                      {formats.dateTime(createdAt)} ·{' '}
                      {text(`webhookState.${state}`, { attempts: formats.number(attempts) })}
                      {state === 'sent' || problem === null ? null : <span className="muted"> {problem}</span>}
                    </li>
                  ))}
                </ul>
              )}
            </Section>
          ) : null}
        </>
      )}
    </QueryState>
  );
};
