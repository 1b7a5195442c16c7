import type { EvaluationErrorCode } from './outcome.ts';

const MINUTE_MS = 60_000;

/** Milliseconds of 0001-01-01T00:00:00Z and of the last millisecond of the year 9999. */
export const MIN_DATE_MS = -62_135_596_800_000;
export const MAX_DATE_MS = 253_402_300_799_999;

/** An instant with the offset it was written in. Fractions of a millisecond are kept down to 100 ns. */
export class FqlDate {
  readonly ms: number;
  readonly offsetMinutes: number;

  constructor(ms: number, offsetMinutes = 0) {
    this.ms = ms;
    this.offsetMinutes = offsetMinutes;
  }

  /** A `Date` whose UTC fields are this value's own fields. */
  get local(): Date {
    return new Date(Math.floor(this.ms + this.offsetMinutes * MINUTE_MS));
  }

  /** The instant of a value with these own fields, in the same offset. */
  withLocal(localMs: number): FqlDate {
    return new FqlDate(localMs - this.offsetMinutes * MINUTE_MS, this.offsetMinutes);
  }
}

/** Where a date is missing or unreadable: .NET's default. */
export const DEFAULT_DATE = new FqlDate(MIN_DATE_MS);

/** A length of time, in milliseconds. */
export class FqlSpan {
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
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
