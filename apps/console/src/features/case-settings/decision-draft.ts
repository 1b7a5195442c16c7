import type { CaseConfigurationJson } from '@redoubt/contracts';
import {
  caseConfigurationProblems,
  type CaseConfigurationProblem,
  type CaseDecisionAction,
  type LabelAction,
  type Sentiment,
} from '@redoubt/domain';
import { linesOf } from '../../shared/forms/lines-of.ts';

/** A decision as it is typed in. */
export type DecisionDraft = {
  readonly key: number;
  readonly name: string;
  readonly caseAction: CaseDecisionAction;
  readonly labelAction: LabelAction;
  /** One reason per line. */
  readonly reasons: string;
  readonly sentiment: Sentiment | null;
  readonly code: string;
};

export type ConfigurationDraft = {
  readonly decisions: readonly DecisionDraft[];
  /** Key of the decision that a time-out takes; null where it is none of them. */
  readonly fallback: number | null;
};

export const draftOf = ({
  queueDecisions,
  defaultDecisionButtonName,
  defaultDecisionName,
}: CaseConfigurationJson): ConfigurationDraft => {
  const decisions = queueDecisions.map(
    ({ name, caseAction, labelAction, reasons, buttonSentiment, fqlAction }, key): DecisionDraft => ({
      key,
      name,
      caseAction,
      labelAction,
      reasons: reasons.join('\n'),
      sentiment: buttonSentiment,
      code: fqlAction ?? '',
    }),
  );
  const fallback = defaultDecisionButtonName ?? defaultDecisionName;
  return { decisions, fallback: decisions.find(({ name }) => name === fallback)?.key ?? null };
};

/** The JSON that is saved. */
export const jsonOf = ({ decisions, fallback }: ConfigurationDraft): CaseConfigurationJson => ({
  queueDecisions: decisions.map(({ name, caseAction, labelAction, reasons, sentiment, code }) => ({
    name: name.trim(),
    caseAction,
    labelAction,
    reasons: linesOf(reasons),
    buttonSentiment: sentiment,
    fqlAction: code.trim() === '' ? null : code,
  })),
  defaultDecisionButtonName: decisions.find(({ key }) => key === fallback)?.name.trim() ?? '',
});

export type DraftProblem = CaseConfigurationProblem | { readonly code: 'noName'; readonly decision: number };

/** What keeps a draft from being saved. */
export const draftProblems = (draft: ConfigurationDraft): readonly DraftProblem[] => {
  const { queueDecisions, defaultDecisionButtonName = '' } = jsonOf(draft);
  return [
    ...queueDecisions.flatMap(({ name }, decision): readonly DraftProblem[] =>
      name === '' ? [{ code: 'noName', decision }] : [],
    ),
    ...caseConfigurationProblems({
      decisions: queueDecisions.map(({ buttonSentiment, fqlAction, ...decision }) => ({
        ...decision,
        sentiment: buttonSentiment,
        code: fqlAction,
      })),
      defaultDecision: defaultDecisionButtonName,
    }),
  ];
};

export const withDecision = (draft: ConfigurationDraft): ConfigurationDraft => {
  const key = Math.max(-1, ...draft.decisions.map((each) => each.key)) + 1;
  const added: DecisionDraft = {
    key,
    name: '',
    caseAction: 'None',
    labelAction: 'None',
    reasons: '',
    sentiment: null,
    code: '',
  };
  return { ...draft, decisions: [...draft.decisions, added] };
};

export const withChange = (
  { decisions, fallback }: ConfigurationDraft,
  key: number,
  change: Partial<DecisionDraft>,
): ConfigurationDraft => ({
  decisions: decisions.map((each) => (each.key === key ? { ...each, ...change } : each)),
  fallback,
});

export const withoutDecision = ({ decisions, fallback }: ConfigurationDraft, key: number): ConfigurationDraft => ({
  decisions: decisions.filter((each) => each.key !== key),
  fallback: fallback === key ? null : fallback,
});

/** Moves the button of a decision one place to the left or right. */
export const withMoved = ({ decisions, fallback }: ConfigurationDraft, key: number, by: -1 | 1): ConfigurationDraft => {
  const from = decisions.findIndex((each) => each.key === key);
  const moved = decisions[from];
  if (!moved || from + by < 0 || from + by >= decisions.length) return { decisions, fallback };
  return { decisions: decisions.toSpliced(from, 1).toSpliced(from + by, 0, moved), fallback };
};

type UsedDecision = { readonly name: string; readonly decision: string };

/** Names of decisions that queues take and a draft no longer has, with those queues. */
export const orphanedDecisions = <Queue extends UsedDecision>(
  { decisions }: ConfigurationDraft,
  queues: readonly Queue[],
): ReadonlyMap<string, readonly Queue[]> => {
  const names = new Set(decisions.map(({ name }) => name.trim()));
  return Map.groupBy(
    queues.filter(({ decision }) => !names.has(decision)),
    ({ decision }) => decision,
  );
};
