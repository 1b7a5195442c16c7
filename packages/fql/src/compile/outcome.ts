import type { EvaluationError, RuleOutcome, RuleStep } from '../runtime/outcome.ts';
import { MASK_BITS, type Run } from '../runtime/run.ts';

const NO_READS: readonly number[] = [];

const readsOf = (run: Run, part: number): readonly number[] => {
  const { masks, shape } = run;
  let reads: number[] | undefined;
  for (let word = 0; word < shape.maskWords; word += 1) {
    let bits = masks[part * shape.maskWords + word] ?? 0;
    while (bits !== 0) {
      const lowest = bits & -bits;
      (reads ??= []).push(word * MASK_BITS + 31 - Math.clz32(lowest));
      bits ^= lowest;
    }
  }
  return reads ?? NO_READS;
};

const stepsOf = (run: Run): readonly RuleStep[] =>
  run.shape.partIds.map((part, index) => ({
    part,
    outcome: run.outcomes[index] ?? 'notReached',
    error: run.outcomes[index] === 'error' ? (run.failures.find((failure) => failure.part === part) ?? null) : null,
    reads: readsOf(run, index),
  }));

/** The finished run as its outcome; the steps are put together when they are first asked for. */
class Outcome implements RuleOutcome {
  readonly conditionMet: boolean;
  readonly decision: RuleOutcome['decision'];
  readonly firedClauseIds: RuleOutcome['firedClauseIds'];
  readonly outputs: RuleOutcome['outputs'];
  readonly traces: RuleOutcome['traces'];
  readonly variables: RuleOutcome['variables'];
  readonly slots: RuleOutcome['slots'];
  readonly queue: RuleOutcome['queue'];
  readonly contributions: RuleOutcome['contributions'];
  readonly response: RuleOutcome['response'];
  readonly calls: RuleOutcome['calls'];
  readonly labels: RuleOutcome['labels'];
  readonly values: RuleOutcome['values'];
  readonly notices: RuleOutcome['notices'];
  readonly #run: Run;
  #steps: readonly RuleStep[] | undefined;

  constructor(run: Run, conditionMet: boolean) {
    this.#run = run;
    this.conditionMet = conditionMet;
    this.decision = run.decision;
    this.firedClauseIds = run.fired;
    this.outputs = run.outputs;
    this.traces = run.traces;
    this.variables = run.globals;
    this.slots = run.slots;
    this.queue = run.queue;
    this.contributions = run.contributions;
    this.response = run.response;
    this.calls = run.calls;
    this.labels = run.labels;
    this.values = run.values;
    this.notices = run.notices;
  }

  get steps(): readonly RuleStep[] {
    return (this.#steps ??= stepsOf(this.#run));
  }

  get errors(): readonly EvaluationError[] {
    return this.#run.failures;
  }
}

export const outcomeOf = (run: Run, conditionMet: boolean): RuleOutcome => new Outcome(run, conditionMet);
