import type { BodyOf, previewRetention as endpoint, RetentionDetail, RetentionPreview } from '@redoubt/contracts';
import { effectiveRetention, environmentPath, retentionBorder, RETENTION_KINDS } from '@redoubt/domain';
import { measureKind } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { holdsReaching, isWhollyHeld, readActiveHolds } from './holds.ts';
import { readRetentionDetail, readTenantRetention } from './read-retention.ts';

/** How long each kind of data is kept in an environment. */
export const getRetention = (context: EnvironmentContext): Promise<RetentionDetail> =>
  reading(context, (trx) => readRetentionDetail(trx, context));

/** What would go now if these periods counted, in the environment and below it. What holds on persons and cases keep is not taken off. */
export const previewRetention = (
  context: EnvironmentContext,
  { periods }: BodyOf<typeof endpoint>,
): Promise<RetentionPreview> =>
  reading(context, async (trx) => {
    const { environmentId, clock } = context;
    const { environments, said } = await readTenantRetention(trx);
    const then = new Map([...said, [environmentId, periods]]);
    const reached = [...environments.values()].filter(
      ({ id }) => id === environmentId || environmentPath(id, environments).parentIds.includes(environmentId),
    );
    const holds = await readActiveHolds(trx, clock.now());
    const until = new Date(clock.now());
    const held = reached.filter(({ id }) => isWhollyHeld(holdsReaching(id, environments, holds)));
    const isFirstRoot = environments.get(environmentId)?.parentId === null;
    const kinds: RetentionPreview['kinds'] = [];
    for (const kind of RETENTION_KINDS) {
      const sum = { stored: 0, due: 0, dueBytes: 0, oldest: null as Date | null, border: null as number | null };
      // The activity log is the tenant's: it is counted once, at a root.
      const places = kind === 'activity' ? reached.slice(0, isFirstRoot ? 1 : 0) : reached;
      for (const { id, parentId } of places) {
        const { days } = effectiveRetention(kind, id, environments, then);
        const border = days === null ? null : retentionBorder(clock.now(), days);
        const range = { environmentId: id, border: new Date(border ?? 0), until, isRoot: parentId === null };
        const measure = await measureKind(trx, kind, range);
        const goes = border !== null && !held.some((each) => each.id === id);
        sum.stored += measure.stored;
        if (goes) sum.due += measure.due;
        if (goes) sum.dueBytes += measure.dueBytes;
        if (measure.oldest !== null && (sum.oldest === null || measure.oldest < sum.oldest))
          sum.oldest = measure.oldest;
        if (border !== null) sum.border = Math.min(sum.border ?? border, border);
      }
      kinds.push({
        kind,
        border: sum.border === null ? null : new Date(sum.border).toISOString(),
        stored: sum.stored,
        oldest: sum.oldest?.toISOString() ?? null,
        due: sum.due,
        dueBytes: sum.dueBytes,
      });
    }
    const there = new Set(reached.map(({ id }) => id));
    return {
      kinds,
      environments: reached.length,
      heldEnvironments: held.length,
      holds: holds.filter(({ scope, environmentId: at }) => scope !== 'environment' && there.has(at)).length,
    };
  });
