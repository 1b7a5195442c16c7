import type { Id } from '@redoubt/kernel';
import {
  AGGREGATES,
  type MappedMemory,
  type MappedOutcome,
  type MappedStore,
  type SlabStore,
  spanOf,
  type StoreState,
  type WindowReading,
} from '@redoubt/velocity';
import type { HashingKey } from '../secrets/hashing-keys.ts';
import { createVelocityKeys, secondOf, velocityValueOf } from './velocity-keys.ts';
import type { VelocityRuntime } from './velocity-runtime.ts';
import type { VelocityView } from './velocity-view.ts';

/** Numbers of a question: the halves of the key's hash, the span, and one event more, the code of its aggregate or -1 first. */
const QUESTION_NUMBERS = 6;
type Question = readonly [lo: number, hi: number, afterS: number, untilS: number, code: number, value: number];
/** Numbers of an answer: value, uncertain events, 1 where it is an estimate. */
const ANSWER_NUMBERS = 3;
const NO_EVENT = -1;

/** Answers the questions of one event, all as of one position, which stands behind the answers. */
export const answerReadings = (store: SlabStore, position: number, questions: Float64Array): Float64Array => {
  const count = questions.length / QUESTION_NUMBERS;
  const answers = new Float64Array(count * ANSWER_NUMBERS + 1);
  const reading: WindowReading = { value: 0, uncertainEvents: 0, isEstimate: false };
  for (let index = 0; index < count; index += 1) {
    const at = index * QUESTION_NUMBERS;
    const [lo, hi] = [questions[at] ?? 0, questions[at + 1] ?? 0];
    const span = { afterS: questions[at + 2] ?? 0, untilS: questions[at + 3] ?? 0 };
    const aggregate = AGGREGATES[questions[at + 4] ?? NO_EVENT];
    if (aggregate === undefined) store.read(lo, hi, span, reading);
    else store.readWith(lo, hi, span, reading, { aggregate, value: questions[at + 5] ?? 0 });
    answers.set([reading.value, reading.uncertainEvents, reading.isEstimate ? 1 : 0], index * ANSWER_NUMBERS);
  }
  answers[count * ANSWER_NUMBERS] = position;
  return answers;
};

/** How other threads of a process read the velocities that one counts. */
export type ThreadReadings = {
  /** Lets a thread read the store for itself. */
  readonly attach: MappedMemory['attach'];
  /** Answers what it cannot read for itself, see `answerReadings`. */
  readonly answer: (questions: Float64Array) => Float64Array;
};

/** The questions of one event, in the order in which they were asked first, and the answers to the first of them. */
class AskedReadings {
  readonly asked: number[] = [];
  answers: Float64Array;
  isMissing = false;
  #next = 0;

  /** @param position of the answers that came last to any event. */
  constructor(position: number) {
    this.answers = Float64Array.of(position);
  }

  get position(): number {
    return this.answers.at(-1) ?? 0;
  }

  /** A repeated run asks in the same order as long as it goes the same way: the next question is looked at first. */
  #indexOf(question: Question): number {
    const count = this.asked.length / QUESTION_NUMBERS;
    for (let tried = 0; tried < count; tried += 1) {
      const index = (this.#next + tried) % count;
      const at = index * QUESTION_NUMBERS;
      if (question.every((number, place) => this.asked[at + place] === number)) return index;
    }
    this.asked.push(...question);
    return count;
  }

  /** False where the answer has to be fetched. */
  read(question: Question, into: WindowReading): boolean {
    const index = this.#indexOf(question);
    this.#next = index + 1;
    const at = index * ANSWER_NUMBERS;
    if (at + ANSWER_NUMBERS >= this.answers.length) {
      this.isMissing = true;
      return false;
    }
    into.value = this.answers[at] ?? 0;
    into.uncertainEvents = this.answers[at + 1] ?? 0;
    into.isEstimate = this.answers[at + 2] === 1;
    return true;
  }

  take(answers: Float64Array): void {
    this.answers = answers;
    this.isMissing = false;
    this.#next = 0;
  }
}

/** Runs of an event whose velocities were written meanwhile, before they are asked for. */
const MAPPED_RUNS = 3;

/**
 * Velocities that another thread counts, as one event sees them. Where its store is mapped here, all is read as it stood
 * when the view was made; where it was written meanwhile, the event reads anew. What cannot be had that way is asked for, all
 * at once, and all again where answers make the event read more. Either way an event sees one position.
 */
class AskedView {
  readonly #ask: (questions: Float64Array) => Promise<Float64Array>;
  readonly #mapped: MappedStore | undefined;
  readonly #readings: AskedReadings;
  /** What is read from; undefined where it is asked for. */
  #state: StoreState | undefined;
  #outcome: MappedOutcome = 'read';
  #runs = 1;

  constructor(
    ask: (questions: Float64Array) => Promise<Float64Array>,
    mapped: MappedStore | undefined,
    lastPosition: number,
  ) {
    this.#ask = ask;
    this.#mapped = mapped;
    this.#state = mapped?.take();
    this.#readings = new AskedReadings(lastPosition);
  }

  get position(): number {
    return this.#state?.position ?? this.#readings.position;
  }

  /** False where the answer has to be fetched. */
  read(question: Question, into: WindowReading): boolean {
    if (this.#state === undefined || this.#mapped === undefined) return this.#readings.read(question, into);
    // Kept in case all has to be asked for.
    this.#readings.asked.push(...question);
    if (this.#outcome !== 'read') return false;
    const [lo, hi, afterS, untilS, code, value] = question;
    const aggregate = AGGREGATES[code];
    this.#outcome = this.#mapped.read(this.#state, lo, hi, { afterS, untilS }, into, aggregate && { aggregate, value });
    return this.#outcome === 'read';
  }

  fetchMissing(): Promise<void> | undefined {
    if (this.#state !== undefined) {
      if (this.#outcome === 'read') return undefined;
      const isMoved = this.#outcome === 'moved' && this.#runs < MAPPED_RUNS;
      this.#state = isMoved ? this.#mapped?.take() : undefined;
      this.#outcome = 'read';
      this.#runs += 1;
      if (this.#state !== undefined) {
        this.#readings.asked.length = 0;
        return Promise.resolve();
      }
    } else if (!this.#readings.isMissing) return undefined;
    return this.#ask(Float64Array.from(this.#readings.asked)).then((answers) => this.#readings.take(answers));
  }
}

/**
 * Velocities that another thread counts.
 *
 * @param installationKey behind the hashes of keys, see `createVelocityKeys`.
 * @param ask puts questions to `answerReadings`.
 * @param mapped the store of that thread, where it can be read here.
 */
export const createAskedVelocities = (
  installationKey: HashingKey,
  ask: (questions: Float64Array) => Promise<Float64Array>,
  mapped?: MappedStore,
): Pick<VelocityRuntime, 'viewAt' | 'encode'> => {
  const keys = createVelocityKeys(installationKey);
  const reading: WindowReading = { value: 0, uncertainEvents: 0, isEstimate: false };
  let known = 0;
  const askNoting = async (questions: Float64Array): Promise<Float64Array> => {
    const answers = await ask(questions);
    known = Math.max(known, answers.at(-1) ?? 0);
    return answers;
  };
  const viewAt = (tenantId: Id, eventTimeMs: number): VelocityView => {
    const second = secondOf(eventTimeMs);
    const view = new AskedView(askNoting, mapped, known);
    known = Math.max(known, view.position);
    return {
      port: {
        read: (velocity, key, amount, unit, current) => {
          const { afterS, untilS } = spanOf({ amount, unit }, velocity.windowMode, second);
          const contribution = current?.();
          const [code, value]: readonly [number, number] = contribution
            ? [AGGREGATES.indexOf(velocity.aggregate), keys.valueOf(tenantId, contribution)]
            : [NO_EVENT, 0];
          const { lo, hi } = keys.hash(tenantId, velocity, key);
          return view.read([lo, hi, afterS, untilS, code, value], reading) ? velocityValueOf(reading) : undefined;
        },
      },
      position: () => view.position,
      fetchMissing: () => view.fetchMissing(),
    };
  };
  return { encode: keys.encode, viewAt };
};
