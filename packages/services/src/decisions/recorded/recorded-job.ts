import type { EventExplanation } from '@redoubt/contracts';
import {
  ActionRun,
  compilePlan,
  decideAsync,
  decideWatchedAsync,
  readValues,
  expandTrace,
  routeAsync,
  type ActionsResult,
  type DecidedEvent,
  type EngineInput,
  type MakeRule,
  type Plan,
  type PlanLevelSource,
  type PlanRule,
  type RecordedTrace,
  type RoutingResult,
} from '@redoubt/engine';
import { checkRule, compileWatched, CONDITION_PART, hasError, knownLanguage, type Explanation } from '@redoubt/fql';
import type { Json } from '@redoubt/kernel';
import { assessmentAnswer } from '../answers/answers.ts';
import type { ServiceContext } from '../../context.ts';
import { planForKind } from '../tenant-plans/plan-of-kind.ts';
import type { RecordedLevel } from '../../plans/load-recorded-plan.ts';
import { hashesNamedIn, listsIn, type Contents, type LoadRows } from '../../plans/named-lists.ts';
import { shownValue } from '../../shown-value.ts';
import { firstDifference, type Difference } from './first-difference.ts';
import { clauseIdsOf, recordedInput, type RecordedEvent } from './recorded-event.ts';

/** Work on a recorded event for a thread of evaluations, which is sent the rows of the lists apart. */
type RecordedJob = { readonly event: RecordedEvent };
/** Decides it again and compares. */
export type ReplayJob = RecordedJob & { readonly kind: 'replay' };
/** Runs its rules again and notes what every expression came to. */
export type ExplanationJob = RecordedJob & { readonly kind: 'explanation' };

/** Runs the routing rules of the plan that decided some events, one plan for all of them, whatever they were decided. */
export type RoutingJob = { readonly kind: 'routing'; readonly events: readonly RecordedEvent[] };

/** Lists in a thread of evaluations: `need` resolves once `contents` has those that are asked for. */
export type RecordedLists = {
  readonly contents: Contents;
  readonly need: (needs: { readonly hashes: readonly string[]; readonly facts: readonly [] }) => Promise<void>;
};

/** Who waits for work on a recorded event. */
type Asker = Pick<ServiceContext, 'tenantId' | 'actor'>;
/** Where events are decided again: the threads of evaluations. */
export type Replayer = {
  readonly evaluate: (asker: Asker, job: ReplayJob, load: LoadRows) => Promise<Difference | null>;
};
/** Where events find their queues: the threads of evaluations. */
export type EventRouter = {
  readonly evaluate: (asker: Asker, job: RoutingJob, load: LoadRows) => Promise<readonly (RoutingResult | null)[]>;
};
/** Where events are explained: the threads of evaluations. */
export type Explainer = {
  readonly evaluate: (asker: Asker, job: ExplanationJob, load: LoadRows) => Promise<EventExplanation>;
};

/** Levels as plans are compiled from them, with the lists whose rows are there when an event is looked at. */
export const withLists = (levels: readonly RecordedLevel[], contents: Contents): readonly PlanLevelSource[] =>
  levels.map((level) => ({ ...level, lists: listsIn(level.lists, contents) }));

const planOf = async (
  { kind, environmentId, levels, inputs }: RecordedEvent,
  { contents, need }: RecordedLists,
  make?: MakeRule,
): Promise<Plan> => {
  const language = knownLanguage(inputs.languageVersion);
  const sources = withLists(levels, contents);
  const { plan } = compilePlan(inputs.planId, environmentId, sources, new Map(), language, make);
  await need({ hashes: hashesNamedIn(plan, levels), facts: [] });
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

/** The routing rules of a plan as the one level that `RoutingResult` traces. */
const routingLevels = (levels: readonly RecordedLevel[]) =>
  levels.slice(-1).map(({ environmentId, routing = [] }) => ({ environmentId, rules: routing }));

/** A result as it is compared: everything it says about rules and values written out, however it was recorded. */
const comparable = (
  result: RecordedTrace & { readonly routing?: RoutingResult; readonly traced?: unknown },
  levels: readonly RecordedLevel[],
): Json => {
  // What clauses traced decides nothing, and was not always kept.
  const { stepErrors: _stepErrors, traced: _traced, routing, ...rest } = result;
  const whole = {
    ...rest,
    trace: expandTrace(result, levels, clauseIdsOf),
    values: readValues(result),
    ...(routing && {
      routing: {
        ...routing,
        trace: expandTrace(routing, routingLevels(levels), clauseIdsOf),
        values: readValues(routing),
      },
    }),
  };
  // As it would have been written: members without a value are gone.
  return JSON.parse(JSON.stringify(whole)) as Json;
};

/** The first difference between what was recorded and what comes out now; null where there is none. */
export const replayJob = async ({ event }: ReplayJob, lists: RecordedLists): Promise<Difference | null> => {
  const { kind, eventId, payload, levels, inputs, recorded } = event;
  const plan = await planOf(event, lists);
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

/** Where each event goes; null where its plan has no routing rules. Calls are answered as they were then. */
export const routingJob = async (
  { events }: RoutingJob,
  lists: RecordedLists,
): Promise<readonly (RoutingResult | null)[]> => {
  const [first] = events;
  if (first === undefined) return [];
  const plan = await planOf(first, lists);
  return Promise.all(events.map((event) => routeAsync(plan, recordedInput(event))));
};

const NOTHING: EventExplanation = { rules: [] };

/** The event with the rules alone that it got to. */
export const withRulesThatRan = (event: RecordedEvent): RecordedEvent => {
  const { recorded, levels: all } = event;
  const routed = recorded.routing ? expandTrace(recorded.routing, routingLevels(all), clauseIdsOf) : [];
  const ran = new Set(
    [...expandTrace(recorded, all, clauseIdsOf), ...routed]
      .filter(({ outcome }) => outcome !== 'notReached')
      .map(({ environmentId, ruleId }) => `${environmentId} ${ruleId}`),
  );
  const levels = all.map(({ routing = [], ...level }) => ({
    ...level,
    rules: level.rules.filter(({ id }) => ran.has(`${level.environmentId} ${id}`)),
    routing: routing.filter(({ id }) => ran.has(`${level.environmentId} ${id}`)),
    actions: [],
  }));
  return { ...event, levels };
};

/** What the expressions of a level's rules, routing rules among them, came to, by rule and part. */
const rulesExplained = (
  { environmentId, rules, routing }: Plan['levels'][number],
  level: RecordedLevel | undefined,
  explained: ReadonlyMap<PlanRule, Explanation>,
): EventExplanation['rules'] =>
  [...rules, ...routing].flatMap((rule) => {
    const explanation = explained.get(rule);
    const text = [...(level?.rules ?? []), ...(level?.routing ?? [])].find(({ id }) => id === rule.id)?.text;
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
export const explainJob = async ({ event }: ExplanationJob, lists: RecordedLists): Promise<EventExplanation> => {
  let last: Explanation | undefined;
  const watch = (explanation: Explanation): void => {
    last = explanation;
  };
  const plan = await planOf(event, lists, ({ source, symbols, language }) => {
    const { checked, diagnostics } = checkRule(source, symbols, language === undefined ? {} : { language });
    return hasError(diagnostics) ? 'it no longer compiles' : compileWatched(checked, watch);
  });
  const explained = new Map<PlanRule, Explanation>();
  const verdict = await decideWatchedAsync(plan, recordedInput(event), (rule) => {
    if (last) explained.set(rule, last);
  });
  const { decision, clause } = event.recorded;
  if (verdict.decision !== decision || verdict.clause !== clause) return NOTHING;
  return { rules: plan.levels.flatMap((level, depth) => rulesExplained(level, event.levels[depth], explained)) };
};
