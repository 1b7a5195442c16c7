import { Checkbox } from '@fluentui/react-components';
import type { QueueAssignee } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Loading, QueryState, SearchField } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { assignableQuery } from '../queues.queries.ts';
import { useAssigneeName } from '../use-queue-texts.ts';

type Chosen = Pick<QueueAssignee, 'id' | 'kind'>;

const keyOf = ({ id, kind }: Chosen): string => `${kind} ${id}`;

/** Choice of people and groups who work on a queue. */
export const AssigneeChoice = (props: {
  readonly chosen: readonly Chosen[];
  /** Assigned already: who the tenant no longer knows stays until they are taken off. */
  readonly before?: readonly QueueAssignee[];
  readonly takesFocus?: boolean;
  readonly onChange: (chosen: readonly Chosen[]) => void;
}): ReactNode => {
  const { chosen, before = [], takesFocus = false, onChange } = props;
  const text = useText('queues');
  const nameOf = useAssigneeName();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const people = useQuery(assignableQuery(call, environmentId));
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const keys = new Set(chosen.map(keyOf));
  const toggle = (each: Chosen, on: boolean): void =>
    onChange(
      on ? [...chosen, { id: each.id, kind: each.kind }] : chosen.filter((other) => keyOf(other) !== keyOf(each)),
    );
  return (
    <div className="stack-2">
      <p className="soft">{text('assignHint')}</p>
      <SearchField
        wide
        {...(takesFocus ? { autoFocus: true } : {})}
        label={text('findPerson')}
        value={find}
        onChange={setFind}
      />
      <QueryState query={people} compact loading={<Loading rows={6} rowHeight={28} />}>
        {({ assignees: known }) => {
          const gone = before.filter((each) => !known.some((other) => keyOf(other) === keyOf(each)));
          return (
            <div>
              {[...known, ...gone.map((each) => ({ ...each, username: null }))]
                .map((each) => ({ ...each, shown: nameOf(each) }))
                .filter(({ shown, username }) => `${shown} ${username ?? ''}`.toLowerCase().includes(wanted))
                .map((each) => (
                  <div key={keyOf(each)}>
                    <Checkbox
                      label={
                        each.kind === 'group'
                          ? text('groupOf', { role: each.shown })
                          : `${each.shown}${each.username === null ? '' : ` · ${each.username}`}`
                      }
                      checked={keys.has(keyOf(each))}
                      onChange={(_event, { checked }) => toggle(each, checked === true)}
                    />
                  </div>
                ))}
            </div>
          );
        }}
      </QueryState>
    </div>
  );
};
