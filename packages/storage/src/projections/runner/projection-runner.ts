import { setTimeout as delay } from 'node:timers/promises';
import { readStreamPosition } from '../../log/read-log.ts';
import { groupsOf, type StepGroup } from './projection-groups.ts';
import { readPositions, stepTogether, type ProjectionTarget } from './projection-step.ts';
import type { Projector } from '../projector.ts';

export type ProjectionRunner = {
  /** Says that something was committed; without it commits are found by polling. */
  readonly wake: () => void;
  /** Until all have caught up, those that gather do not wait for more events. */
  readonly hurry: () => void;
  /** Finishes the step under way. */
  readonly close: () => Promise<void>;
};

/** Events applied in one transaction, about. */
const BATCH = 1000;
const POLL_MS = 250;
/** The same of those that gather: they add up in memory first, and write a cell once for all events of a step. */
const GATHERED_BATCH = 4000;
/** Longest wait for so many. Reports may be seconds old. */
const GATHERED_WITHIN_MS = 2000;
/** Pause after a step that found little, so that small commits are applied together. */
const PAUSE_MS = 100;
const RETRY_MS = 1000;

/**
 * Runs projectors until it is closed. Those that stand at one position go on together; one that fails is left behind and
 * tried again later, and joins the others when it has caught up.
 */
export const startProjectionRunner = (target: ProjectionTarget, projectors: readonly Projector[]): ProjectionRunner => {
  const restingUntilMs = new Map<string, number>();
  /** Since when one that gathers has events to apply. */
  const waitingSinceMs = new Map<string, number>();
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

  /** Whether one that gathers has waited long enough, or for enough events. */
  const isRipe = ({ name }: Projector, behind: number, nowMs: number): boolean => {
    if (behind <= 0) waitingSinceMs.delete(name);
    if (behind <= 0) return false;
    const sinceMs = waitingSinceMs.get(name) ?? nowMs;
    waitingSinceMs.set(name, sinceMs);
    return isHurried || behind >= GATHERED_BATCH || nowMs - sinceMs >= GATHERED_WITHIN_MS;
  };

  const round = async (): Promise<number> => {
    const now = performance.now();
    const due = projectors.filter(({ name }) => (restingUntilMs.get(name) ?? 0) <= now);
    if (due.length === 0) return 0;
    // Read each time: another node may have moved them on, or a rebuild back.
    const last = await readStreamPosition(target.pool);
    const positions = await readPositions(target.pool, projectors);
    const behindOf = ({ name }: Projector): number => last - (positions.get(name) ?? 0);
    const ready = due.filter((each) => each.gathers !== true || isRipe(each, behindOf(each), now));
    if (isHurried && due.every((each) => behindOf(each) <= 0)) isHurried = false;
    let applied = 0;
    for (const group of groupsOf(ready, positions, { most: BATCH, gathered: GATHERED_BATCH })) {
      const reached = await advance(group);
      applied = Math.max(applied, reached);
      if (reached > 0) for (const { name } of group.projectors) waitingSinceMs.delete(name);
    }
    return applied;
  };

  const run = async (): Promise<void> => {
    while (!isClosed) {
      isWoken = false;
      try {
        const applied = await round();
        if (applied === 0) await rest();
        else if (applied < BATCH / 2 && !isHurried) await delay(PAUSE_MS);
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
