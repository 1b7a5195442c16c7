import {
  decideCases,
  getCase,
  undoCaseDecision,
  type BodyOf,
  type CaseDecisionOption,
  type CaseResult,
} from '@redoubt/contracts';
import { MAX_CASE_NOTE, type CaseBlockEntity } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ErrorState, SidePanel, useFailureText, CommandButton } from '@redoubt/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { familyKey } from '../../../api/read.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useCall } from '../../../app/console-context.tsx';
import { useNotifyFailure } from '../../../notifications/CalloutProvider.tsx';
import { useNow } from '../../use-now.ts';
import { blockBody, chosenEntities } from './block-draft.ts';
import { EMPTY_DRAFT, withDecision, type DecisionDraft } from './decision-draft.ts';
import { DecisionButtons } from './DecisionButtons.tsx';
import { DecisionPane } from './DecisionPane.tsx';
import { UNDO_MS } from './recent-decision.ts';
import styles from './bulk.module.css';

/** What became of each case. */
export const Results = ({ results }: { readonly results: readonly CaseResult[] }): ReactNode => {
  const text = useText('cases');
  const say = useFailureText();
  return (
    <ul className="plain-list" aria-label={text('bulk.result')}>
      {results.map(({ caseId, eventId, outcome, problem, takenFrom }) => (
        <li key={caseId} className={styles.result} data-outcome={outcome}>
          <span className="mono-12 truncate">{eventId ?? caseId}</span>
          <span className="quiet">
            {problem !== null
              ? say({ code: problem, params: {} })
              : takenFrom === null
                ? ''
                : text('bulk.taken', { agent: takenFrom })}
          </span>
        </li>
      ))}
    </ul>
  );
};

const UndoAll = (props: {
  readonly environmentId: string;
  readonly ids: readonly string[];
  readonly untilMs: number;
}): ReactNode => {
  const { environmentId, ids, untilMs } = props;
  const text = useText('cases');
  const call = useCall();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  const [phase, setPhase] = useState<'open' | 'running' | 'done'>('open');
  const leftMs = untilMs - useNow(500);
  if (phase === 'done') return <p role="status">{text('undo.done')}</p>;
  if (leftMs <= 0 && phase === 'open') return null;
  const undo = async (): Promise<void> => {
    setPhase('running');
    const tried = await Promise.allSettled(
      ids.map((caseId) => call(undoCaseDecision, { params: { environmentId, caseId } })),
    );
    const failed = tried.find((each) => each.status === 'rejected');
    if (failed) notifyFailure(failed.reason, text('undo.failed'));
    setPhase('done');
    await client.invalidateQueries({ queryKey: familyKey(getCase, environmentId) });
  };
  return (
    <CommandButton
      appearance="outline"
      command={{
        id: 'undo',
        text: text('undo.action'),
        onSelect: () => void undo(),
        disabledReason: phase === 'running' ? text('undo.running') : undefined,
      }}
    />
  );
};

/** Decides the selected cases at once: decision, reason, note, and what became of each. */
export const BulkPanel = (props: {
  /** Where the cases are. */
  readonly environmentId: string;
  readonly caseIds: readonly string[];
  /** Sum of the amounts, where they share a currency. */
  readonly amount: string | undefined;
  readonly decisions: readonly CaseDecisionOption[];
  /** Support lists whose status Block the decision can set. */
  readonly blockable: readonly CaseBlockEntity[];
  /** The decision that opened the panel. */
  readonly first: string;
  readonly onDecided: () => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { environmentId, caseIds, amount, decisions, blockable, first, onDecided, onClose } = props;
  const text = useText('cases');
  const [draft, setDraft] = useState<DecisionDraft>(() => {
    const chosen = decisions.find(({ name }) => name === first);
    return chosen ? withDecision(EMPTY_DRAFT, chosen) : EMPTY_DRAFT;
  });
  const decide = useWrite(
    decideCases,
    (body: Omit<BodyOf<typeof decideCases>, 'caseIds'>) => ({ body: { ...body, caseIds: [...caseIds] } }),
    { environmentId, onAnswer: onDecided },
  );
  const answer = decide.data;
  const done = answer?.results.filter(({ outcome }) => outcome === 'done') ?? [];
  const skipped = (answer?.results.length ?? 0) - done.length;
  const [count] = useState(caseIds.length);
  return (
    <SidePanel title={text('bulk.title', { count })} headEnd={amount} onClose={onClose} takeFocus={false}>
      {answer ? (
        <div className="stack-3">
          <p role="status">
            <b>{text('bulk.done', { count: done.length })}</b>
            {skipped === 0 ? null : `, ${text('bulk.skipped', { count: skipped })}`}
          </p>
          <UndoAll
            environmentId={environmentId}
            ids={done.map(({ caseId }) => caseId)}
            untilMs={decide.submittedAt + UNDO_MS}
          />
          <Results results={answer.results} />
        </div>
      ) : (
        <>
          <DecisionButtons
            decisions={decisions}
            chosen={draft.decision}
            onChoose={(name) => {
              const decision = decisions.find((each) => each.name === name);
              if (decision) setDraft(withDecision(draft, decision));
            }}
          />
          <div className={styles.bulkPane}>
            <DecisionPane
              decisions={decisions}
              draft={draft}
              onReason={(reason) => setDraft({ ...draft, reason })}
              onNote={(note) => setDraft({ ...draft, note: note.slice(0, MAX_CASE_NOTE + 1) })}
              blockable={blockable}
              onBlock={(block) => setDraft({ ...draft, block })}
              onSubmit={() => {
                const { decision, reason, note, block } = draft;
                if (decision === null || reason === null) return;
                const chosen = decisions.find(({ name }) => name === decision);
                const entities = chosenEntities(block, chosen, blockable);
                decide.mutate({ decision, reason, note, ...blockBody(entities, block.days, Date.now()) });
              }}
              submitText={(decision) => text('bulk.submit', { decision, count })}
              disabledReason={decide.isPending ? text('sending') : undefined}
              problem={decide.error ? <ErrorState error={decide.error} compact /> : null}
            />
          </div>
        </>
      )}
    </SidePanel>
  );
};
