/** What a decision does to the event that is reviewed: its status. */
export const CASE_ACTIONS = ['Approve', 'Reject', 'None'] as const;
export type CaseDecisionAction = (typeof CASE_ACTIONS)[number];

/** The label that a decision sends. */
export const LABEL_ACTIONS = ['Fraud', 'NonFraud', 'None'] as const;
export type LabelAction = (typeof LABEL_ACTIONS)[number];

/** How the button of a decision looks; null is a plain button. */
export const SENTIMENTS = ['Positive', 'Negative', 'Neutral'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/** Bounds of a configuration (`docs/reference/limits.md`). */
export const MAX_CASE_DECISIONS = 20;
export const MAX_CASE_REASONS = 100;
export const MAX_DECISION_NAME = 60;
export const MAX_DECISION_REASON = 200;
export const MAX_CASE_ACTION_CODE = 20_000;

/** A decision that agents choose, as an administrator configures it. */
export type CaseDecision = {
  readonly name: string;
  readonly caseAction: CaseDecisionAction;
  readonly labelAction: LabelAction;
  /** One of them is given with every decision. */
  readonly reasons: readonly string[];
  readonly sentiment: Sentiment | null;
  /** Code of an action that runs with the decision; null where none does. */
  readonly code: string | null;
};

/** Decisions of one assessment, in the order of their buttons. */
export type CaseConfiguration = {
  readonly decisions: readonly CaseDecision[];
  /** Name of the decision that a time-out applies where a queue does not say otherwise. */
  readonly defaultDecision: string;
};

/** A rule of the configuration that is broken, with the place in it. */
export type CaseConfigurationProblem = {
  readonly code: 'tooFewNames' | 'nameTwice' | 'tooFewActions' | 'noReason' | 'reasonTwice' | 'unknownDefault';
  /** Index of the decision; null where all of them together are meant. */
  readonly decision: number | null;
};

/** What a time-out gives as the reason of its decision. */
export const TIME_OUT_REASON = 'Time-out';
/** The same of a case that one person decided, where no second person came: reports count it apart. */
export const NO_SECOND_DECISION_REASON = 'Time-out without second decision';

/** What is decided where an assessment has no configuration of its own. */
export const DEFAULT_CASE_CONFIGURATION: CaseConfiguration = {
  decisions: [
    {
      name: 'Approve',
      caseAction: 'Approve',
      labelAction: 'NonFraud',
      reasons: [
        'Wrong decision',
        'Account rehabilitated',
        'Business policy',
        'Verified customer',
        'Test account',
        'Low risk',
        'Not enough information',
        'Other',
      ],
      sentiment: 'Positive',
      code: null,
    },
    {
      name: 'Reject',
      caseAction: 'Reject',
      labelAction: 'Fraud',
      reasons: [
        'Stolen card',
        'Compromised account',
        'Collusion',
        'Fraud business',
        'Policy violation',
        'Unauthorised activity',
        'Friendly fraud',
        'Abuse',
        'Suspected fraud',
        'Other',
      ],
      sentiment: 'Negative',
      code: null,
    },
  ],
  defaultDecision: 'Approve',
};

const indexesOfRepeats = (values: readonly string[]): readonly number[] => {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    const key = value.trim().toLowerCase();
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
};

/**
 * What is wrong with a configuration; empty where it can be used. At least two names and two distinct case actions, a
 * reason for each decision, and a default that is one of the names.
 */
export const caseConfigurationProblems = ({
  decisions,
  defaultDecision,
}: CaseConfiguration): readonly CaseConfigurationProblem[] => {
  const problems: CaseConfigurationProblem[] = indexesOfRepeats(decisions.map(({ name }) => name)).map((decision) => ({
    code: 'nameTwice',
    decision,
  }));
  if (decisions.length < 2) problems.push({ code: 'tooFewNames', decision: null });
  if (new Set(decisions.map(({ caseAction }) => caseAction)).size < 2)
    problems.push({ code: 'tooFewActions', decision: null });
  for (const [decision, { reasons }] of decisions.entries()) {
    if (reasons.length === 0) problems.push({ code: 'noReason', decision });
    if (indexesOfRepeats(reasons).length > 0) problems.push({ code: 'reasonTwice', decision });
  }
  if (!decisions.some(({ name }) => name === defaultDecision))
    problems.push({ code: 'unknownDefault', decision: null });
  return problems;
};
