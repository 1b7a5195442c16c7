import type { LegalHold, RetentionDetail, RetentionRunDetail } from '@redoubt/contracts';
import {
  allows,
  effectiveRetention,
  fail,
  isHolding,
  MAX_RETENTION_DAYS,
  RETENTION_FACTS,
  RETENTION_KINDS,
  type EffectiveRetention,
  type RetentionPeriods,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findJob,
  kindOfCode,
  listEnvironments,
  listHolds,
  listRetention,
  listRetentionRuns,
  type EnvironmentRecord,
  type RetentionRun,
  type StoredHold,
  type StoredRetention,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { tagOf } from '../version-tag.ts';
import { holdsReaching, isWhollyHeld } from './holds.ts';

/** Runs of one page: a fortnight of all kinds. */
const RUNS = 70;

/** What every environment of a tenant says of how long data is kept. */
export type TenantRetention = {
  readonly environments: ReadonlyMap<Id, EnvironmentRecord>;
  readonly stored: ReadonlyMap<Id, StoredRetention>;
  readonly said: ReadonlyMap<Id, RetentionPeriods>;
};

/** Deleted environments are left out. */
export const readTenantRetention = async (trx: TenantTransaction): Promise<TenantRetention> => {
  const all = (await listEnvironments(trx)).filter(({ status }) => status !== 'Deleted');
  const stored = await listRetention(trx);
  return {
    environments: new Map(all.map((each) => [each.id, each])),
    stored,
    said: new Map([...stored].map(([id, { periods }]) => [id, periods])),
  };
};

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const wireHold = (hold: StoredHold, environments: TenantRetention['environments'], nowMs: number): LegalHold => {
  const { id, environmentId, scope, subject, kind, eventId, reason, placedBy, placedAt, until } = hold;
  const { releasedBy, releasedAt, releaseReason } = hold;
  return {
    id,
    environmentId,
    environment: environments.get(environmentId)?.name ?? environmentId,
    scope,
    subject,
    event: kind === null || eventId === null ? null : { kind: kindOfCode(kind), eventId },
    reason,
    placed: { by: placedBy, at: placedAt.toISOString() },
    until: instantOf(until),
    released:
      releasedAt === null ? null : { by: releasedBy ?? '', at: releasedAt.toISOString(), reason: releaseReason ?? '' },
    isActive: isHolding(hold, nowMs),
  };
};

const wireRun = (run: RetentionRun): RetentionRunDetail => ({
  kind: run.kind,
  border: run.border.toISOString(),
  startedAt: run.startedAt.toISOString(),
  finishedAt: instantOf(run.finishedAt),
  storedBefore: run.storedBefore,
  storedAfter: run.storedAfter,
  removed: run.removed,
  removedBytes: run.removedBytes,
  oldestBefore: instantOf(run.oldestBefore),
  oldestAfter: instantOf(run.oldestAfter),
  held: run.held,
  younger: {
    before: run.youngerBefore,
    after: run.youngerAfter,
    digestBefore: run.youngerDigestBefore,
    digestAfter: run.youngerDigestAfter,
  },
});

/** How long data is kept in an environment, as its page shows it. @throws `ENV-UNKNOWN`. */
export const readRetentionDetail = async (
  trx: TenantTransaction,
  { environmentId, clock, capabilities }: EnvironmentContext,
): Promise<RetentionDetail> => {
  const { environments, stored, said } = await readTenantRetention(trx);
  const here = environments.get(environmentId);
  if (here === undefined) throw fail('ENV-UNKNOWN', { id: environmentId });
  const nowMs = clock.now();
  const own = stored.get(environmentId);
  const withoutOwn = new Map([...said].filter(([id]) => id !== environmentId));
  const wireOf = ({ days, from }: EffectiveRetention) => ({
    days,
    from: from === null ? null : { environmentId: from, name: environments.get(from)?.name ?? from },
  });
  const all = await listHolds(trx);
  const active = all.filter((hold) => isHolding(hold, nowMs));
  const reaching = holdsReaching(environmentId, environments, active);
  const shown = new Set([...reaching, ...all.filter((hold) => hold.environmentId === environmentId)]);
  return {
    kinds: RETENTION_KINDS.map((kind) => ({
      kind,
      minDays: RETENTION_FACTS[kind].minDays,
      isChosenHere: RETENTION_FACTS[kind].scope === 'environment' || here.parentId === null,
      inForce: wireOf(effectiveRetention(kind, environmentId, environments, said)),
      inherited: wireOf(effectiveRetention(kind, environmentId, environments, withoutOwn)),
    })),
    own: { ...own?.periods },
    maxDays: MAX_RETENTION_DAYS,
    holds: all.filter((hold) => shown.has(hold)).map((hold) => wireHold(hold, environments, nowMs)),
    isHeld: isWhollyHeld(reaching),
    runs: (await listRetentionRuns(trx, environmentId, RUNS)).map(wireRun),
    job: (await findJob(trx, 'retention', environmentId))?.state ?? null,
    changed: own === undefined ? null : { by: own.changedBy, at: own.changedAt.toISOString() },
    version: tagOf(own?.version ?? 0),
    canWrite: allows(capabilities, 'adminConfiguration:write'),
  };
};
