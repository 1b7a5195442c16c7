import type { RuleOutcome, StepOutcome } from '@redoubt/fql';
import type { Id, Json, JsonObject } from '@redoubt/kernel';
import type { PlanLevel, PlanRule } from './plan.ts';

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

const outcomeOf = (outcome: RuleOutcome): TraceRule['outcome'] => {
  if (outcome.decision) return 'decided';
  if (!outcome.conditionMet) return outcome.errors.length > 0 ? 'error' : 'conditionFalse';
  if (outcome.firedClauseIds.length > 0) return 'observed';
  return outcome.errors.length > 0 ? 'error' : 'noClauseHit';
};

/** A table whose keys are user text: no key, `__proto__` included, means anything but itself. */
const dictionary = <Value>(): Record<string, Value> => Object.create(null) as Record<string, Value>;

/** Is told what becomes of each rule, in their order. */
export type Listener = {
  readonly add: (level: PlanLevel, rule: PlanRule, outcome: RuleOutcome) => void;
  readonly addNotReached: (level: PlanLevel, rule: PlanRule) => void;
};

/** Collects what happened while the plan runs. One per event. */
export class Recorder implements Listener {
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
