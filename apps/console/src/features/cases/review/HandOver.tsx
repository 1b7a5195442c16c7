import type { CaseSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { queuesQuery } from '../../../shared/cases/cases.queries.ts';
import { moveTargets } from '../../../shared/cases/move-targets.ts';
import { mentionableQuery } from '../../../shared/casework/notes.queries.ts';
import { useSettled } from '../../../shared/use-settled.ts';
import { PickPane, type PickOption } from './PickPane.tsx';

const NO_ONE = '';

type HandOverProps = {
  readonly of: CaseSummary;
  readonly isSending: boolean;
  readonly error: Error | null;
  readonly onCancel: () => void;
};

/** Picks the colleague whom a case waits for. */
export const AssignPane = (
  props: HandOverProps & { readonly onPick: (agentId: string | null, name: string) => void },
): ReactNode => {
  const { of, isSending, error, onCancel, onPick } = props;
  const text = useText('cases');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [typed, setTyped] = useState('');
  const query = useQuery({
    ...mentionableQuery(call, environmentId, useSettled(typed, 200)),
    placeholderData: keepPreviousData,
  });
  const noOne: readonly PickOption[] =
    of.assignee === null || typed !== '' ? [] : [{ id: NO_ONE, text: text('assign.nobody') }];
  const people = query.data?.people.map(({ id, name, username }) => ({ id, text: name, detail: username }));
  return (
    <PickPane
      title={text('assign.title')}
      meta={text('assign.meta')}
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
