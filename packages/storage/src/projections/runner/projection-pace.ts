/** How projectors make their next steps. */
export type Pace = {
  /** How far they give way to decisions, from 0 (not at all) to 1. */
  readonly yielding: number;
  /** Events of a step, about: of those that gather, and of the others. */
  readonly gathered: number;
  readonly most: number;
};

export type PaceInput = {
  /** Pressure on decisions, 0 to 1 (`decision-pressure.ts`). */
  readonly pressure: number;
  /** How late the latest projection is, in milliseconds, beyond what it gathers for. */
  readonly lateMs: number;
};

/** Events applied in one transaction, about: with nothing in the way, and while decisions need the machine. */
const MOST = { free: 1000, yielding: 250 };
/** The same of those that gather: they add up in memory first, and write a cell once for all events of a step. */
const GATHERED = { free: 4000, yielding: 1000 };
/** Below the first pressure projectors do not give way, from the second on they do entirely. */
const YIELDS = { from: 0.25, entirely: 0.7 };
/** From the first pressure on the machine counts as filled more and more, from the second on as full. */
const FULL = { from: 0.7, entirely: 0.95 };
/** How late projections may become by giving way: while the machine has time left, and on a full one. */
const LATEST_MS = { usual: 1500, full: 10_000 };
/** Rest after a step of those that give way entirely, in times of what it took, and at most. */
const REST = 2;
const LONGEST_REST_MS = 500;
/** Pause after a step that found little, so that small commits are applied together. */
const PAUSE_MS = { free: 100, yielding: 300 };

/** 0 up to `from`, 1 beyond `to`, a straight line between them. */
const ramp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

const between = (free: number, yielding: number, share: number): number => Math.round(free + (yielding - free) * share);

/**
 * Projections give way while decisions need the machine, by small steps with rests between them, and the less the later they are: at their bound
 * they go on as if nothing were in the way. What bounds them then is the machine alone.
 */
export const paceOf = ({ pressure, lateMs }: PaceInput): Pace => {
  const latestMs = between(LATEST_MS.usual, LATEST_MS.full, ramp(pressure, FULL.from, FULL.entirely));
  const yielding = ramp(pressure, YIELDS.from, YIELDS.entirely) * (1 - ramp(lateMs, latestMs / 2, latestMs));
  return {
    yielding,
    most: between(MOST.free, MOST.yielding, yielding),
    gathered: between(GATHERED.free, GATHERED.yielding, yielding),
  };
};

/** Rest between two steps. @param tookMs the time of the first one */
export const restBetween = ({ yielding }: Pace, tookMs: number): number =>
  Math.min(LONGEST_REST_MS, yielding * REST * tookMs);

/** Pause before it is looked for events again. @param applied the most events of a step that was just made, above 0 */
export const pauseAfter = ({ yielding, most }: Pace, applied: number): number =>
  between(applied < most / 2 ? PAUSE_MS.free : 0, applied < most ? PAUSE_MS.yielding : 0, yielding);
