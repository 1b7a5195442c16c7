import { Select } from '@fluentui/react-components';
import { moveCases } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Loading, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { queuesQuery } from '../../../shared/cases/cases.queries.ts';
import { moveTargets } from '../../../shared/cases/move-targets.ts';
import { Results } from '../../../shared/cases/deciding/BulkPanel.tsx';

/** Moves the selected cases to another queue that takes their assessment. */
export const MovePanel = (props: {
  readonly caseIds: readonly string[];
  readonly queueId: string;
  /** Assessments of the selected cases. */
  readonly assessments: ReadonlySet<string>;
  readonly onMoved: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { caseIds, queueId, assessments, onMoved, onClose } = props;
  const text = useText('cases');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(queuesQuery(call, environmentId));
  const [chosen, setChosen] = useState<string | null>(null);
  const [count] = useState(caseIds.length);
  const id = useId();
  const move = useWrite(moveCases, (to: string) => ({ body: { caseIds: [...caseIds], queueId: to } }), {
    onAnswer: onMoved,
  });
  const targets = moveTargets(query.data?.queues ?? [], { environmentId, queueId, assessments });
  const target = chosen ?? targets[0]?.id;
  const answer = move.data;
  const done = answer?.results.filter(({ outcome }) => outcome === 'done').length ?? 0;
  return (
    <SidePanel title={text('move.title', { count })} onClose={onClose}>
      {answer ? (
        <div className="stack-3">
          <p role="status">
            <b>{text('move.done', { count: done })}</b>
            {answer.results.length === done
              ? null
              : `, ${text('bulk.skipped', { count: answer.results.length - done })}`}
          </p>
          <Results results={answer.results} />
        </div>
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Loading rows={3} rowHeight={32} />
      ) : target === undefined ? (
        <p>{text('move.none')}</p>
      ) : (
        <div className="stack-3">
          <div>
            <label htmlFor={id}>{text('move.to')}</label> <span className="soft">{text('move.meta')}</span>
            <Select size="small" id={id} value={target} onChange={(_event, { value }) => setChosen(value)}>
              {targets.map((queue) => (
                <option key={queue.id} value={queue.id}>
                  {queue.name}
                </option>
              ))}
            </Select>
          </div>
          <div>
            <CommandButton
              primary
              command={{
                id: 'move',
                text: text('move.title', { count }),
                onSelect: () => move.mutate(target),
                disabledReason: move.isPending ? text('sending') : undefined,
              }}
            />
          </div>
          {move.error ? <ErrorState error={move.error} compact /> : null}
        </div>
      )}
    </SidePanel>
  );
};
