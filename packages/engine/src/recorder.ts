import type { RuleOutcome } from '@redoubt/fql';
import type { Id, Json, JsonObject } from '@redoubt/kernel';
import type { PlanLevel, PlanRule } from './plan-model.ts';
import { RULE_LETTERS, STEP_LETTERS, type RuleOutcomeName, type StepError } from './trace.ts';
import { withVariables, type LevelVariables } from './variables.ts';

/** A rule whose clauses fired, as the answer lists it (`ruleEvaluations`). */
export type RuleHit = {
  readonly ruleId: Id;
  readonly rule: string;
  readonly clauseNames: readonly string[];
  readonly environmentId: Id;
};

/** What a clause says to those who follow events, by `Trace(...)`. */
export type RuleTraceEvent = {
  readonly rule: string;
  readonly clause: string;
  readonly environmentId: Id;
  readonly attributes: JsonObject;
};

const outcomeOf = (outcome: RuleOutcome): RuleOutcomeName => {
  if (outcome.decision || outcome.queue !== null) return 'decided';
  if (!outcome.conditionMet) return outcome.errors.length > 0 ? 'error' : 'conditionFalse';
  if (outcome.firedClauseIds.length > 0) return 'observed';
  return outcome.errors.length > 0 ? 'error' : 'noClauseHit';
};

/** A table whose keys are user text: no key, `__proto__` included, means anything but itself. */
export const dictionary = <Value>(): Record<string, Value> => Object.create(null) as Record<string, Value>;

/** Is called with the outcome of each rule, in their order. */
export type Listener = {
  readonly add: (level: PlanLevel, rule: PlanRule, outcome: RuleOutcome) => void;
  readonly addNotReached: (level: PlanLevel, rule: PlanRule) => void;
  /** What a rule set of the global variables; only called where it set one. */
  readonly addVariables?: (level: PlanLevel, variables: JsonObject) => void;
};

/** Collects what happened while the plan runs. One per event. */
export class Recorder implements Listener {
  readonly outputs = dictionary<JsonObject>();
  readonly hits: RuleHit[] = [];
  readonly trace: string[][] = [];
  readonly values: (readonly [path: string, value: Json])[] = [];
  readonly stepErrors: StepError[] = [];
  readonly errors = dictionary<string[]>();
  readonly traced: RuleTraceEvent[] = [];
  /** Absent until a rule sets one. */
  variables: LevelVariables | undefined;
  readonly #levels: readonly PlanLevel[];
  /** Path → its place in `values`, as text. */
  readonly #places = new Map<string, string>();

  constructor(levels: readonly PlanLevel[]) {
    this.#levels = levels;
  }

  add(level: PlanLevel, rule: PlanRule, outcome: RuleOutcome): void {
    const texts = this.#textsOf(level);
    texts.push(`${rule.order}${RULE_LETTERS[outcomeOf(outcome)]}${this.#steps(rule, outcome)}`);
    for (const error of outcome.errors) {
      const clause = rule.clauseNames.get(error.part) ?? error.part;
      (this.errors[`${rule.name}/${clause}`] ??= []).push(error.message);
    }
    for (const { clauseId, attributes } of outcome.traces) {
      const clause = rule.clauseNames.get(clauseId) ?? clauseId;
      this.traced.push({ rule: rule.name, clause, environmentId: level.environmentId, attributes });
    }
    if (outcome.firedClauseIds.length === 0) return;
    const clauseNames = outcome.firedClauseIds.map((id) => rule.clauseNames.get(id) ?? id);
    this.hits.push({ ruleId: rule.id, rule: rule.name, clauseNames, environmentId: level.environmentId });
    for (const [clauseId, pairs] of Object.entries(outcome.outputs)) {
      const name = rule.clauseNames.get(clauseId) ?? clauseId;
      this.outputs[name] = { ...this.outputs[name], ...pairs };
    }
  }

  addVariables(level: PlanLevel, set: JsonObject): void {
    this.variables = withVariables(this.#levels, this.variables, level, set);
  }

  addNotReached(level: PlanLevel, rule: PlanRule): void {
    this.#textsOf(level).push(`${rule.order}${RULE_LETTERS.notReached}`);
  }

  /** The texts of a level's rules; levels come in order, and those without rules not at all. */
  #textsOf(level: PlanLevel): string[] {
    const { trace } = this;
    while (trace.length === 0 || this.#levels[trace.length - 1] !== level) trace.push([]);
    return trace[trace.length - 1] as string[];
  }

  #steps(rule: PlanRule, outcome: RuleOutcome): string {
    let text = '';
    let reached = 0;
    for (const [part, step] of outcome.steps.entries()) {
      text += STEP_LETTERS[step.outcome];
      if (step.outcome === 'notReached') continue;
      let between = '';
      for (const slot of step.reads) {
        text += between + this.#placeOf(rule.compiled.attributes[slot] ?? '', outcome, slot);
        between = ',';
      }
      reached = text.length;
      if (step.error) this.stepErrors.push([this.trace.length - 1, rule.order, part, step.error.message]);
    }
    return text.slice(0, reached);
  }

  #placeOf(path: string, outcome: RuleOutcome, slot: number): string {
    const known = this.#places.get(path);
    if (known !== undefined) return known;
    const place = String(this.values.length);
    this.#places.set(path, place);
    this.values.push([path, outcome.slots[slot] ?? null]);
    return place;
  }
}
