import type { Queue } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Empty, useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { hrefOf, useGo } from '../../../routes/address.ts';
import { queuesQuery } from '../../../shared/cases/cases.queries.ts';

/** The queue to go on with: own ones first, among them the one whose next time-out comes first. */
export const nextQueueOf = (queues: readonly Queue[], queueId: string, environmentId: string): Queue | undefined =>
  queues
    .filter(
      ({ id, environment, canReview, paused, counts }) =>
        id !== queueId && environment.id === environmentId && canReview && !paused && counts.pending > 0,
    )
    .toSorted((a, b) => Number(b.mine) - Number(a.mine) || (a.nextDueAt ?? '~').localeCompare(b.nextDueAt ?? '~'))[0];

/** The queue that many places before or after one, in the order of the list of queues; undefined at either end. */
export const queueBeside = (
  queues: readonly Queue[],
  queueId: string,
  environmentId: string,
  by: number,
): Queue | undefined => {
  const seen = queues.filter(({ environment, canView }) => environment.id === environmentId && canView);
  const at = seen.findIndex(({ id }) => id === queueId);
  return at < 0 ? undefined : seen[at + by];
};

/** Keys that go from the page of one queue to that of its neighbour. */
export const useQueueKeys = (queueId: string): void => {
  const text = useText('queues');
  const call = useCall();
  const may = useMay();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const { data } = useQuery({ ...queuesQuery(call, environmentId), enabled: may('queues:read') });
  const beside = (by: number): Queue | undefined => queueBeside(data?.queues ?? [], queueId, environmentId, by);
  const enter = (queue: Queue | undefined): void => {
    if (queue) go(hrefOf('/casemanagement/queues/:queueId', { queueId: queue.id }));
  };
  const [before, after] = [beside(-1), beside(1)];
  useShortcut('[', text('keys.previous'), () => enter(before), { active: before !== undefined });
  useShortcut(']', text('keys.next'), () => enter(after), { active: after !== undefined });
};

/** A queue that is done: says so, and where cases wait for the reader. */
export const DoneQueue = ({ queueId }: { readonly queueId: string }): ReactNode => {
  const text = useText('cases');
  const call = useCall();
  const may = useMay();
  const { id: environmentId } = useEnvironment();
  const { data } = useQuery({ ...queuesQuery(call, environmentId), enabled: may('queues:read') });
  const next = data && nextQueueOf(data.queues, queueId, environmentId);
  return (
    <Empty
      title={text('queue.empty')}
      body={text('queue.emptyBody')}
      action={
        next && {
          text: text('queue.goOn', { queue: next.name, count: next.counts.pending }),
          href: hrefOf('/casemanagement/queues/:queueId', { queueId: next.id }),
        }
      }
    />
  );
};
