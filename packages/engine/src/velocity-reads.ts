import type { WindowUnit } from '@redoubt/fql';
import type { CurrentContribution, DoubtfulValue, VelocityPort, VelocityValue } from './velocities.ts';
import type { PlanVelocity } from './plan-model.ts';

/** One value a decision read: `<window>`, with a `+` where the event itself counts; key; null where it could not be read. */
type RecordedRead = readonly [window: string, key: string, value: number | DoubtfulValue | null];

/** What a decision read, by `<level>.<velocity>`. Recorded with the event, so that a replay reads the same. */
export type VelocityReads = Readonly<Record<string, readonly RecordedRead[]>>;

const recordNameOf = ({ level, name }: PlanVelocity): string => `${level}.${name}`;

const windowOf = (amount: number, unit: WindowUnit, includesCurrent: boolean): string =>
  `${amount}${unit}${includesCurrent ? '+' : ''}`;

/** One of the values a decision read, as its record names it. */
type VelocityRead = {
  /** Place of the velocity's environment on the path, root 0. */
  readonly level: number;
  readonly name: string;
  readonly window: string;
  readonly includesCurrent: boolean;
  readonly key: string;
  /** Null where it could not be read. */
  readonly value: number | DoubtfulValue | null;
};

/** The recorded reads of a decision, one by one. */
export const velocityReadsOf = (reads: VelocityReads): readonly VelocityRead[] =>
  Object.entries(reads).flatMap(([recordName, ofVelocity]) => {
    const point = recordName.indexOf('.');
    const [level, name] = [Number(recordName.slice(0, point)), recordName.slice(point + 1)];
    return ofVelocity.map(([window, key, value]) => {
      const includesCurrent = window.endsWith('+');
      return { level, name, window: includesCurrent ? window.slice(0, -1) : window, includesCurrent, key, value };
    });
  });

/** A value that was read, with its question apart: a decision reads some hundred, so names are made when it is recorded. */
type Reading = {
  readonly key: string;
  readonly amount: number;
  readonly unit: WindowUnit;
  readonly includesCurrent: boolean;
  readonly value: number | DoubtfulValue | null;
};

/** The reading of a question among those of its velocity; undefined where it was not asked. */
const readingAmong = (
  readings: readonly Reading[],
  key: string,
  amount: number,
  unit: WindowUnit,
  includesCurrent: boolean,
): Reading | undefined => {
  for (const known of readings) {
    if (known.amount !== amount || known.unit !== unit || known.includesCurrent !== includesCurrent) continue;
    if (known.key === key) return known;
  }
  return undefined;
};

/** A port that asks another one once for each value, and keeps the answer. A failure reads as nothing. */
export class VelocityRecorder implements VelocityPort {
  readonly #port: VelocityPort;
  readonly #readings = new Map<PlanVelocity, Reading[]>();

  constructor(port: VelocityPort) {
    this.#port = port;
  }

  /**
   * What was read so far, the JSON text of `VelocityReads`; undefined where nothing was. Written as text at once: a
   * decision reads some hundred values, mostly several windows of one key, and nothing but its record wants them.
   */
  get readsText(): string | undefined {
    if (this.#readings.size === 0) return undefined;
    let text = '{';
    for (const [velocity, readings] of this.#readings) {
      text += `${text === '{' ? '' : ','}${JSON.stringify(recordNameOf(velocity))}:[`;
      let keyText = '';
      for (const [at, { key, amount, unit, includesCurrent, value }] of readings.entries()) {
        if (at === 0 || readings[at - 1]?.key !== key) keyText = JSON.stringify(key);
        const valueText = typeof value === 'number' && Number.isFinite(value) ? String(value) : JSON.stringify(value);
        text += `${at === 0 ? '' : ','}["${windowOf(amount, unit, includesCurrent)}",${keyText},${valueText}]`;
      }
      text += ']';
    }
    return `${text}}`;
  }

  /** What a question was answered before; undefined where it was not asked. */
  known(velocity: PlanVelocity, key: string, amount: number, unit: WindowUnit, includesCurrent: boolean) {
    const readings = this.#readings.get(velocity);
    return readings && readingAmong(readings, key, amount, unit, includesCurrent);
  }

  /** `<level>.<velocity>` of what was read before its history was counted; undefined where nothing was. */
  get warming(): readonly string[] | undefined {
    const names = [...this.#readings.keys()].flatMap((velocity) => (velocity.warming ? [recordNameOf(velocity)] : []));
    return names.length > 0 ? names : undefined;
  }

  read(
    velocity: PlanVelocity,
    key: string,
    amount: number,
    unit: WindowUnit,
    current?: CurrentContribution,
  ): VelocityValue {
    let readings = this.#readings.get(velocity);
    if (readings === undefined) {
      readings = [];
      this.#readings.set(velocity, readings);
    }
    const includesCurrent = current !== undefined;
    const known = readingAmong(readings, key, amount, unit, includesCurrent);
    if (known !== undefined) return known.value ?? undefined;
    const value = this.#ask(velocity, key, amount, unit, current);
    readings.push({ key, amount, unit, includesCurrent, value: value ?? null });
    return value;
  }

  #ask(...question: Parameters<VelocityPort['read']>): VelocityValue {
    try {
      return this.#port.read(...question);
    } catch {
      return undefined;
    }
  }
}

/** A port that repeats what one reader was answered already, and asks another port for the rest. */
export const continueReads = (earlier: VelocityRecorder, port: VelocityPort): VelocityPort => ({
  read: (velocity, key, amount, unit, current) => {
    const known = earlier.known(velocity, key, amount, unit, current !== undefined);
    return known ? (known.value ?? undefined) : port.read(velocity, key, amount, unit, current);
  },
});

/** The reads of two readers one after the other, each value once; the texts are those of `readsText`. */
export const mergedReads = (firstText: string | undefined, thenText: string | undefined): string | undefined => {
  if (firstText === undefined || thenText === undefined) return firstText ?? thenText;
  const [first, then] = [firstText, thenText].map((text) => JSON.parse(text) as VelocityReads);
  const merged: Record<string, readonly RecordedRead[]> = { ...first };
  for (const [name, reads] of Object.entries(then ?? {})) {
    const known = merged[name] ?? [];
    const isNew = ([window, key]: RecordedRead): boolean =>
      !known.some(([knownWindow, knownKey]) => knownWindow === window && knownKey === key);
    merged[name] = [...known, ...reads.filter(isNew)];
  }
  return JSON.stringify(merged);
};

/** A port that answers what was recorded, and nothing where nothing was. */
export const recordedVelocities = (reads: VelocityReads): VelocityPort => ({
  read: (velocity, key, amount, unit, current) => {
    const recorded: unknown = reads[recordNameOf(velocity)];
    // A damaged record answers nothing: the replay then names what came out different.
    if (!Array.isArray(recorded)) return undefined;
    const window = windowOf(amount, unit, current !== undefined);
    const found = (recorded as readonly RecordedRead[]).find((read) => read[0] === window && read[1] === key);
    return found?.[2] ?? undefined;
  },
});
