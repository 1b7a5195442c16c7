import type { CaseSummary, Queue } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../../app/console-context.tsx';
import { queuesQuery } from '../../../../shared/cases/cases.queries.ts';
import { moveTargets } from '../../../../shared/cases/move-targets.ts';
import { mentionableQuery } from '../../../../shared/casework/notes.queries.ts';
import { useSettled } from '../../../../shared/use-settled.ts';
import { PickPane, type PickOption } from './PickPane.tsx';

const NO_ONE = '';

type HandOverProps = {
  readonly of: CaseSummary;
  readonly isSending: boolean;
  readonly error: Error | null;
  readonly onCancel: () => void;
};

/**
 * Colleagues in the order they are offered: those whom the queue is assigned to by name before others. Roles come with the
 * sign-in, so who holds the role of a group that works on the queue is not known: of such a queue nothing is said about others.
 */
export const assignOptions = (
  people: readonly { readonly id: string; readonly name: string; readonly username: string }[],
  queue: Pick<Queue, 'assignees' | 'system'> | undefined,
  said: { readonly yes: string; readonly no: string },
): readonly PickOption[] => {
  const assignees = queue === undefined || queue.system ? [] : queue.assignees;
  const byName = new Set(assignees.filter(({ kind }) => kind === 'person').map(({ id }) => id));
  const isOpen = assignees.length === 0 || assignees.some(({ kind }) => kind === 'group');
  return people
    .toSorted((one, other) => Number(byName.has(other.id)) - Number(byName.has(one.id)))
    .map(({ id, name, username }) => {
      const place = byName.has(id) ? said.yes : isOpen ? undefined : said.no;
      return { id, text: name, detail: place === undefined ? username : `${username} · ${place}` };
    });
};

/** Picks the colleague whom cases wait for. */
export const AssigneePick = (
  props: Omit<HandOverProps, 'of'> & {
    /** The queue that the cases are in. */
    readonly place: Pick<CaseSummary, 'environmentId' | 'queueId'>;
    readonly meta: string;
    /** Whether the cases can be given back to all agents of their queue. */
    readonly withNoOne: boolean;
    readonly onPick: (agentId: string | null, name: string) => void;
  },
): ReactNode => {
  const { place, meta, withNoOne, isSending, error, onCancel, onPick } = props;
  const text = useText('cases');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [typed, setTyped] = useState('');
  const query = useQuery({
    ...mentionableQuery(call, environmentId, useSettled(typed, 200)),
    placeholderData: keepPreviousData,
  });
  const noOne: readonly PickOption[] = withNoOne && typed === '' ? [{ id: NO_ONE, text: text('assign.nobody') }] : [];
  const { data: listed } = useQuery(queuesQuery(call, place.environmentId));
  const queue = listed?.queues.find(
    ({ id, environment }) => id === place.queueId && environment.id === place.environmentId,
  );
  const people =
    query.data &&
    assignOptions(query.data.people, queue, { yes: text('assign.inQueue'), no: text('assign.notInQueue') });
  return (
    <PickPane
      title={text('assign.title')}
      meta={`${meta}. ${text('assign.rolesHint')}`}
      label={text('assign.find')}
      options={people && [...noOne, ...people]}
      error={error ?? query.error}
      none={text('assign.none')}
      isSending={isSending}
      onText={setTyped}
      onPick={(option) => onPick(option.id === NO_ONE ? null : option.id, option.text)}
      onCancel={onCancel}
    />
  );
};

/** Picks the colleague whom a case waits for. */
export const AssignPane = ({
  of,
  ...props
}: HandOverProps & { readonly onPick: (agentId: string | null, name: string) => void }): ReactNode => {
  const text = useText('cases');
  return <AssigneePick {...props} place={of} meta={text('assign.meta')} withNoOne={of.assignee !== null} />;
};

/** Picks the queue that a case moves to. */
export const MoveHerePane = (props: HandOverProps & { readonly onPick: (queueId: string) => void }): ReactNode => {
  const { of, isSending, error, onCancel, onPick } = props;
  const text = useText('cases');
  const call = useCall();
  const { environmentId, queueId, eventType } = of;
  const [typed, setTyped] = useState('');
  const query = useQuery(queuesQuery(call, environmentId));
  const words = typed.trim().toLowerCase();
  const targets = query.data
    ? moveTargets(query.data.queues, { environmentId, queueId, assessments: new Set([eventType]) })
    : undefined;
  return (
    <PickPane
      title={text('move.here')}
      meta={text('move.when')}
      label={text('move.find')}
      options={targets
        ?.filter(({ name }) => name.toLowerCase().includes(words))
        .map(({ id, name }) => ({ id, text: name }))}
      error={error ?? query.error}
      none={text('move.none')}
      isSending={isSending}
      onText={setTyped}
      onPick={({ id }) => onPick(id)}
      onCancel={onCancel}
    />
  );
};
