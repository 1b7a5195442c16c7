import { Select } from '@fluentui/react-components';
import { getCase, getEvent, sendToReview, type SentResult } from '@redoubt/contracts';
import { MAX_CASE_REASON } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Link, SidePanel, useFailureText } from '@redoubt/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { endpointKey, familyKey } from '../../api/read.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { caseHref, queuesQuery, type CaseRef } from './cases.queries.ts';
import styles from './send-panel.module.css';

type Sent = SentResult & { readonly environmentId: string };

/** What became of each event. */
const SentEvents = ({ results }: { readonly results: readonly Sent[] }): ReactNode => {
  const text = useText('cases');
  const say = useFailureText();
  return (
    <ul className="plain-list" aria-label={text('bulk.result')}>
      {results.map((result) => {
        const { environmentId, eventType, eventId, outcome, problem, case: made } = result;
        return (
          <li key={`${environmentId}/${eventType}/${eventId}`} className={styles.result} data-outcome={outcome}>
            {made === null ? (
              <span className="mono-12 truncate">{eventId}</span>
            ) : (
              <Link href={caseHref({ ...made, environmentId, eventType, eventId })}>{eventId}</Link>
            )}
            <span className="quiet">
              {made === null ? say({ code: problem ?? '', params: {} }) : text('send.in', { queue: made.queue })}
            </span>
          </li>
        );
      })}
    </ul>
  );
};

/** Sends events without a case to review: to a queue where they are of one environment, else by routing rules, and why. */
export const SendPanel = (props: {
  readonly events: readonly CaseRef[];
  /** Whether it lies over the page. */
  readonly over?: boolean;
  readonly onSent?: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { events, over = false, onSent, onClose } = props;
  const text = useText('cases');
  const call = useCall();
  const client = useQueryClient();
  const { id: inForce } = useEnvironment();
  const [given] = useState(events);
  const [queueId, setQueueId] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const queueField = useId();
  const reasonField = useId();
  const byEnvironment = Map.groupBy(given, ({ environmentId }) => environmentId);
  const [place = '', ...otherPlaces] = byEnvironment.keys();
  const types = new Set(given.map(({ eventType }) => eventType));
  const queues = useQuery({ ...queuesQuery(call, place), enabled: otherPlaces.length === 0 });
  const targets = (queues.data?.queues ?? []).filter(
    ({ environment, assessment, canView }) =>
      canView && environment.id === place && (assessment === null || [...types].every((type) => type === assessment)),
  );
  const send = useMutation({
    mutationFn: async (): Promise<readonly Sent[]> => {
      const sent: Sent[] = [];
      for (const [environmentId, some] of byEnvironment) {
        const body = {
          events: some.map(({ eventType, eventId }) => ({ eventType, eventId })),
          queueId: queueId === '' ? null : queueId,
          reason: reason.trim(),
        };
        // oxlint-disable-next-line eslint/no-await-in-loop -- one environment after the other, so that a refusal stops the rest
        const { results } = await call(sendToReview, { params: { environmentId }, body });
        sent.push(...results.map((result) => ({ ...result, environmentId })));
      }
      return sent;
    },
    onSuccess: () => onSent?.(),
    onSettled: () =>
      Promise.all([
        ...[...byEnvironment.keys()].map((id) => client.invalidateQueries({ queryKey: familyKey(getCase, id) })),
        client.invalidateQueries({ queryKey: endpointKey(getEvent, inForce) }),
      ]),
  });
  const count = given.length;
  const wrong = reason.trim() === '' ? text('aside.noReason') : undefined;
  const submit = (): void => {
    setTried(true);
    if (wrong === undefined && !send.isPending) send.mutate();
  };
  const answer = send.data;
  const done = answer?.filter(({ outcome }) => outcome === 'done').length ?? 0;
  return (
    <SidePanel title={text('send.title', { count })} onClose={onClose} over={over}>
      {answer ? (
        <div className="stack-3">
          <p role="status">
            <b>{text('send.done', { count: done })}</b>
            {answer.length === done ? null : `, ${text('send.skipped', { count: answer.length - done })}`}
          </p>
          <SentEvents results={answer} />
        </div>
      ) : (
        <div className="stack-3">
          <div>
            <label htmlFor={queueField}>{text('send.queue')}</label>
            <Select size="small" id={queueField} value={queueId} onChange={(_event, { value }) => setQueueId(value)}>
              <option value="">{text('send.routed')}</option>
              {targets.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          </div>
          <div>
            <label htmlFor={reasonField}>{text('send.reason')}</label>
            <textarea
              id={reasonField}
              className={styles.reason}
              rows={3}
              maxLength={MAX_CASE_REASON}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </div>
          <div>
            <CommandButton
              primary
              command={{
                id: 'send',
                text: text('send.title', { count }),
                onSelect: submit,
                disabledReason: send.isPending ? text('sending') : undefined,
              }}
            />
          </div>
          {isTried && wrong !== undefined ? (
            <p role="alert" className="problem-text">
              {wrong}
            </p>
          ) : null}
          {send.error ? <ErrorState error={send.error} compact /> : null}
        </div>
      )}
    </SidePanel>
  );
};
