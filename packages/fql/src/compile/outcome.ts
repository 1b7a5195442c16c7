import type { EvaluationError, RuleOutcome, RuleStep } from '../runtime/outcome.ts';
import { MASK_BITS, type Run } from '../runtime/run.ts';

const NO_READS: readonly number[] = [];

/** Adds the words of a region, and of the variables it names, to those found so far. */
const gather = (run: Run, region: number, found: number[]): void => {
  const { masks, shape } = run;
  const slots = shape.slotSteps.length;
  for (let word = 0; word < shape.maskWords; word += 1) {
    const known = found[word] ?? 0;
    const added = (masks[region * shape.maskWords + word] ?? 0) & ~known;
    found[word] = known | added;
    for (let bits = added; bits !== 0; bits &= bits - 1) {
      const bit = word * MASK_BITS + 31 - Math.clz32(bits & -bits);
      if (bit >= slots) gather(run, shape.partIds.length + bit - slots, found);
    }
  }
};

/** Slots a part read, itself or through variables. */
const readsOf = (run: Run, part: number): readonly number[] => {
  const found: number[] = [];
  gather(run, part, found);
  let reads: number[] | undefined;
  for (const [word, mask] of found.entries()) {
    for (let bits = mask; bits !== 0; bits &= bits - 1) {
      const bit = word * MASK_BITS + 31 - Math.clz32(bits & -bits);
      if (bit < run.shape.slotSteps.length) (reads ??= []).push(bit);
    }
  }
  return reads ?? NO_READS;
};

/** A part the run got to and that neither fired nor failed did nothing. */
const stepsOf = (run: Run): readonly RuleStep[] =>
  run.shape.partIds.map((part, index) => {
    const outcome = run.outcomes[index] ?? (index <= run.reached ? 'false' : 'notReached');
    return {
      part,
      outcome,
      error: outcome === 'error' ? (run.failures.find((failure) => failure.part === part) ?? null) : null,
      reads: readsOf(run, index),
    };
  });

/** The finished run as its outcome; what few ask for is put together when it is first asked for. */
class Outcome implements RuleOutcome {
  readonly conditionMet: boolean;
  readonly #run: Run;
  #steps: readonly RuleStep[] | undefined;
  #outputs: RuleOutcome['outputs'] | undefined;

  constructor(run: Run, conditionMet: boolean) {
    this.#run = run;
    this.conditionMet = conditionMet;
  }

  get decision(): RuleOutcome['decision'] {
    return this.#run.decision;
  }

  get firedClauseIds(): RuleOutcome['firedClauseIds'] {
    return this.#run.fired;
  }

  get outputs(): RuleOutcome['outputs'] {
    return (this.#outputs ??= this.#run.outputs);
  }

  get traces(): RuleOutcome['traces'] {
    return this.#run.effects.traces;
  }

  get variables(): RuleOutcome['variables'] {
    return this.#run.effects.globals;
  }

  get slots(): RuleOutcome['slots'] {
    return this.#run.slots;
  }

  get queue(): RuleOutcome['queue'] {
    return this.#run.queue;
  }

  get contributions(): RuleOutcome['contributions'] {
    return this.#run.effects.contributions;
  }

  get response(): RuleOutcome['response'] {
    return this.#run.effects.response;
  }

  get sections(): RuleOutcome['sections'] {
    return this.#run.effects.sections;
  }

  get calls(): RuleOutcome['calls'] {
    return this.#run.effects.calls;
  }

  get labels(): RuleOutcome['labels'] {
    return this.#run.effects.labels;
  }

  get values(): RuleOutcome['values'] {
    return this.#run.effects.values;
  }

  get notices(): RuleOutcome['notices'] {
    return this.#run.effects.notices;
  }

  get steps(): readonly RuleStep[] {
    return (this.#steps ??= stepsOf(this.#run));
  }

  get errors(): readonly EvaluationError[] {
    return this.#run.failures;
  }
}

export const outcomeOf = (run: Run, conditionMet: boolean): RuleOutcome => new Outcome(run, conditionMet);
