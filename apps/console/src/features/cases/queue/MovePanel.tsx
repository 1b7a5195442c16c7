import { getQueues, moveCases } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, QueryState, SidePanel, useShortcut } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { read } from '../../../api/read.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { Results } from './BulkPanel.tsx';
import styles from './queue.module.css';

/** Moves the selected cases to another queue of the environment, and says what became of each. */
export const MovePanel = (props: {
  readonly caseIds: readonly string[];
  readonly queueId: string;
  readonly onMoved: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { caseIds, queueId, onMoved, onClose } = props;
  const text = useText('cases');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const queues = useQuery(read(call, getQueues, { params: { environmentId } }));
  const [chosen, setChosen] = useState('');
  const [count] = useState(caseIds.length);
  const id = useId();
  const move = useWrite(moveCases, (to: string) => ({ body: { caseIds: [...caseIds], queueId: to } }), {
    changes: 'everything',
    onAnswer: onMoved,
  });
  const submit = (): void => {
    if (chosen !== '' && !move.isPending && !move.data) move.mutate(chosen);
  };
  useShortcut('Ctrl Enter', text('move.submit'), submit, { inFields: true });
  const moved = move.data?.results.filter(({ outcome }) => outcome === 'done').length ?? 0;
  return (
    <SidePanel title={text('move.title', { count })} onClose={onClose}>
      {move.data ? (
        <div className="stack-3">
          <p role="status">
            <b>{text('move.done', { count: moved })}</b>
            {moved === move.data.results.length
              ? null
              : `, ${text('bulk.skipped', { count: move.data.results.length - moved })}`}
          </p>
          <Results results={move.data.results} />
        </div>
      ) : (
        <QueryState query={queues} compact>
          {(answer) => {
            const others = answer.queues.filter(
              (queue) => queue.id !== queueId && queue.environment.id === environmentId,
            );
            return others.length === 0 ? (
              <p>{text('move.none')}</p>
            ) : (
              <form
                className="stack-3"
                onSubmit={(event) => {
                  event.preventDefault();
                  submit();
                }}
              >
                <label htmlFor={id}>{text('move.to')}</label>
                <select
                  id={id}
                  data-autofocus
                  className={styles.select}
                  value={chosen}
                  onChange={(event) => setChosen(event.target.value)}
                >
                  <option value="" />
                  {others.map(({ id: to, name }) => (
                    <option key={to} value={to}>
                      {name}
                    </option>
                  ))}
                </select>
                <p className="soft">{text('move.meta')}</p>
                <CommandButton
                  primary
                  type="submit"
                  command={{
                    id: 'move-submit',
                    text: text('move.submit'),
                    keys: 'Ctrl Enter',
                    disabledReason: chosen === '' ? text('move.to') : undefined,
                  }}
                />
                {move.error ? <ErrorState error={move.error} compact /> : null}
              </form>
            );
          }}
        </QueryState>
      )}
    </SidePanel>
  );
};
