import { EditRegular, PauseRegular, PeopleRegular, PlayRegular } from '@fluentui/react-icons';
import type { Queue } from '@redoubt/contracts';
import { isCaseOrdering, isMoneyOrdering } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, FactList, SidePanel, useShortcut, type Fact } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { BulkPanel } from '../../../shared/cases/deciding/BulkPanel.tsx';
import { NOTHING_SELECTED, type CaseSelection } from '../../../shared/cases/deciding/case-selection.ts';
import type { RowSelection } from '../../../shared/list-page/use-row-selection.ts';
import { useQueueMutations } from '../queues.queries.ts';
import type { QueueTexts } from '../use-queue-texts.ts';
import { viewCasesHref } from '../view-cases.ts';
import { AssigneesPanel } from './AssigneesPanel.tsx';
import { DeleteQueue } from './DeleteQueue.tsx';
import { NextDue } from './NextDue.tsx';
import { QueueCases, type BulkChoice } from './QueueCases.tsx';
import { deleteCommand } from '../../../shared/list-page/common-commands.ts';
import { QueueForm } from './QueueForm.tsx';

type PanelProps = {
  readonly queue: Queue;
  /** Queues of the same environment, where its cases can go. */
  readonly others: readonly Queue[];
  readonly canWrite: boolean;
  readonly canAssign: boolean;
  readonly texts: QueueTexts;
  /** The row in hand among its cases, and those that are chosen together. */
  readonly inHand: RowSelection;
  readonly chosen: CaseSelection;
  readonly onChoose: (chosen: CaseSelection) => void;
  readonly onClose: () => void;
};

const QueueFacts = ({ queue, texts }: Pick<PanelProps, 'queue' | 'texts'>): ReactNode => {
  const text = useText('queues');
  const cases = useText('cases');
  const formats = useFormats();
  const { counts, users, orderBy } = queue;
  const ordering = isCaseOrdering(orderBy) ? text(`orderOf.${orderBy}`) : orderBy;
  const facts: readonly Fact[] = [
    [text('environment'), queue.environment.name],
    [text('assessment'), texts.assessment(queue)],
    [cases('state.Pending'), formats.number(counts.pending)],
    [cases('state.InReview'), formats.number(counts.inReview)],
    [cases('state.OnHold'), formats.number(counts.onHold)],
    [cases('state.Escalated'), formats.number(counts.escalated)],
    [cases('state.Holding'), formats.number(counts.settling)],
    [text('nextDue'), <NextDue key="due" queue={queue} texts={texts} />],
    [text('sequence'), text(`sequenceOf.${queue.sequence}`)],
    [
      text('form.orderBy'),
      <span key="order" title={isMoneyOrdering(orderBy) ? text('form.currencyHint') : undefined}>
        {`${ordering}, ${text(`form.${queue.direction}`)}`}
      </span>,
    ],
    [text('atTimeOut'), texts.timeOut(queue)],
    [text('assignees'), texts.assignees(queue)],
    [text('routedBy'), users.length === 0 ? text('noRule') : users.map(({ name }) => name).join(', ')],
  ];
  return <FactList facts={facts} />;
};

/** One queue: how its cases stand, and what can be done with it. */
export const QueuePanel = (props: PanelProps): ReactNode => {
  const { queue, others, canWrite, canAssign, texts, inHand, chosen, onChoose, onClose } = props;
  const text = useText('queues');
  const common = useText('common');
  const { pause } = useQueueMutations();
  const [doing, setDoing] = useState<'edit' | 'assign' | 'delete' | null>(null);
  const [bulk, setBulk] = useState<BulkChoice | null>(null);
  const stop = (): void => setDoing(null);
  useShortcut('e', text('edit'), () => setDoing('edit'), { active: canWrite });
  useShortcut('s', text('assign'), () => setDoing('assign'), { active: canAssign });
  if (doing === 'edit') return <QueueForm queue={queue} onClose={stop} onSaved={stop} />;
  if (doing === 'assign') return <AssigneesPanel queue={queue} onClose={stop} />;
  if (bulk !== null)
    return (
      <BulkPanel
        environmentId={queue.environment.id}
        {...bulk}
        onDecided={() => onChoose(NOTHING_SELECTED)}
        onClose={() => setBulk(null)}
      />
    );
  return (
    <SidePanel
      title={queue.name}
      onClose={onClose}
      takeFocus={false}
      footer={
        queue.canView ? (
          <CommandButton primary command={{ id: 'view', text: text('view'), keys: 'o', href: viewCasesHref(queue) }} />
        ) : (
          <p className="soft">{text('notYours')}</p>
        )
      }
    >
      <div className="stack-4">
        {texts.about(queue) === '' ? null : <p>{texts.about(queue)}</p>}
        {canWrite || canAssign ? (
          <div className="row-wrap">
            {canWrite ? (
              <>
                <CommandButton
                  command={{
                    id: 'edit',
                    text: text('edit'),
                    icon: EditRegular,
                    keys: 'e',
                    onSelect: () => setDoing('edit'),
                  }}
                />
                <CommandButton
                  command={{
                    id: 'pause',
                    text: text(queue.paused ? 'goOn' : 'pause'),
                    icon: queue.paused ? PlayRegular : PauseRegular,
                    onSelect: () => pause.mutate({ id: queue.id, version: queue.version, paused: !queue.paused }),
                    disabledReason: pause.isPending ? common('saving') : undefined,
                  }}
                />
              </>
            ) : null}
            {canAssign ? (
              <CommandButton
                command={{
                  id: 'assign',
                  text: text('assign'),
                  icon: PeopleRegular,
                  keys: 's',
                  onSelect: () => setDoing('assign'),
                }}
              />
            ) : null}
            {canWrite ? (
              <CommandButton
                command={deleteCommand({
                  text: common('action.delete'),
                  onSelect: () => setDoing('delete'),
                  disabledReason:
                    queue.users.length > 0
                      ? text('stillUsed', { rules: queue.users.map(({ name }) => name).join(', ') })
                      : undefined,
                })}
              />
            ) : null}
          </div>
        ) : null}
        {doing === 'delete' ? <DeleteQueue queue={queue} others={others} onCancel={stop} onDeleted={onClose} /> : null}
        {pause.error ? <ErrorState error={pause.error} compact /> : null}
        {queue.canView ? (
          <QueueCases queue={queue} inHand={inHand} chosen={chosen} onChoose={onChoose} onDecide={setBulk} />
        ) : null}
        <QueueFacts queue={queue} texts={texts} />
      </div>
    </SidePanel>
  );
};
