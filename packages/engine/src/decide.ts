import { NO_CLAUSE_HIT, type Decision, type EventKind } from '@redoubt/domain';
import type {
  CallRecord,
  CallSource,
  EnrichmentSource,
  EvaluationContext,
  RuleOutcome,
  StepOutcome,
} from '@redoubt/fql';
import type { Id, Json, JsonObject } from '@redoubt/kernel';
import type { Plan, PlanLevel, PlanRule } from './plan.ts';
import { recordedCalls, transactionCalls } from './calls.ts';
import { transactionFacts, type FactReads } from './facts.ts';
import { contextOf } from './functions.ts';
import { currentContributions, type VelocityPort } from './velocities.ts';

/** Everything a decision depends on besides the plan; recorded with the event, so that replay agrees. */
export type EngineInput = {
  readonly payload: JsonObject;
  /** Kind of the event, for velocities that include it; a purchase where absent. */
  readonly kind?: EventKind;
  /** Values the product adds, such as scores, addressed like attributes. */
  readonly generated: JsonObject;
  /** The one instant of the request, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly correlationId: string;
  /** Unsigned 32-bit integer behind `RandomInt`. */
  readonly seed: number;
  /** Velocities as they stood before the event; without it every one is 0. What it answers is recorded too. */
  readonly velocities?: VelocityPort;
  /** External calls and assessments; without it every call fails. Its answers are part of the result. */
  readonly calls?: CallSource;
  /** Facts about addresses, cards, devices, and models; what it answers is part of the result as well. */
  readonly enrichment?: EnrichmentSource;
};

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
  readonly outcome: 'decided' | 'observed' | 'noClauseHit' | 'conditionFalse' | 'notReached' | 'error';
  readonly steps: readonly TraceStep[];
};

/** A rule whose clauses fired, as the answer lists it (`ruleEvaluations`). */
export type RuleHit = {
  readonly ruleId: Id;
  readonly rule: string;
  readonly clauseNames: readonly string[];
  readonly environmentId: Id;
};

export type EngineResult = {
  readonly decision: Decision;
  readonly reason: string | null;
  readonly supportMessage: string | null;
  readonly challengeType: string | null;
  readonly rule: {
    readonly id: Id;
    readonly name: string;
    readonly version: number;
    readonly environmentId: Id;
  } | null;
  readonly clause: string | null;
  /** Clause name → the pairs of its `Output(...)`. */
  readonly outputs: Readonly<Record<string, JsonObject>>;
  readonly hits: readonly RuleHit[];
  readonly trace: readonly TraceRule[];
  /** Attribute path → the value it had; null where it was missing. Each attribute is read once per rule. */
  readonly values: Readonly<Record<string, Json>>;
  /** Evaluation errors as `<rule>/<clause>` → messages; they skip their statement and nothing else. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** External calls and assessments that were made, with what came back; absent where none was. */
  readonly calls?: readonly CallRecord[];
  /** Facts that were looked up; absent where none was. */
  readonly facts?: FactReads;
};

const outcomeOf = (outcome: RuleOutcome): TraceRule['outcome'] => {
  if (outcome.decision) return 'decided';
  if (!outcome.conditionMet) return outcome.errors.length > 0 ? 'error' : 'conditionFalse';
  if (outcome.firedClauseIds.length > 0) return 'observed';
  return outcome.errors.length > 0 ? 'error' : 'noClauseHit';
};

/** A table whose keys are user text: no key, `__proto__` included, means anything but itself. */
const dictionary = <Value>(): Record<string, Value> => Object.create(null) as Record<string, Value>;

/** Collects what happened while the plan runs. One per event. */
class Recorder {
  readonly outputs = dictionary<JsonObject>();
  readonly hits: RuleHit[] = [];
  readonly trace: TraceRule[] = [];
  readonly values = dictionary<Json>();
  readonly errors = dictionary<string[]>();

  add(level: PlanLevel, rule: PlanRule, outcome: RuleOutcome): void {
    this.trace.push({
      environmentId: level.environmentId,
      ruleId: rule.id,
      version: rule.version,
      order: rule.order,
      outcome: outcomeOf(outcome),
      steps: this.#steps(rule, outcome),
    });
    for (const error of outcome.errors) {
      const clause = rule.clauseNames.get(error.part) ?? error.part;
      (this.errors[`${rule.name}/${clause}`] ??= []).push(error.message);
    }
    if (outcome.firedClauseIds.length === 0) return;
    const clauseNames = outcome.firedClauseIds.map((id) => rule.clauseNames.get(id) ?? id);
    this.hits.push({ ruleId: rule.id, rule: rule.name, clauseNames, environmentId: level.environmentId });
    for (const [clauseId, pairs] of Object.entries(outcome.outputs)) {
      const name = rule.clauseNames.get(clauseId) ?? clauseId;
      this.outputs[name] = { ...this.outputs[name], ...pairs };
    }
  }

  addNotReached(level: PlanLevel, rule: PlanRule): void {
    this.trace.push({
      environmentId: level.environmentId,
      ruleId: rule.id,
      version: rule.version,
      order: rule.order,
      outcome: 'notReached',
      steps: [],
    });
  }

  #steps(rule: PlanRule, outcome: RuleOutcome): TraceStep[] {
    const steps: TraceStep[] = [];
    for (const step of outcome.steps) {
      if (step.outcome === 'notReached') continue;
      const reads: string[] = [];
      for (const slot of step.reads) {
        const path = rule.compiled.attributes[slot];
        if (path === undefined) continue;
        reads.push(path);
        this.values[path] = outcome.slots[slot] ?? null;
      }
      steps.push({
        part: step.part,
        outcome: step.outcome,
        reads,
        ...(step.error ? { error: step.error.message } : {}),
      });
    }
    return steps;
  }
}

/** What runs next: a rule, and the context it sees. */
type Step = { readonly rule: PlanRule; readonly context: EvaluationContext };

/** Goes through the rules of a plan; each is run by whoever drives this, at once or waiting. */
// oxlint-disable-next-line eslint/func-style -- only a function can be a generator
function* deciding(plan: Plan, given: EngineInput): Generator<Step, EngineResult, RuleOutcome> {
  const recorder = new Recorder();
  const looked = given.enrichment && transactionFacts(given.enrichment);
  const input: EngineInput = looked ? { ...given, enrichment: looked.source } : given;
  const current = currentContributions(plan, input);
  let anyMatched = false;
  let decided: { level: PlanLevel; rule: PlanRule; outcome: RuleOutcome } | null = null;
  let stopped = false;
  let variables: JsonObject = {};

  for (const level of plan.levels) {
    const context = contextOf(plan.levels, level, input, current);
    for (const rule of level.rules) {
      if (stopped) {
        recorder.addNotReached(level, rule);
        continue;
      }
      const outcome = yield { rule, context: { ...context, variables, seed: (input.seed ^ rule.seed) >>> 0 } };
      recorder.add(level, rule, outcome);
      if (Object.keys(outcome.variables).length > 0) variables = { ...variables, ...outcome.variables };
      if (outcome.decision) decided = { level, rule, outcome };
      anyMatched ||= outcome.conditionMet;
      stopped = outcome.decision !== null || (outcome.conditionMet && level.runMode === 'firstMatch');
    }
  }

  const { outputs, hits, trace, values, errors } = recorder;
  const facts = looked && Object.keys(looked.reads).length > 0 ? { facts: looked.reads } : {};
  const common = { outputs, hits, trace, values, errors, ...facts };
  const made = decided?.outcome.decision;
  if (!decided || !made) {
    return {
      decision: 'Approve',
      reason: anyMatched ? NO_CLAUSE_HIT : null,
      supportMessage: null,
      challengeType: null,
      rule: null,
      clause: null,
      ...common,
    };
  }
  const { level, rule } = decided;
  return {
    decision: made.decision,
    reason: made.reason,
    supportMessage: made.supportMessage,
    challengeType: made.challengeType,
    rule: { id: rule.id, name: rule.name, version: rule.version, environmentId: level.environmentId },
    clause: rule.clauseNames.get(made.clauseId) ?? made.clauseId,
    ...common,
  };
}

/**
 * Decides one event (`decisioning.md` §2.5). Pure: equal plan and input give an equal result. Not for plans that wait.
 *
 * The root environment's rules run first, then each descendant's. A decision ends the run; a matched rule without one
 * ends it in `firstMatch` mode. Nothing decided means Approve, with reason `NO_CLAUSE_HIT` where a condition held.
 * Global variables set by one rule are read by those after it.
 */
export const decide = (plan: Plan, input: EngineInput): EngineResult => {
  const steps = deciding(plan, input);
  let step = steps.next();
  while (!step.done) step = steps.next(step.value.rule.compiled.run(step.value.context));
  return step.value;
};

/**
 * As `decide`, for any plan: rules that call out are waited for. Equal requests are one call; the result names the calls
 * with their answers, and `recordedCalls` of them decides the event again.
 */
export const decideWaiting = async (plan: Plan, input: EngineInput): Promise<EngineResult> => {
  if (!plan.waits) return decide(plan, input);
  const calls = transactionCalls(input.calls ?? recordedCalls([]));
  const steps = deciding(plan, { ...input, calls });
  let step = steps.next();
  while (!step.done) {
    const { rule, context } = step.value;
    // oxlint-disable-next-line eslint/no-await-in-loop -- rules run in their order, and a decision ends the run
    step = steps.next(rule.compiled.waits ? await rule.compiled.runWaiting(context) : rule.compiled.run(context));
  }
  const records = calls.records();
  return records.length === 0 ? step.value : { ...step.value, calls: records };
};
