import type { EvaluationErrorCode } from './outcome.ts';

const MINUTE_MS = 60_000;

/** Milliseconds of 0001-01-01T00:00:00Z and of the last millisecond of the year 9999. */
export const MIN_DATE_MS = -62_135_596_800_000;
export const MAX_DATE_MS = 253_402_300_799_999;

/** A tick is 100 ns, as in .NET: what a fraction of seven digits counts. */
export const TICKS_PER_MS = 10_000;

/** An instant with the offset it was written in. */
export class FqlDate {
  /** Whole milliseconds since 1970. */
  readonly ms: number;
  /** Ticks beyond the milliseconds, 0 to 9,999: a Double of milliseconds would not hold them. */
  readonly ticks: number;
  readonly offsetMinutes: number;

  constructor(ms: number, offsetMinutes = 0, ticks = 0) {
    this.ms = ms;
    this.ticks = ticks;
    this.offsetMinutes = offsetMinutes;
  }

  /** A `Date` whose UTC fields are this value's own fields. */
  get local(): Date {
    return new Date(this.ms + this.offsetMinutes * MINUTE_MS);
  }

  /** The instant of a value with these own fields, in the same offset. */
  withLocal(localMs: number, ticks = 0): FqlDate {
    return new FqlDate(localMs - this.offsetMinutes * MINUTE_MS, this.offsetMinutes, ticks);
  }
}

/** Where a date is missing or unreadable: .NET's default. */
export const DEFAULT_DATE = new FqlDate(MIN_DATE_MS);

/** Below 0, 0 or above 0 as an instant, or a length of time, is before, at or after another. */
export const compareInstants = (a: FqlDate | FqlSpan, b: FqlDate | FqlSpan): number => a.ms - b.ms || a.ticks - b.ticks;

/** A length of time: whole milliseconds, toward minus infinity, and 0 to 9,999 ticks beyond. */
export class FqlSpan {
  readonly ms: number;
  readonly ticks: number;

  private constructor(ms: number, ticks: number) {
    this.ms = ms;
    this.ticks = ticks;
  }

  /** Of milliseconds with fractions, rounded to ticks. */
  static ofMs(ms: number): FqlSpan {
    const whole = Math.floor(ms);
    return Number.isFinite(ms) ? FqlSpan.of(whole, Math.round((ms - whole) * TICKS_PER_MS)) : new FqlSpan(ms, 0);
  }

  /** Of whole milliseconds and any whole number of ticks. */
  static of(ms: number, ticks: number): FqlSpan {
    const carried = Math.floor(ticks / TICKS_PER_MS);
    return new FqlSpan(ms + carried, ticks - carried * TICKS_PER_MS);
  }

  /** In milliseconds, with fractions. */
  get totalMs(): number {
    return this.ms + this.ticks / TICKS_PER_MS;
  }
}

/** An evaluation error on its way to the statement it stops. `site` numbers the expression in its rule. */
export class Fault extends Error {
  readonly code: EvaluationErrorCode;
  readonly site: number;

  constructor(code: EvaluationErrorCode, site: number, message: string) {
    super(message);
    this.code = code;
    this.site = site;
  }
}
