import { FolderArrowRightRegular, PersonArrowRightRegular } from '@fluentui/react-icons';
import { supportValuesOf } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import {
  Chip,
  DecisionChip,
  ErrorState,
  FraudLabelChip,
  IdText,
  Loading,
  shortenMiddle,
  useShortcut,
} from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useCall } from '../../../app/console-context.tsx';
import { LIVE_MS, nextCasesQuery, type CaseDetail } from '../../../shared/cases/cases.queries.ts';
import { eventQuery } from '../../../shared/events/events.queries.ts';
import { JsonDrawer } from '../../../shared/events/parts/json/JsonDrawer.tsx';
import { RevealProvider, useRevealedEvent } from '../../../shared/events/reveal/use-revealed-event.ts';
import { useEventTitle } from '../../../shared/events/use-event-title.ts';
import { useNow } from '../../../shared/use-now.ts';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import { CaseBand } from './CaseBand.tsx';
import { CaseEvidence } from './evidence/CaseEvidence.tsx';
import { DecidedPane } from './decided/DecidedPane.tsx';
import { DecisionPane } from '../../../shared/cases/deciding/DecisionPane.tsx';
import { AssignPane, MoveHerePane } from './aside/HandOver.tsx';
import { LeaseWarning } from './lease/LeaseClock.tsx';
import { NextCases } from './NextCases.tsx';
import { recentDecision } from '../../../shared/cases/deciding/recent-decision.ts';
import { RecentUndo } from './decided/RecentUndo.tsx';
import { ReviewBar } from './ReviewBar.tsx';
import styles from './review.module.css';
import { SetAsidePane } from './aside/SetAsidePane.tsx';
import { useArrivals } from './evidence/use-arrivals.ts';
import { useNextLoaded } from './use-next-loaded.ts';
import { useLeaseRenewal } from './lease/use-lease-renewal.ts';
import { useReview } from './use-review.ts';

const QUEUE = '/casemanagement/queues/:queueId';

/** Cases that the strip of the next ones shows. */
const NEXT_SHOWN = 5;

/** Cases that are read for it: the one on the screen may still count among those that wait, others wait for colleagues. */
const NEXT_READ = 12;

/** How often the event is read again, for what comes in about it later. */
const ARRIVALS_MS = 10_000;

const DueChip = ({ found }: { readonly found: CaseDetail }): ReactNode => {
  const text = useText('cases');
  const formats = useFormats();
  const provided = useProvidedNames();
  const nowMs = useNow(30_000);
  const { dueAt, endedAt } = found.case;
  if (endedAt !== null) return null;
  const decision = provided.shown(found.queue.defaultDecision);
  return (
    <Chip title={text('due.title', { decision, at: formats.dateTime(dueAt) })}>
      {Date.parse(dueAt) > nowMs
        ? text('due.in', { when: formats.relative(dueAt, nowMs) })
        : text('due.now', { decision })}
    </Chip>
  );
};

/** A case that is there, with its event as far as that has come. */
export const CaseReview = ({
  found,
  receivedMs,
}: {
  readonly found: CaseDetail;
  /** When the answer came, by the clock of this computer. */
  readonly receivedMs: number;
}): ReactNode => {
  const text = useText('cases');
  const formats = useFormats();
  const call = useCall();
  const titleOf = useEventTitle();
  const of = found.case;
  const { environmentId, eventType, eventId, queueId, lease, state } = of;
  const event = useQuery({
    ...eventQuery(call, environmentId, { eventType, eventEnvironmentId: environmentId, eventId }),
    refetchInterval: ARRIVALS_MS,
  });
  const list = useQuery({
    ...nextCasesQuery(call, environmentId, queueId, NEXT_READ),
    refetchInterval: LIVE_MS,
  });
  const after = list.data?.cases
    .filter(({ id, assignee }) => id !== of.id && assignee?.own !== false)
    .toSorted((one, other) => Number(other.assignee !== null) - Number(one.assignee !== null))
    .slice(0, NEXT_SHOWN);
  const [next] = after ?? [];
  const isNextLoaded = useNextLoaded(next);
  const request = event.data?.request;
  const blockable = useMemo(() => {
    const present = new Set(supportValuesOf(request).map(({ entity }) => entity));
    return found.canBlock.filter((entity) => present.has(entity));
  }, [request, found.canBlock]);
  const review = useReview(found, next, blockable);
  const [isJsonOpen, setJsonOpen] = useState(false);

  const isOwn = state === 'InReview' && lease?.own === true;
  const hadLease = useRef(isOwn);
  useEffect(() => {
    if (isOwn) hadLease.current = true;
  }, [isOwn]);
  // The clock of this computer may differ from the server's: only lengths of time are taken from the answer.
  const here = (at: string): number => receivedMs + Date.parse(at) - Date.parse(found.asOf);
  const ownLease = isOwn ? { sinceMs: here(lease.since), untilMs: here(lease.until) } : undefined;
  useLeaseRenewal(ownLease?.untilMs, review.extend);

  const disabledReason = isOwn
    ? undefined
    : !found.canReview
      ? text('bar.noRight')
      : lease !== null
        ? text('bar.leasedBy', { agent: lease.agent })
        : text('bar.needsLease');
  const skipDisabledReason =
    next === undefined
      ? text('bar.noNext')
      : isOwn && found.queue.sequence === 'Restricted'
        ? text('bar.restricted')
        : undefined;
  useShortcut('ArrowRight', text('bar.skip'), review.skip, { active: skipDisabledReason === undefined });
  useShortcut('Escape', text('bar.back', { queue: found.queue.name }), review.toQueue, {
    active: !isJsonOpen && review.aside.kind === null,
  });

  const isWithOther = lease !== null && !lease.own;
  const handOver = {
    of,
    isSending: review.aside.isSending,
    error: review.aside.error,
    onCancel: () => review.aside.open(null),
  };
  const handOverReason = (may: boolean): string | undefined =>
    isWithOther ? text('bar.leasedBy', { agent: lease.agent }) : may ? undefined : text('bar.needsLease');
  const { shown: detail, reveal } = useRevealedEvent(event.data);
  const hasEnded = of.endedAt !== null;
  useArrivals(detail, !hasEnded);
  const done = recentDecision.decidedOf(queueId);
  const place = done + 1;
  return (
    <ConsolePage
      title={detail ? titleOf(detail) : shortenMiddle(eventId, 24)}
      crumb={shortenMiddle(eventId, 18)}
      named={{ [QUEUE]: found.queue.name }}
      fill
      bleed
      chips={
        <>
          {detail ? <DecisionChip decision={detail.decision} /> : null}
          {isOwn ? null : <Chip solid>{text(`state.${state}`)}</Chip>}
          {isOwn && list.data ? (
            <Chip>
              {text('position', {
                position: formats.number(place),
                total: formats.number(place + list.data.total),
              })}
            </Chip>
          ) : null}
          <DueChip found={found} />
          {detail && detail.fraudLabel !== 'None' ? <FraudLabelChip label={detail.fraudLabel} /> : null}
        </>
      }
      aside={
        <>
          <span title={formats.utc(of.eventTime)}>{formats.dateTime(of.eventTime)}</span>
          <IdText id={eventId} length={18} name={text('case')} />
        </>
      }
    >
      <div className="fill-column">
        <ReviewBar
          decisions={found.decisions}
          chosen={review.draft.decision}
          onChoose={(name) => {
            review.aside.open(null);
            review.choose(name);
          }}
          disabledReason={disabledReason}
          lease={ownLease}
          isExtending={review.isExtending}
          onExtend={review.extend}
          onHold={() => review.aside.open('hold')}
          onEscalate={() => review.aside.open('escalate')}
          onSendBack={review.sendBack}
          onSkip={review.skip}
          more={[
            ...(hasEnded || !found.canReview
              ? []
              : [
                  {
                    id: 'assign',
                    text: text('bar.assign'),
                    icon: PersonArrowRightRegular,
                    keys: 'P',
                    onSelect: () => review.aside.open('assign'),
                    disabledReason: handOverReason(found.canManage || isOwn),
                  },
                ]),
            ...(hasEnded || !found.canManage
              ? []
              : [
                  {
                    id: 'move',
                    text: text('bar.move'),
                    icon: FolderArrowRightRegular,
                    keys: 'Q',
                    onSelect: () => review.aside.open('move'),
                    disabledReason: handOverReason(true),
                  },
                ]),
          ]}
          skipDisabledReason={skipDisabledReason}
          isJsonOpen={isJsonOpen}
          onJson={() => setJsonOpen(!isJsonOpen)}
        />
        {ownLease ? <LeaseWarning untilMs={ownLease.untilMs} onExtend={review.extend} /> : null}
        <CaseBand
          of={of}
          queue={found.queue}
          canReview={found.canReview}
          canManage={found.canManage}
          hadLease={hadLease.current}
          lost={found.lost}
          review={review}
        />
        <div className={styles.columns}>
          <div className={styles.decide}>
            {hasEnded ? (
              <DecidedPane of={of} decisions={found.decisions} consequences={found.consequences} />
            ) : review.aside.kind === null ? (
              <DecisionPane
                decisions={found.decisions}
                draft={review.draft}
                onReason={review.setReason}
                onNote={review.setNote}
                blockable={blockable}
                onBlock={review.setBlock}
                onSubmit={review.submit}
                disabledReason={review.isDeciding ? text('sending') : disabledReason}
                submitText={(decision) => (next === undefined ? decision : text('submit.next', { decision }))}
                problem={review.decideError ? <ErrorState error={review.decideError} compact /> : null}
              />
            ) : review.aside.kind === 'assign' ? (
              <AssignPane {...handOver} onPick={review.aside.assign} />
            ) : review.aside.kind === 'move' ? (
              <MoveHerePane {...handOver} onPick={review.aside.move} />
            ) : (
              <SetAsidePane
                key={review.aside.kind}
                kind={review.aside.kind}
                isSending={review.aside.isSending}
                problem={review.aside.error ? <ErrorState error={review.aside.error} compact /> : null}
                onSubmit={review.aside.submit}
                onCancel={() => review.aside.open(null)}
              />
            )}
            <RecentUndo />
          </div>
          {detail ? (
            <RevealProvider value={reveal}>
              <CaseEvidence of={of} detail={detail} />
            </RevealProvider>
          ) : (
            <div className={styles.waiting}>
              {event.isError ? (
                <ErrorState error={event.error} onRetry={() => void event.refetch()} />
              ) : (
                <Loading rows={14} rowHeight={26} />
              )}
            </div>
          )}
        </div>
        {isJsonOpen && detail ? <JsonDrawer detail={detail} onClose={() => setJsonOpen(false)} /> : null}
        <NextCases cases={after} firstPosition={isOwn ? place + 1 : 1} isLoaded={isNextLoaded} />
      </div>
    </ConsolePage>
  );
};
