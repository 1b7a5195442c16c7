import { setTimeout as delay } from 'node:timers/promises';
import { readPositions, stepTogether, type ProjectionTarget } from './projection-step.ts';
import type { Projector } from './projector.ts';

export type ProjectionRunner = {
  /** Says that something was committed; without it commits are found by polling. */
  readonly wake: () => void;
  /** Finishes the step under way. */
  readonly close: () => Promise<void>;
};

/** Events applied in one transaction, about. */
const BATCH = 1000;
const POLL_MS = 250;
/** Pause after a step that found little, so that small commits are applied together. */
const GATHER_MS = 100;
const RETRY_MS = 1000;

type Group = { readonly from: number; readonly projectors: readonly Projector[] };

/** Groups what stands at one position; one that follows another goes alone where that one stands elsewhere. */
const groupsOf = (projectors: readonly Projector[], positions: ReadonlyMap<string, number>): readonly Group[] =>
  [...Map.groupBy(projectors, ({ name }) => positions.get(name) ?? 0)].flatMap(([from, group]) => {
    const isAlone = ({ follows }: Projector): boolean =>
      follows !== undefined && !group.some(({ name }) => name === follows);
    const together = group.filter((projector) => !isAlone(projector));
    const alone = group.filter(isAlone).map((projector) => ({ from, projectors: [projector] }));
    return together.length === 0 ? alone : [{ from, projectors: together }, ...alone];
  });

/**
 * Runs projectors until it is closed. Those that stand at one position go on together; one that fails is left behind and
 * tried again later, and joins the others when it has caught up.
 */
export const startProjectionRunner = (target: ProjectionTarget, projectors: readonly Projector[]): ProjectionRunner => {
  const restingUntilMs = new Map<string, number>();
  let isClosed = false;
  let isWoken = false;
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
  const advance = async (group: readonly Projector[], from: number): Promise<number> => {
    try {
      return (await stepTogether(target, group, from, BATCH)) - from;
    } catch (error) {
      if (isClosed) return 0;
      const [first, ...others] = group;
      if (first === undefined) return 0;
      if (others.length > 0) {
        const reached: number[] = [];
        for (const projector of group) reached.push(await advance([projector], from));
        return Math.max(...reached);
      }
      target.log.error({ err: error, projector: first.name, position: from }, 'a projector failed; trying again');
      restingUntilMs.set(first.name, performance.now() + RETRY_MS);
      return 0;
    }
  };

  const round = async (): Promise<number> => {
    const now = performance.now();
    const due = projectors.filter(({ name }) => (restingUntilMs.get(name) ?? 0) <= now);
    if (due.length === 0) return 0;
    let applied = 0;
    // Read each time: another node may have moved them on, or a rebuild back.
    for (const { projectors: group, from } of groupsOf(due, await readPositions(target.pool, due))) {
      applied = Math.max(applied, await advance(group, from));
    }
    return applied;
  };

  const run = async (): Promise<void> => {
    while (!isClosed) {
      isWoken = false;
      try {
        const applied = await round();
        if (applied === 0) await rest();
        else if (applied < BATCH / 2) await delay(GATHER_MS);
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
    close: async () => {
      isClosed = true;
      rouse();
      await running;
    },
  };
};
