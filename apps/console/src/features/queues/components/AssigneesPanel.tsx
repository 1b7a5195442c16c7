import { Checkbox } from '@fluentui/react-components';
import type { Queue } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Loading, SearchField, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { assignableQuery, useQueueMutations } from '../queues.queries.ts';

type Principal = { readonly id: string; readonly kind: 'person' | 'group' };

const keyOf = ({ id, kind }: Principal): string => `${kind} ${id}`;

/** Says which people and groups work on a queue. */
export const AssigneesPanel = ({
  queue,
  onClose,
}: {
  readonly queue: Queue;
  readonly onClose: () => void;
}): ReactNode => {
  const text = useText('queues');
  const common = useText('common');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const people = useQuery(assignableQuery(call, environmentId));
  const { assign } = useQueueMutations();
  // The list is read again meanwhile: what is changed is what the panel began with.
  const [version] = useState(queue.version);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(queue.assignees.map(keyOf)));
  const known = people.data?.assignees ?? [];
  // Those whom the tenant no longer knows stay until they are taken off.
  const gone = queue.assignees.filter((each) => !known.some((other) => keyOf(other) === keyOf(each)));
  const all = [...known, ...gone.map((each) => ({ ...each, username: null }))];
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const found = all.filter(({ name, username }) => `${name} ${username ?? ''}`.toLowerCase().includes(wanted));
  const toggle = (key: string, on: boolean): void => {
    const next = new Set(chosen);
    if (on) next.add(key);
    else next.delete(key);
    setChosen(next);
  };
  const save = (): void =>
    assign.mutate(
      {
        id: queue.id,
        version,
        assignees: all.filter((each) => chosen.has(keyOf(each))).map(({ id, kind }) => ({ id, kind })),
      },
      { onSuccess: onClose },
    );
  return (
    <SidePanel
      title={text('assignTitle', { name: queue.name })}
      onClose={onClose}
      footer={
        <>
          <CommandButton
            primary
            command={{
              id: 'save',
              text: common('action.save'),
              onSelect: save,
              disabledReason: assign.isPending || !people.data ? common('saving') : undefined,
            }}
          />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
        </>
      }
    >
      {people.error ? (
        <ErrorState error={people.error} onRetry={() => void people.refetch()} />
      ) : (
        <div className="stack-4">
          <p className="soft">{text('assignHint')}</p>
          <SearchField wide autoFocus label={text('findPerson')} value={find} onChange={setFind} />
          {people.data ? (
            <div>
              {found.map((each) => (
                <div key={keyOf(each)}>
                  <Checkbox
                    label={
                      each.kind === 'group'
                        ? text('groupOf', { role: each.name })
                        : `${each.name}${each.username === null ? '' : ` · ${each.username}`}`
                    }
                    checked={chosen.has(keyOf(each))}
                    onChange={(_event, { checked }) => toggle(keyOf(each), checked === true)}
                  />
                </div>
              ))}
            </div>
          ) : (
            <Loading rows={6} rowHeight={28} />
          )}
        </div>
      )}
      {assign.error ? <ErrorState error={assign.error} compact /> : null}
    </SidePanel>
  );
};
