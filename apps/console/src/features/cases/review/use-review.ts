import {
  assignCase,
  decideCase,
  escalateCase,
  extendLease,
  getCase,
  holdCase,
  moveCases,
  releaseCase,
  reopenCase,
  returnCase,
  sendBackCase,
  startReview,
  type BodyOf,
  type CaseSummary,
} from '@redoubt/contracts';
import type { CaseBlockEntity } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { asFailure, useFailureText } from '@redoubt/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { familyKey } from '../../../api/read.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useTabDraft } from '../../../drafts/use-tab-draft.ts';
import { useNotify, useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { hrefOf, useGo } from '../../../routes/address.ts';
import { caseHref, caseKey, type CaseDetail } from '../../../shared/cases/cases.queries.ts';
import { blockBody, chosenEntities, type BlockDraft } from '../../../shared/cases/deciding/block-draft.ts';
import {
  EMPTY_DRAFT,
  isDecisionDraft,
  withDecision,
  type DecisionDraft,
} from '../../../shared/cases/deciding/decision-draft.ts';
import { draftKey, recentDecision } from '../../../shared/cases/deciding/recent-decision.ts';
import type { SetAside } from './aside/SetAsidePane.tsx';

/** What the pane beside the evidence is for, in place of a decision. */
export type AsideKind = SetAside['kind'] | 'assign' | 'move';

type Changed = { readonly case: CaseSummary; readonly asOf: string };

/** What is decided here, as the strip of the last decision names it. */
const useSubject = (): ((of: CaseSummary) => string) => {
  const formats = useFormats();
  return ({ amount, currency, eventId }) => (amount === null ? eventId : formats.currency(amount, currency));
};

/**
 * A case on the review page: the draft of its decision, and everything that can be done with it.
 *
 * @param blockable support lists that a decision can set values of its event to Block on.
 */
export const useReview = (detail: CaseDetail, next: CaseSummary | undefined, blockable: readonly CaseBlockEntity[]) => {
  const text = useText('cases');
  const client = useQueryClient();
  const go = useGo();
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const subjectOf = useSubject();
  const { case: current, decisions } = detail;
  const { id: caseId, environmentId, queueId } = current;
  const { draft, change } = useTabDraft<DecisionDraft>(draftKey(caseId), EMPTY_DRAFT, isDecisionDraft);
  const [asideKind, setAsideKind] = useState<AsideKind | null>(null);
  const [isGivingBack, setGivingBack] = useState(false);

  const readAgain = (): void => void client.invalidateQueries({ queryKey: familyKey(getCase, environmentId) });
  const keep = ({ case: changed, asOf }: Changed): void => {
    client.setQueryData<CaseDetail>(caseKey(changed), (before) =>
      before ? { ...before, case: changed, asOf } : before,
    );
    readAgain();
  };
  // What is kept of a decision once the page of the next case stands: until then it would draw this page once more.
  const kept = useRef<(() => void) | 'gone' | null>(null);
  useEffect(() => {
    kept.current = null;
    return () => {
      if (typeof kept.current === 'function') kept.current();
      kept.current = 'gone';
    };
  }, []);
  /** The answer that takes a case already says what its page shows first. */
  const open = (taken: CaseSummary, asOf: string): void => {
    client.setQueryData<CaseDetail>(caseKey(taken), (before) => {
      if (before) return { ...before, case: taken, asOf };
      return taken.eventType === current.eventType && taken.queueId === queueId
        ? { ...detail, case: taken, consequences: [], asOf }
        : undefined;
    });
    go(caseHref(taken), { replace: true });
  };
  const toQueue = (): void => go(hrefOf('/casemanagement/queues/:queueId', { queueId }));

  const here = { environmentId, changes: 'nothing' } as const;
  const params = { caseId };
  const onError = (error: unknown): void => {
    notifyFailure(error, text('bar.failed'));
    readAgain();
  };
  const decide = useWrite(
    decideCase,
    (body: Omit<BodyOf<typeof decideCase>, 'takeNext'>) => ({
      params,
      body: { ...body, takeNext: true },
    }),
    {
      ...here,
      onAnswer: ({ case: decided, next: taken, asOf }) => {
        const undoUntil = decided.decision?.undoUntil ?? null;
        if (undoUntil !== null)
          recentDecision.made({
            caseId,
            environmentId,
            queueId,
            href: caseHref(decided),
            decision: decided.decision?.name ?? '',
            sentiment: decisions.find(({ name }) => name === decided.decision?.name)?.sentiment ?? null,
            subject: subjectOf(decided),
            untilMs: Date.now() + Date.parse(undoUntil) - Date.parse(asOf),
          });
        if (taken) open(taken, asOf);
        else toQueue();
        const keepDecided = (): void => keep({ case: decided, asOf });
        if (taken === null || kept.current === 'gone') keepDecided();
        else kept.current = keepDecided;
      },
    },
  );
  const start = useWrite(
    startReview,
    (body: { readonly caseId: string; readonly giveBack: boolean }) => ({ params: { queueId }, body }),
    {
      ...here,
      onAnswer: ({ case: taken, asOf }) => {
        setGivingBack(false);
        if (taken === null) notify({ severity: 'Information', title: text('queue.started') });
        else if (taken.id === caseId) keep({ case: taken, asOf });
        else open(taken, asOf);
        readAgain();
      },
    },
  );
  const extend = useWrite(extendLease, () => ({ params }), { ...here, onAnswer: keep });
  const sendBack = useWrite(sendBackCase, () => ({ params }), {
    ...here,
    onAnswer: (changed) => {
      keep(changed);
      toQueue();
    },
  });
  const release = useWrite(releaseCase, () => ({ params }), { ...here, onAnswer: keep });
  const giveToAgents = useWrite(returnCase, () => ({ params }), { ...here, onAnswer: keep });
  const reopen = useWrite(reopenCase, (reason: string) => ({ params, body: { reason } }), { ...here, onAnswer: keep });
  const afterAside = (changed: Changed): void => {
    keep(changed);
    setAsideKind(null);
    toQueue();
  };
  const hold = useWrite(
    holdCase,
    ({ reason, untilMs }: { readonly reason: string; readonly untilMs: number }) => ({
      params,
      body: { reason, until: new Date(untilMs).toISOString() },
    }),
    { ...here, onAnswer: afterAside },
  );
  const escalate = useWrite(escalateCase, (reason: string) => ({ params, body: { reason } }), {
    ...here,
    onAnswer: afterAside,
  });

  const failureText = useFailureText();
  const assign = useWrite(assignCase, (agentId: string | null) => ({ params, body: { agentId } }), {
    ...here,
    onAnswer: (changed) => {
      keep(changed);
      setAsideKind(null);
    },
  });
  const move = useWrite(moveCases, (to: string) => ({ body: { caseIds: [caseId], queueId: to } }), {
    ...here,
    onAnswer: ({ results: [result] }) => {
      const problem = result?.problem ?? null;
      if (problem === null) {
        setAsideKind(null);
        toQueue();
      } else notify({ severity: 'Error', title: text('bar.failed'), body: failureText({ code: problem, params: {} }) });
      readAgain();
    },
  });

  const take = (id: string, giveBack: boolean): void => {
    if (start.isPending) return;
    start.mutate(
      { caseId: id, giveBack },
      {
        onError: (error) => {
          if (asFailure(error).code === 'CASE-LEASE-OPEN') setGivingBack(true);
          else onError(error);
        },
      },
    );
  };
  return {
    draft,
    choose: (name: string) => {
      const decision = decisions.find((each) => each.name === name);
      if (decision) change(withDecision(draft, decision));
    },
    setReason: (reason: string) => change({ reason }),
    setNote: (note: string) => change({ note }),
    setBlock: (block: BlockDraft) => change({ block }),
    submit: () => {
      const { decision, reason, note, block } = draft;
      if (decision === null || reason === null || decide.isPending) return;
      const chosen = decisions.find(({ name }) => name === decision);
      const blocked = blockBody(chosenEntities(block, chosen, blockable), block.days, Date.now());
      decide.mutate({ decision, reason, note, ...blocked }, { onError: readAgain });
    },
    isDeciding: decide.isPending,
    decideError: decide.error,
    start: (giveBack = false) => take(caseId, giveBack),
    isStarting: start.isPending,
    startError: start.error,
    isGivingBack,
    dropGivingBack: () => setGivingBack(false),
    skip: () => {
      if (!next) return;
      if (current.lease?.own) take(next.id, true);
      else go(caseHref(next), { replace: true });
    },
    extend: () => {
      if (!extend.isPending)
        extend.mutate(undefined, { onError: (error) => notifyFailure(error, text('lease.extendFailed')) });
    },
    isExtending: extend.isPending,
    sendBack: () => sendBack.mutate(undefined, { onError }),
    release: () => release.mutate(undefined, { onError }),
    giveToAgents: () => giveToAgents.mutate(undefined, { onError }),
    reopen: (reason: string) => reopen.mutate(reason, { onError }),
    isReopening: reopen.isPending,
    aside: {
      kind: asideKind,
      open: setAsideKind,
      isSending: [hold, escalate, assign, move].some(({ isPending }) => isPending),
      error: asideKind === null ? null : { hold, escalate, assign, move }[asideKind].error,
      submit: (aside: SetAside) =>
        aside.kind === 'hold'
          ? hold.mutate(aside, { onError: readAgain })
          : escalate.mutate(aside.reason, { onError: readAgain }),
      assign: (agentId: string | null, name: string) =>
        assign.mutate(agentId, {
          onSuccess: () => {
            if (agentId !== null) notify({ severity: 'Success', title: text('assign.done', { agent: name }) });
          },
          onError: readAgain,
        }),
      move: (to: string) => move.mutate(to, { onError: readAgain }),
    },
    toQueue,
  };
};

export type Review = ReturnType<typeof useReview>;
