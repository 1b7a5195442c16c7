import { recordedVelocities, type PlanVelocity, type VelocityPort, type VelocityValue } from '@redoubt/engine';
import { recordedReads, type PastEvent } from './past-event.ts';
import type { Unknowns } from './unknowns.ts';

type Question = Parameters<VelocityPort['read']>;

type Reading = { readonly key: string; readonly window: string; readonly value: VelocityValue };

export type PastReadsOptions = {
  readonly unknowns: Unknowns;
  /** Whether a velocity's history was counted afterwards, so that it is known for every event. */
  readonly isBackfilled: (velocity: PlanVelocity) => boolean;
};

/** What the decision of one event after the other may read of velocities, and whether all of it is known for sure. */
export class PastReads implements VelocityPort {
  readonly #options: PastReadsOptions;
  readonly #known = new Map<string, Reading[]>();
  #event: PastEvent | undefined;
  #series: ReadonlySet<string> | null = null;
  #isMet = true;
  #past: VelocityPort | undefined;
  #recorded: VelocityPort | undefined;
  #isKept = false;
  #isDoubtful = false;

  constructor(options: PastReadsOptions) {
    this.#options = options;
  }

  /**
   * Begins an event.
   *
   * @param series what was counted at its time; null where it is unknown.
   * @param isMet whether `past` stands exactly where its decision read.
   */
  begin(event: PastEvent, series: ReadonlySet<string> | null, past: VelocityPort, isMet: boolean): void {
    this.#event = event;
    this.#series = series;
    this.#past = past;
    this.#isMet = isMet;
    this.#recorded = undefined;
    this.#isKept = false;
    this.#isDoubtful = false;
    this.#known.clear();
  }

  /** Takes what the decision itself read from its record. */
  preferRecorded(): void {
    if (this.#event) this.#recorded = recordedVelocities(recordedReads(this.#event));
  }

  /** Keeps what is read, for a second plan that reads much the same. */
  keep(): void {
    this.#isKept = true;
  }

  /** Whether a value that was read is an estimate, which may come out differently when it is counted again. */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  read(...question: Question): VelocityValue {
    if (!this.#isKept) return this.#read(...question);
    const [velocity, key, amount, unit, current] = question;
    const window = `${amount}${unit}${current === undefined ? '' : '+'}`;
    let readings = this.#known.get(velocity.series);
    const known = readings?.find((reading) => reading.key === key && reading.window === window);
    if (known) return known.value;
    if (readings === undefined) {
      readings = [];
      this.#known.set(velocity.series, readings);
    }
    const value = this.#read(...question);
    readings.push({ key, window, value });
    return value;
  }

  #read(...question: Question): VelocityValue {
    const recorded = this.#recorded?.read(...question);
    if (recorded !== undefined) return recorded;
    const { unknowns, isBackfilled } = this.#options;
    const [velocity] = question;
    if (this.#series === null) {
      unknowns.note('plan', this.#event?.planId ?? '');
    } else if (!this.#series.has(velocity.series) && !isBackfilled(velocity)) {
      unknowns.note('velocity', velocity.name);
      return undefined;
    }
    if (!this.#isMet) unknowns.note('moment', velocity.name);
    const value = this.#past?.read(...question);
    if (typeof value === 'object') this.#isDoubtful = true;
    return value;
  }
}
