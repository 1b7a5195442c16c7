import type { Id } from '@redoubt/kernel';
import { AGGREGATES, type SlabStore, spanOf, type WindowReading } from '@redoubt/velocity';
import type { HashingKey } from '../secrets/hashing-keys.ts';
import { createVelocityKeys, secondOf, velocityValueOf } from './velocity-keys.ts';
import type { VelocityRuntime } from './velocity-runtime.ts';
import type { VelocityView } from './velocity-view.ts';

/** Numbers of a question: the halves of the key's hash, the span, and one event more, the code of its aggregate or -1 first. */
const QUESTION_NUMBERS = 6;
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
  #indexOf(question: readonly number[]): number {
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
  read(question: readonly number[], into: WindowReading): boolean {
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

/**
 * Velocities that another thread counts. An event asks for all it reads at once, and for all again where answers make it
 * read more, so that it sees one position.
 *
 * @param installationKey behind the hashes of keys, see `createVelocityKeys`.
 * @param ask puts questions to `answerReadings`.
 */
export const createAskedVelocities = (
  installationKey: HashingKey,
  ask: (questions: Float64Array) => Promise<Float64Array>,
): Pick<VelocityRuntime, 'viewAt' | 'encode'> => {
  const keys = createVelocityKeys(installationKey);
  const reading: WindowReading = { value: 0, uncertainEvents: 0, isEstimate: false };
  let known = 0;
  const viewAt = (tenantId: Id, eventTimeMs: number): VelocityView => {
    const readings = new AskedReadings(known);
    const second = secondOf(eventTimeMs);
    return {
      port: {
        read: (velocity, key, amount, unit, current) => {
          const { afterS, untilS } = spanOf({ amount, unit }, velocity.windowMode, second);
          const contribution = current?.();
          const [code, value] = contribution
            ? [AGGREGATES.indexOf(velocity.aggregate), keys.valueOf(tenantId, contribution)]
            : [NO_EVENT, 0];
          const { lo, hi } = keys.hash(tenantId, velocity, key);
          const isRead = readings.read([lo, hi, afterS, untilS, code, value], reading);
          return isRead ? velocityValueOf(reading) : undefined;
        },
      },
      position: () => readings.position,
      fetchMissing: () =>
        readings.isMissing
          ? ask(Float64Array.from(readings.asked)).then((answers) => {
              readings.take(answers);
              known = Math.max(known, readings.position);
            })
          : undefined,
    };
  };
  return { encode: keys.encode, viewAt };
};
