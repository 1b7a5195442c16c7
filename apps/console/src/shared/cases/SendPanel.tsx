import { Select, Textarea } from '@fluentui/react-components';
import { getCase, getEvent, sendToReview, type BodyOf, type SentResult } from '@redoubt/contracts';
import { MAX_CASE_REASON } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Link, SidePanel, useFailureText } from '@redoubt/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { endpointKey, familyKey } from '../../api/read.ts';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { FormPanel } from '../forms/FormPanel.tsx';
import { useWireForm } from '../forms/use-wire-form.ts';
import { WireField } from '../forms/WireField.tsx';
import { caseHref, queuesQuery, type CaseRef } from './cases.queries.ts';
import { NamedOptions } from '../forms/options.tsx';
import styles from './send-panel.module.css';

/** What is asked of the person; the events are given. */
const ASKED = sendToReview.body.omit({ events: true });

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
  const byEnvironment = Map.groupBy(given, ({ environmentId }) => environmentId);
  const [place = '', ...otherPlaces] = byEnvironment.keys();
  const types = new Set(given.map(({ eventType }) => eventType));
  const queues = useQuery({ ...queuesQuery(call, place), enabled: otherPlaces.length === 0 });
  const targets = (queues.data?.queues ?? []).filter(
    ({ environment, assessment, canView }) =>
      canView && environment.id === place && (assessment === null || [...types].every((type) => type === assessment)),
  );
  const send = useMutation({
    mutationFn: async (asked: Omit<BodyOf<typeof sendToReview>, 'events'>): Promise<readonly Sent[]> => {
      const sent: Sent[] = [];
      for (const [environmentId, some] of byEnvironment) {
        const body = { ...asked, events: some.map(({ eventType, eventId }) => ({ eventType, eventId })) };
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
  const title = text('send.title', { count });
  const form = useWireForm({
    body: ASKED,
    values: { queueId: null, reason: '' },
    texts: { reason: text('aside.noReason') },
    blocked: send.isPending ? text('sending') : undefined,
    error: send.error,
    onSubmit: (asked) => send.mutate(asked),
    onEscape: onClose,
  });
  const answer = send.data;
  if (answer) {
    const done = answer.filter(({ outcome }) => outcome === 'done').length;
    return (
      <SidePanel title={title} onClose={onClose} over={over}>
        <div className="stack-3">
          <p role="status">
            <b>{text('send.done', { count: done })}</b>
            {answer.length === done ? null : `, ${text('send.skipped', { count: answer.length - done })}`}
          </p>
          <SentEvents results={answer} />
        </div>
      </SidePanel>
    );
  }
  return (
    <FormPanel title={title} action={title} form={form} error={send.error} onClose={onClose} over={over}>
      <WireField form={form} name="queueId" label={text('send.queue')}>
        <Select
          size="small"
          value={form.watch('queueId') ?? ''}
          onChange={(_event, { value }) => form.setValue('queueId', value === '' ? null : value, { shouldDirty: true })}
        >
          <option value="">{text('send.routed')}</option>
          <NamedOptions of={targets} />
        </Select>
      </WireField>
      <WireField form={form} name="reason" label={text('send.reason')}>
        <Textarea size="small" rows={3} maxLength={MAX_CASE_REASON} {...form.register('reason')} />
      </WireField>
    </FormPanel>
  );
};
