import { CONDITION_PART, type StepOutcome } from '@redoubt/fql';
import type { Id, Json } from '@redoubt/kernel';

export type TraceStep = {
  /** `condition` or the clause's id. */
  readonly part: string;
  readonly outcome: StepOutcome;
  /** Paths of the attributes this part read; values stand in `EngineResult.values`. */
  readonly reads: readonly string[];
  readonly error?: string;
};

/** What became of one rule; steps that were not reached are left out, as are those of a rule that did not run. */
export type TraceRule = {
  readonly environmentId: Id;
  readonly ruleId: Id;
  readonly version: number;
  readonly order: number;
  readonly outcome: RuleOutcomeName;
  readonly steps: readonly TraceStep[];
};

export type RuleOutcomeName = 'decided' | 'observed' | 'noClauseHit' | 'conditionFalse' | 'notReached' | 'error';

/**
 * What became of the rules of a plan, as it is recorded: for each level, root first, one text for each rule, such as
 * `3Ntf0,1f2`. It begins with the rule's order and a letter for its outcome; then each part that was reached has a letter
 * and the places in `values` of the attributes it read. Rules, versions and parts are those of the plan: written out they
 * would be the largest part of an event's record.
 */
export type RuleTrace = readonly (readonly string[])[];

/** The attributes that were read, in the order they were first met: path and value, null where it was missing. */
export type ReadValues = readonly (readonly [path: string, value: Json])[];

/** Level, order of the rule, number of the part (0 is the condition), and the message of its error. */
export type StepError = readonly [level: number, order: number, part: number, message: string];

/** A traced decision as it is recorded. Events of the first weeks keep rules and values written out. */
export type RecordedTrace = {
  readonly trace: RuleTrace | readonly TraceRule[];
  readonly values: ReadValues | Readonly<Record<string, Json>>;
  readonly stepErrors?: readonly StepError[];
};

/** A level of the plan that decided, root first; its rules in their order. */
export type TracedLevel<Rule> = { readonly environmentId: Id; readonly rules: readonly Rule[] };

export const RULE_LETTERS: Readonly<Record<RuleOutcomeName, string>> = {
  decided: 'D',
  observed: 'O',
  noClauseHit: 'N',
  conditionFalse: 'F',
  notReached: 'X',
  error: 'E',
};

export const STEP_LETTERS: Readonly<Record<StepOutcome, string>> = {
  true: 't',
  false: 'f',
  fired: 'd',
  notReached: 'x',
  error: 'e',
};

const namesByLetter = <Name extends string>(letters: Readonly<Record<Name, string>>): ReadonlyMap<string, Name> =>
  new Map((Object.entries(letters) as [Name, string][]).map(([name, letter]) => [letter, name]));

const RULE_OUTCOMES = namesByLetter(RULE_LETTERS);
const STEP_OUTCOMES = namesByLetter(STEP_LETTERS);

const RULE_TEXT = /^(\d+)([A-Z])((?:[a-z][\d,]*)*)$/;
const STEP_TEXT = /([a-z])([\d,]*)/g;

const isWrittenOut = (trace: RecordedTrace['trace']): trace is readonly TraceRule[] =>
  trace.some((entry) => !Array.isArray(entry));

const arePairs = (values: RecordedTrace['values']): values is ReadValues => Array.isArray(values);

/** Path → the value that was read. */
export const readValues = ({ values }: Pick<RecordedTrace, 'values'>): Readonly<Record<string, Json>> =>
  arePairs(values) ? Object.fromEntries(values) : values;

/** The steps of a rule, from their letters. */
const stepsOf = (text: string, clauseIds: readonly string[], paths: readonly string[]): TraceStep[] =>
  [...text.matchAll(STEP_TEXT)].flatMap(([, letter = '', reads = ''], at) => {
    const outcome = STEP_OUTCOMES.get(letter);
    const part = at === 0 ? CONDITION_PART : clauseIds[at - 1];
    if (outcome === undefined || outcome === 'notReached' || part === undefined) return [];
    const places = reads === '' ? [] : reads.split(',');
    return { part, outcome, reads: places.flatMap((place) => paths[Number(place)] ?? []) };
  });

/**
 * A recorded trace, written out. Text that no recorder wrote is left out, so that a replay names it as a difference.
 *
 * @param levels of the plan that decided.
 * @param clauseIdsOf the clauses of one of its rules, in order.
 */
export const expandTrace = <Rule extends { readonly id: Id; readonly version: number }>(
  { trace, values, stepErrors = [] }: RecordedTrace,
  levels: readonly TracedLevel<Rule>[],
  clauseIdsOf: (rule: Rule) => readonly string[],
): readonly TraceRule[] => {
  if (isWrittenOut(trace)) return trace;
  const paths = arePairs(values) ? values.map(([path]) => path) : [];
  const ruleOf = (text: string, at: number): TraceRule[] => {
    const [, digits = '', letter = '', letters = ''] = RULE_TEXT.exec(text) ?? [];
    const order = Number(digits);
    const [level, outcome] = [levels[at], RULE_OUTCOMES.get(letter)];
    const rule = level?.rules[order - 1];
    if (level === undefined || rule === undefined || outcome === undefined) return [];
    const clauseIds = clauseIdsOf(rule);
    const failed = stepErrors.filter((each) => each[0] === at && each[1] === order);
    const messages = new Map(
      failed.map(([, , part, message]) => [part === 0 ? CONDITION_PART : clauseIds[part - 1], message]),
    );
    const steps = stepsOf(letters, clauseIds, paths).map((step) => {
      const error = messages.get(step.part);
      return error === undefined ? step : { ...step, error };
    });
    return [{ environmentId: level.environmentId, ruleId: rule.id, version: rule.version, order, outcome, steps }];
  };
  return trace.flatMap((texts, at) => texts.flatMap((text) => ruleOf(text, at)));
};
