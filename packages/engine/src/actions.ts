import type { Decision } from '@redoubt/domain';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import type { EvaluationContext, RuleOutcome } from '@redoubt/fql';
import { recordedCalls, transactionCalls, type LevelCallRecord } from './calls.ts';
import type { EngineInput } from './engine-input.ts';
import type { EngineResult, ActionTrace, ActionsResult } from './engine-result.ts';
import { transactionFacts } from './facts.ts';
import { contextOf } from './functions.ts';
import type { Plan, PlanLevel, PlanRule } from './plan-model.ts';
import { dictionary } from './recorder.ts';
import type { TraceStep } from './trace.ts';
import { variablesSeenAt, withVariables, type LevelVariables } from './variables.ts';
import { currentContributions } from './contributions.ts';
import type { CurrentContributions } from './velocities.ts';

/** The decision as actions find it. */
export type DecidedEvent = Pick<EngineResult, 'decision' | 'calls' | 'facts' | 'variables'>;

type Step = { readonly level: PlanLevel; readonly action: PlanRule };

const stepsThrough = (plan: Plan): readonly Step[] =>
  plan.levels.flatMap((level) => level.actions.map((action) => ({ level, action })));

/** What became of each part of a rule that was reached; what they read is added to `values`. */
const stepsOf = (rule: PlanRule, outcome: RuleOutcome, values: Record<string, Json>): TraceStep[] => {
  const steps: TraceStep[] = [];
  for (const step of outcome.steps) {
    if (step.outcome === 'notReached') continue;
    const reads: string[] = [];
    for (const slot of step.reads) {
      const path = rule.compiled.attributes[slot];
      if (path === undefined) continue;
      reads.push(path);
      values[path] = outcome.slots[slot] ?? null;
    }
    steps.push({
      part: step.part,
      outcome: step.outcome,
      reads,
      ...(step.error ? { error: step.error.message } : {}),
    });
  }
  return steps;
};

const outcomeOf = (outcome: RuleOutcome): ActionTrace['outcome'] => {
  if (outcome.conditionMet && outcome.firedClauseIds.length > 0) return 'ran';
  if (outcome.errors.length > 0) return 'error';
  return outcome.conditionMet ? 'nothing' : 'conditionFalse';
};

/**
 * The post-decision actions of one event: the root environment's first, then each descendant's, every one whose
 * condition holds (`docs/reference/deciding.md#actions-after-the-decision`). They read the decision and change nothing
 * about it; whatever goes wrong in one is noted and the next one runs.
 */
export class ActionRun {
  readonly #plan: Plan;
  readonly #input: EngineInput;
  readonly #decision: Decision;
  readonly #current: CurrentContributions;
  readonly #facts: ReturnType<typeof transactionFacts> | undefined;
  readonly #knownFacts: ReadonlySet<string>;
  readonly #calls: ReturnType<typeof transactionCalls>;
  readonly #steps: readonly Step[];
  readonly #trace: ActionTrace[] = [];
  readonly #customProperties = dictionary<Json>();
  readonly #values = dictionary<Json>();
  readonly #errors = dictionary<string[]>();
  #variables: LevelVariables | undefined;
  #recordedCalls = 0;
  /** Facts that actions which have ended looked up, with those known before. */
  #lookedUp = 0;
  #isStopped = false;

  constructor(plan: Plan, given: EngineInput, decided: DecidedEvent) {
    this.#plan = plan;
    this.#facts = given.enrichment && transactionFacts(given.enrichment, decided.facts);
    this.#knownFacts = new Set(Object.keys(decided.facts ?? {}));
    this.#calls = transactionCalls(given.calls ?? recordedCalls([]));
    this.#input = { ...given, calls: this.#calls, ...(this.#facts && { enrichment: this.#facts.source }) };
    this.#decision = decided.decision;
    this.#current = currentContributions(plan, this.#input);
    this.#variables = decided.variables;
    this.#steps = stepsThrough(plan);
  }

  /** What came of the actions that have ended; the others are late. */
  get result(): ActionsResult {
    const late = this.#steps.slice(this.#trace.length).map(({ level, action }): ActionTrace => ({
      environmentId: level.environmentId,
      actionId: action.id,
      version: action.version,
      order: action.order,
      outcome: 'late',
      steps: [],
    }));
    const facts = Object.entries(this.#facts?.reads ?? {})
      .slice(0, this.#lookedUp)
      .filter(([key]) => !this.#knownFacts.has(key));
    return {
      trace: [...this.#trace, ...late],
      customProperties: { ...this.#customProperties },
      values: { ...this.#values },
      errors: { ...this.#errors },
      ...(facts.length === 0 ? {} : { facts: Object.fromEntries(facts) }),
    };
  }

  /** Global variables as rules and actions left them. */
  get variables(): LevelVariables | undefined {
    return this.#variables;
  }

  /** What comes after the action that is running is left out. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Runs all of them at once. Only for plans none of whose actions waits. */
  run(): void {
    for (const step of this.#steps) this.#add(step, step.action.compiled.run(this.#contextOf(step)));
  }

  /** Runs them one after the other, at most the first `count`. Never rejects. */
  async runAsync(count: number = this.#steps.length): Promise<void> {
    for (const step of this.#steps.slice(0, count)) {
      if (this.#isStopped) return;
      const { compiled } = step.action;
      const context = this.#contextOf(step);
      // oxlint-disable-next-line eslint/no-await-in-loop -- an action sees what those before it set
      this.#add(
        step,
        compiled.isAsync ? await compiled.runAsync({ ...context, textId: step.action.id }) : compiled.run(context),
      );
    }
  }

  #contextOf({ level, action }: Step): EvaluationContext {
    const { levels } = this.#plan;
    return {
      ...contextOf(levels, level, this.#input, this.#current),
      variables: variablesSeenAt(level, this.#variables),
      decision: this.#decision,
      seed: (this.#input.seed ^ action.seed) >>> 0,
    };
  }

  #add({ level, action }: Step, outcome: RuleOutcome): void {
    const { environmentId } = level;
    const calls = this.#calls.records().slice(this.#recordedCalls);
    this.#recordedCalls += calls.length;
    this.#lookedUp = Object.keys(this.#facts?.reads ?? {}).length;
    const { response, sections, variables, labels } = outcome;
    this.#trace.push({
      environmentId,
      actionId: action.id,
      version: action.version,
      order: action.order,
      outcome: outcomeOf(outcome),
      steps: stepsOf(action, outcome, this.#values),
      ...(Object.keys(response).length === 0 ? {} : { response }),
      ...(Object.keys(variables).length === 0 ? {} : { variables }),
      ...(calls.length === 0 ? {} : { calls }),
      ...(labels.length === 0 ? {} : { labels }),
    });
    this.#answer(response, sections);
    if (Object.keys(variables).length > 0) {
      this.#variables = withVariables(this.#plan.levels, this.#variables, level, variables);
    }
    for (const { part, message } of outcome.errors) {
      (this.#errors[`${action.name}/${action.clauseNames.get(part) ?? part}`] ??= []).push(message);
    }
  }

  /** Pairs that several actions add to one section stand in it together; of anything else the last counts. */
  #answer(response: JsonObject, sections: readonly string[]): void {
    for (const [name, value] of Object.entries(response)) {
      const held = this.#customProperties[name];
      const joins = sections.includes(name) && isJsonObject(held) && isJsonObject(value);
      this.#customProperties[name] = joins ? { ...held, ...value } : value;
    }
  }
}

/** The calls that actions made, for a replay. */
export const callsOfActions = ({ trace }: ActionsResult): readonly LevelCallRecord[] =>
  trace.flatMap(({ calls = [] }) => calls);
