import { DAY_MS, type Id } from '@redoubt/kernel';
import { environmentPath, type EnvironmentLink } from '../environment-tree/environment-path.ts';

/** Facts about a kind of data that may be removed by age. */
export type RetentionKindFacts = {
  /** Shortest time that may be chosen, in days. */
  readonly minDays: number;
  /** `tenant`: chosen at roots, and the longest of them counts for the whole tenant. */
  readonly scope: 'environment' | 'tenant';
};

/** The longest time that may be chosen, in days. */
export const MAX_RETENTION_DAYS = 3650;

const FACTS = {
  /** Events with their search rows, links, cases and rows in reports. Velocities look back 98 days. */
  events: { minDays: 100, scope: 'environment' },
  notes: { minDays: 7, scope: 'environment' },
  attachments: { minDays: 7, scope: 'environment' },
  refusedCalls: { minDays: 1, scope: 'environment' },
  activity: { minDays: 90, scope: 'tenant' },
} as const satisfies Record<string, RetentionKindFacts>;

/** A kind of data that is kept for a time that administrators choose. */
export type RetentionKind = keyof typeof FACTS;
export const RETENTION_FACTS: Readonly<Record<RetentionKind, RetentionKindFacts>> = FACTS;
export const RETENTION_KINDS = Object.keys(FACTS) as readonly RetentionKind[];

/** What an environment says: days, null to keep for good, absent to take over what counts above it. */
export type RetentionPeriods = Readonly<Partial<Record<RetentionKind, number | null | undefined>>>;

/** What counts in an environment. */
export type EffectiveRetention = {
  /** Null where everything is kept. */
  readonly days: number | null;
  /** The environment that says so; null where none says anything. */
  readonly from: Id | null;
};

type Environments = ReadonlyMap<Id, EnvironmentLink>;
type Said = ReadonlyMap<Id, RetentionPeriods>;

const along = (path: readonly Id[], said: Said, kind: RetentionKind): EffectiveRetention => {
  for (const id of path) {
    const days = said.get(id)?.[kind];
    if (days !== undefined) return { days, from: id };
  }
  return { days: null, from: null };
};

/** The period of the tenant: what is kept longest by one of its roots. */
const ofTenant = (environments: Environments, said: Said, kind: RetentionKind): EffectiveRetention => {
  const roots = [...environments.values()].filter(({ parentId }) => parentId === null);
  const each = roots.map(({ id }) => along([id], said, kind));
  const kept = each.find(({ days }) => days === null);
  if (kept !== undefined) return kept;
  return each.toSorted((a, b) => (b.days ?? 0) - (a.days ?? 0))[0] ?? { days: null, from: null };
};

/**
 * How long a kind of data is kept in an environment: its own period, else that of the nearest environment above it.
 *
 * @param environments those that are not deleted, by id.
 */
export const effectiveRetention = (
  kind: RetentionKind,
  environmentId: Id,
  environments: Environments,
  said: Said,
): EffectiveRetention =>
  RETENTION_FACTS[kind].scope === 'tenant'
    ? ofTenant(environments, said, kind)
    : along([environmentId, ...environmentPath(environmentId, environments).parentIds], said, kind);

/** What is older than this goes: the beginning of the UTC day that lies so many days back. */
export const retentionBorder = (nowMs: number, days: number): number =>
  Math.floor(nowMs / DAY_MS) * DAY_MS - days * DAY_MS;
