import { assignCases } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ErrorState, SidePanel } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { useEnvironment } from '../../../app/console-context.tsx';
import { AssigneePick } from '../review/aside/HandOver.tsx';
import { Results } from '../../../shared/cases/deciding/BulkPanel.tsx';

/** Lets the selected cases wait for one colleague, or for all agents of their queue again. */
export const AssignPanel = (props: {
  readonly caseIds: readonly string[];
  readonly queueId: string;
  readonly onAssigned: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { caseIds, queueId, onAssigned, onClose } = props;
  const text = useText('cases');
  const { id: environmentId } = useEnvironment();
  const [count] = useState(caseIds.length);
  const assign = useWrite(assignCases, (agentId: string | null) => ({ body: { caseIds: [...caseIds], agentId } }), {
    onAnswer: onAssigned,
  });
  const answer = assign.data;
  const done = answer?.results.filter(({ outcome }) => outcome === 'done').length ?? 0;
  const skipped = (answer?.results.length ?? 0) - done;
  return (
    <SidePanel title={text('assign.many', { count })} onClose={onClose} takeFocus={false}>
      {answer ? (
        <div className="stack-3">
          <p role="status">
            <b>{text('assign.doneMany', { count: done })}</b>
            {skipped === 0 ? null : `, ${text('bulk.skipped', { count: skipped })}`}
          </p>
          <Results results={answer.results} />
        </div>
      ) : (
        <>
          <AssigneePick
            place={{ environmentId, queueId }}
            meta={text('assign.metaMany')}
            withNoOne
            isSending={assign.isPending}
            error={null}
            onPick={(agentId) => assign.mutate(agentId)}
            onCancel={onClose}
          />
          {assign.error ? <ErrorState error={assign.error} compact /> : null}
        </>
      )}
    </SidePanel>
  );
};
