import { setTimeout as delay } from 'node:timers/promises';
import { readStreamPosition } from '../../log/read-log.ts';
import type { ProjectionState } from './decision-pressure.ts';
import { groupsOf, type StepGroup } from './projection-groups.ts';
import { paceOf, pauseAfter, restBetween } from './projection-pace.ts';
import { readPositions, stepTogether, type ProjectionTarget } from './projection-step.ts';
import type { Projector } from '../projector.ts';
import { StreamTimes } from './stream-times.ts';

export type ProjectionRunner = {
  /** Says that something was committed; without it commits are found by polling. */
  readonly wake: () => void;
  /** Until all have caught up, those that gather do not wait for more events. */
  readonly hurry: () => void;
  /** Finishes the step under way. */
  readonly close: () => Promise<void>;
};

const POLL_MS = 250;
/** Those that gather wait for so many events. */
const GATHERED_EVENTS = 4000;
/** Longest wait for so many. Reports may be seconds old. */
const GATHERED_WITHIN_MS = 2000;
const RETRY_MS = 1000;

/** How a runner finds out how much decisions need the machine, and where it says what follows from that. */
export type RunnerPacing = {
  /** 0 to 1. */
  readonly pressure: (nowMs: number) => number;
  readonly report: (state: ProjectionState) => void;
};
const UNHINDERED: RunnerPacing = { pressure: () => 0, report: () => undefined };

/**
 * Runs projectors until it is closed, at the pace that decisions leave them. Those that stand at one position go on together; one that fails is left behind and
 * tried again later, and joins the others when it has caught up.
 */
export const startProjectionRunner = (
  target: ProjectionTarget,
  projectors: readonly Projector[],
  { pressure, report }: RunnerPacing = UNHINDERED,
): ProjectionRunner => {
  const restingUntilMs = new Map<string, number>();
  /** Since when one that gathers has events to apply. */
  const waitingSinceMs = new Map<string, number>();
  /** Up to where one that gathers goes on without waiting again. */
  const goesOnTo = new Map<string, number>();
  const times = new StreamTimes();
  let pace = paceOf({ pressure: 0, lateMs: 0 });
  let isClosed = false;
  let isWoken = false;
  let isHurried = false;
  let wake: () => void = () => undefined;

  const rest = async (): Promise<void> => {
    if (isWoken || isClosed) return;
    const woken = Promise.withResolvers<void>();
    wake = woken.resolve;
    const timer = setTimeout(wake, POLL_MS);
    await woken.promise;
    clearTimeout(timer);
  };

  /** Events applied; a failure is the failing projector's own. */
  const advance = async ({ projectors: group, from, most }: StepGroup): Promise<number> => {
    try {
      return (await stepTogether(target, group, from, most)) - from;
    } catch (error) {
      if (isClosed) return 0;
      const [first, ...others] = group;
      if (first === undefined) return 0;
      if (others.length > 0) {
        const reached: number[] = [];
        for (const projector of group) reached.push(await advance({ projectors: [projector], from, most }));
        return Math.max(...reached);
      }
      target.log.error({ err: error, projector: first.name, position: from }, 'a projector failed; trying again');
      restingUntilMs.set(first.name, performance.now() + RETRY_MS);
      return 0;
    }
  };

  /** Whether one that gathers has waited long enough, or for enough events, or is still at what it waited for. */
  const isRipe = ({ name }: Projector, position: number, last: number, nowMs: number): boolean => {
    if (position < (goesOnTo.get(name) ?? 0)) return true;
    const behind = last - position;
    if (behind <= 0) waitingSinceMs.delete(name);
    if (behind <= 0) return false;
    const sinceMs = waitingSinceMs.get(name) ?? nowMs;
    waitingSinceMs.set(name, sinceMs);
    if (!isHurried && behind < GATHERED_EVENTS && nowMs - sinceMs < GATHERED_WITHIN_MS) return false;
    goesOnTo.set(name, last);
    waitingSinceMs.delete(name);
    return true;
  };

  /** Sets the pace by how late projections are. */
  const keepPace = (positions: ReadonlyMap<string, number>, nowMs: number): void => {
    const late = projectors.map(
      ({ name, gathers }) =>
        times.lateMs(positions.get(name) ?? 0, nowMs) - (gathers === true ? GATHERED_WITHIN_MS : 0),
    );
    const lateMs = Math.max(0, ...late);
    pace = paceOf({ pressure: isHurried ? 0 : pressure(nowMs), lateMs });
    report({ yielding: pace.yielding, lateMs });
  };

  const round = async (): Promise<number> => {
    const now = performance.now();
    const due = projectors.filter(({ name }) => (restingUntilMs.get(name) ?? 0) <= now);
    if (due.length === 0) return 0;
    // Read each time: another node may have moved them on, or a rebuild back.
    const last = await readStreamPosition(target.pool);
    const positions = await readPositions(target.pool, projectors);
    times.note(now, last);
    keepPace(positions, now);
    const positionOf = ({ name }: Projector): number => positions.get(name) ?? 0;
    const ready = due.filter((each) => each.gathers !== true || isRipe(each, positionOf(each), last, now));
    if (isHurried && due.every((each) => positionOf(each) >= last)) isHurried = false;
    let applied = 0;
    for (const group of groupsOf(ready, positions, pace)) {
      const startMs = performance.now();
      const reached = await advance(group);
      applied = Math.max(applied, reached);
      const restMs = reached > 0 ? restBetween(pace, performance.now() - startMs) : 0;
      if (restMs >= 1 && !isHurried && !isClosed) await delay(restMs);
    }
    return applied;
  };

  const run = async (): Promise<void> => {
    while (!isClosed) {
      isWoken = false;
      try {
        const applied = await round();
        const pauseMs = applied > 0 && !isHurried ? pauseAfter(pace, applied) : 0;
        if (applied === 0) await rest();
        else if (pauseMs > 0) await delay(pauseMs);
      } catch (error) {
        if (isClosed) return;
        target.log.error({ err: error }, 'the positions of the projectors could not be read; trying again');
        await delay(RETRY_MS);
      }
    }
  };
  const running = run();

  const rouse = (): void => {
    isWoken = true;
    wake();
  };
  return {
    wake: rouse,
    hurry: () => {
      isHurried = true;
      rouse();
    },
    close: async () => {
      isClosed = true;
      rouse();
      await running;
    },
  };
};
