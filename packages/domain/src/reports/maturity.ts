import { DAY_MS } from '@redoubt/kernel';

/** Labels of events of one day that arrived as many days after it. */
export type LabelDelay = {
  /** When the day begins, in milliseconds since 1970. */
  readonly dayMs: number;
  readonly after: number;
  readonly labels: number;
};

/** Days that the curve looks back, and the latest delay that it knows. */
export const MATURITY_DAYS = 180;
/** Below it nothing is said: the share of a few labels is chance. A choice, not a figure from elsewhere. */
export const MIN_MATURITY_LABELS = 50;

/** Of the labels that arrive within `MATURITY_DAYS`, the share that has arrived, by whole days after the event. */
export type MaturityCurve = {
  /** Labels that it rests on. */
  readonly labels: number;
  /** `shares[n]`: within n days. The last one is 1. */
  readonly shares: readonly number[];
};

/**
 * How soon labels arrive, estimated from those that have arrived.
 *
 * Of an event of d days ago only labels of a delay up to d can be known: delays are truncated on the right. The estimate
 * is the product limit in reversed time: with nⱼ labels of delay j, and Nⱼ labels of a delay up to j among events that are
 * at least j days old, the share within d days is the product of 1 − nⱼ/Nⱼ over all j beyond d. It is Kaplan and Meier's
 * with time reversed (Lagakos, Barraj, De Gruttola: Nonparametric analysis of truncated survival data, with application to
 * AIDS, Biometrika 75, 1988, p. 515–523), and the chain ladder of actuaries.
 *
 * It supposes that delays do not change over the period. What arrived today is left out: the day is not over.
 *
 * @returns null below `MIN_MATURITY_LABELS`.
 */
export const maturityCurve = (
  delays: readonly LabelDelay[],
  nowMs: number,
  minLabels = MIN_MATURITY_LABELS,
): MaturityCurve | null => {
  const today = Math.floor(nowMs / DAY_MS);
  /** Labels by delay, then by whole days that their event is old: cells of the triangle. */
  const cells: { readonly after: number; readonly age: number; readonly labels: number }[] = [];
  let labels = 0;
  for (const each of delays) {
    const age = today - Math.floor(each.dayMs / DAY_MS) - 1;
    if (age < 0 || age > MATURITY_DAYS || each.after > age) continue;
    cells.push({ after: each.after, age, labels: each.labels });
    labels += each.labels;
  }
  if (labels < minLabels) return null;
  const latest = Math.max(...cells.map(({ after }) => after));
  const exactly = Array.from({ length: latest + 1 }, () => 0);
  /** Labels of a delay up to j among events at least j days old, as differences: each counts for j from delay to age. */
  const changes = Array.from({ length: latest + 2 }, () => 0);
  for (const { after, age, labels: count } of cells) {
    exactly[after] = (exactly[after] ?? 0) + count;
    changes[after] = (changes[after] ?? 0) + count;
    const end = Math.min(age, latest) + 1;
    changes[end] = (changes[end] ?? 0) - count;
  }
  const known: number[] = [];
  let running = 0;
  for (let after = 0; after <= latest; after += 1) {
    running += changes[after] ?? 0;
    known.push(running);
  }
  const shares = Array.from({ length: latest + 1 }, () => 1);
  for (let after = latest - 1; after >= 0; after -= 1) {
    const [arrived = 0, all = 0] = [exactly[after + 1], known[after + 1]];
    shares[after] = (shares[after + 1] ?? 1) * (all === 0 ? 1 : 1 - arrived / all);
  }
  return { labels, shares };
};

/** The share of its labels that a day should have by now; today and yesterday are read between two days of the curve. */
export const expectedShare = (curve: MaturityCurve, dayMs: number, nowMs: number): number => {
  const whole = Math.floor(nowMs / DAY_MS) - Math.floor(dayMs / DAY_MS) - 1;
  const at = (after: number): number => (after < 0 ? 0 : (curve.shares[Math.min(after, curve.shares.length - 1)] ?? 1));
  if (whole < -1) return 0;
  const part = (nowMs % DAY_MS) / DAY_MS;
  return at(whole) + part * (at(whole + 1) - at(whole));
};
