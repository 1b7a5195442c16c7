import type { EventExplanation } from '@redoubt/contracts';
import { listNameKey } from '@redoubt/domain';
import {
  ActionRun,
  compilePlan,
  decideAsync,
  decideUntracedAsync,
  readValues,
  expandTrace,
  type ActionsResult,
  type DecidedEvent,
  type EngineInput,
  type MakeRule,
  type Plan,
  type PlanLevelSource,
  type PlanRule,
  type RecordedTrace,
} from '@redoubt/engine';
import { checkRule, compileWatched, CONDITION_PART, hasError, knownLanguage, type Explanation } from '@redoubt/fql';
import type { Id, Json } from '@redoubt/kernel';
import type { Database } from '@redoubt/storage';
import { assessmentAnswer } from './answers.ts';
import type { ServiceContext } from '../context.ts';
import { planForKind } from './plan-of-kind.ts';
import { readListContent, type ListContentMessage } from '../plans/list-content.ts';
import { listSourceOf, type ListIndex } from '../plans/list-index.ts';
import type { RecordedLevel, RecordedList } from '../plans/load-recorded-plan.ts';
import { shownValue } from '../shown-value.ts';
import { firstDifference, type Difference } from './first-difference.ts';
import { clauseIdsOf, recordedInput, type RecordedEvent } from './recorded-event.ts';

/** Work on a recorded event for a thread of evaluations, which is sent the rows of the lists apart. */
type RecordedJob = { readonly event: RecordedEvent; readonly lists: readonly RecordedList[] };
/** Decides it again and compares. */
export type ReplayJob = RecordedJob & { readonly kind: 'replay' };
/** Runs its rules again and notes what every expression came to. */
export type ExplanationJob = RecordedJob & { readonly kind: 'explanation' };

type Contents = ReadonlyMap<string, ListIndex>;

const codesOf = (levels: readonly RecordedLevel[]): string =>
  levels
    .flatMap(({ rules, actions = [], functions = [], velocitySets = [] }) =>
      [...rules, ...actions, ...functions, ...velocitySets].map(({ text }) => text),
    )
    .flatMap(({ condition, clauses }) => [condition, ...clauses.map(({ code }) => code)])
    .join('\n');

/** The lists that the texts of a recorded event may read: at least those they name. */
export const listsNamedIn = ({ levels }: RecordedEvent): readonly RecordedList[] => {
  const codes = codesOf(levels);
  const isSpelled = codes.includes('\\');
  const all = listNameKey(codes);
  return levels.flatMap(({ lists }) => lists.filter(({ name }) => isSpelled || all.includes(listNameKey(name))));
};

/** Gives the rows of lists by their hashes. */
export const rowsOf =
  (database: Database, tenantId: Id, lists: readonly RecordedList[]) =>
  (hashes: readonly string[]): Promise<readonly ListContentMessage[]> =>
    database.inTenant(tenantId, async (trx) => {
      const contents: ListContentMessage[] = [];
      for (const list of new Map(lists.map((each) => [each.hash, each])).values()) {
        if (hashes.includes(list.hash)) contents.push({ hash: list.hash, ...(await readListContent(trx, list)) });
      }
      return contents;
    });

/** Gives the rows of lists by their hashes. */
export type LoadRows = ReturnType<typeof rowsOf>;

/** Who waits for work on a recorded event. */
type Asker = Pick<ServiceContext, 'tenantId' | 'actor'>;
/** Where events are decided again: the threads of evaluations. */
export type Replayer = {
  readonly evaluate: (asker: Asker, job: ReplayJob, load: LoadRows) => Promise<Difference | null>;
};
/** Where events are explained: the threads of evaluations. */
export type Explainer = {
  readonly evaluate: (asker: Asker, job: ExplanationJob, load: LoadRows) => Promise<EventExplanation>;
};

/** Levels as plans are compiled from them, with the lists whose rows are there. */
export const withLists = (levels: readonly RecordedLevel[], contents: Contents): readonly PlanLevelSource[] =>
  levels.map((level) => ({
    ...level,
    lists: listSourceOf(
      level.lists.flatMap(({ name, hash }) => {
        const index = contents.get(hash);
        return index ? [{ name, index }] : [];
      }),
    ),
  }));

const planOf = ({ kind, environmentId, levels, inputs }: RecordedEvent, contents: Contents, make?: MakeRule): Plan => {
  const language = knownLanguage(inputs.languageVersion);
  const sources = withLists(levels, contents);
  const { plan } = compilePlan(inputs.planId, environmentId, sources, new Map(), language, make);
  return planForKind(kind, plan);
};

/** The actions again, as far as they had come when the event was answered; no call is made. */
const actAgain = async (
  plan: Plan,
  input: EngineInput,
  decided: DecidedEvent,
  recorded: ActionsResult | undefined,
): Promise<ActionsResult> => {
  const run = new ActionRun(plan, input, decided);
  await run.runAsync(recorded?.trace.filter(({ outcome }) => outcome !== 'late').length);
  return run.result;
};

/** A result as it is compared: everything it says about rules and values written out, however it was recorded. */
const comparable = (result: RecordedTrace, levels: readonly RecordedLevel[]): Json => {
  const { stepErrors: _stepErrors, ...rest } = result;
  const whole = { ...rest, trace: expandTrace(result, levels, clauseIdsOf), values: readValues(result) };
  // As it would have been written: members without a value are gone.
  return JSON.parse(JSON.stringify(whole)) as Json;
};

/** The first difference between what was recorded and what comes out now; null where there is none. */
export const replayJob = async ({ event }: ReplayJob, contents: Contents): Promise<Difference | null> => {
  const { kind, eventId, payload, levels, inputs, recorded } = event;
  const plan = planOf(event, contents);
  const input = recordedInput(event);
  const made = await decideAsync(plan, input);
  const { variables: _variables, ...decided } = made;
  const result =
    plan.actions === 'none' ? decided : { ...decided, actions: await actAgain(plan, input, made, recorded.actions) };
  const { generated, reference = '', answered } = inputs;
  const recomputed = {
    ...result,
    // Answers of version 1 had another form (ADR 0058), and say nothing that the result does not.
    answer:
      inputs.languageVersion === 1
        ? recorded.answer
        : assessmentAnswer({ kind, eventId, body: payload, reference, generated, facts: answered }, result),
  };
  return firstDifference(comparable(recorded, levels), comparable(recomputed, levels));
};

const NOTHING: EventExplanation = { rules: [] };

/** The event with the rules alone that it got to. */
export const withRulesThatRan = (event: RecordedEvent): RecordedEvent => {
  const ran = new Set(
    expandTrace(event.recorded, event.levels, clauseIdsOf)
      .filter(({ outcome }) => outcome !== 'notReached')
      .map(({ environmentId, ruleId }) => `${environmentId} ${ruleId}`),
  );
  const levels = event.levels.map((level) => ({
    ...level,
    rules: level.rules.filter(({ id }) => ran.has(`${level.environmentId} ${id}`)),
    actions: [],
  }));
  return { ...event, levels };
};

/** What the expressions of a level's rules came to, by rule and part. */
const rulesExplained = (
  { environmentId, rules: planned }: Plan['levels'][number],
  level: RecordedLevel | undefined,
  explained: ReadonlyMap<PlanRule, Explanation>,
): EventExplanation['rules'] =>
  planned.flatMap((rule) => {
    const explanation = explained.get(rule);
    const text = level?.rules.find(({ id }) => id === rule.id)?.text;
    if (explanation === undefined || text === undefined) return [];
    const byPart = Map.groupBy(explanation.values, ({ part }) => part);
    const part = (kind: 'condition' | 'clause', id: string, name: string) => ({
      kind,
      name,
      values: (byPart.get(id) ?? [])
        .filter(({ error }) => error === null)
        .map(({ from, to, value }) => ({ from, to, value: shownValue(value) })),
    });
    const clauses = text.clauses.map(({ id, name }) => part('clause', id, name));
    return [{ environmentId, ruleId: rule.id, parts: [part('condition', CONDITION_PART, CONDITION_PART), ...clauses] }];
  });

/** What each expression came to; nothing where the record no longer gives the recorded decision. */
export const explainJob = async ({ event }: ExplanationJob, contents: Contents): Promise<EventExplanation> => {
  let last: Explanation | undefined;
  const watch = (explanation: Explanation): void => {
    last = explanation;
  };
  const plan = planOf(event, contents, ({ source, symbols, language }) => {
    const { checked, diagnostics } = checkRule(source, symbols, language === undefined ? {} : { language });
    return hasError(diagnostics) ? 'it no longer compiles' : compileWatched(checked, watch);
  });
  const explained = new Map<PlanRule, Explanation>();
  const verdict = await decideUntracedAsync(plan, recordedInput(event), (rule) => {
    if (last) explained.set(rule, last);
  });
  const { decision, clause } = event.recorded;
  if (verdict.decision !== decision || verdict.clause !== clause) return NOTHING;
  return { rules: plan.levels.flatMap((level, depth) => rulesExplained(level, event.levels[depth], explained)) };
};
