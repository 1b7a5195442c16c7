import type { SupportLineResult, SupportListSummary } from '@redoubt/contracts';
import {
  allows,
  fail,
  isMasked,
  MAX_SUPPORT_LINES_OF_CASE,
  MAX_SUPPORT_LINES_OF_CASES_PER_HOUR,
  SUPPORT_ENTITIES,
  type SupportEntity,
  supportKey,
  supportListOf,
  type SupportListStatus,
  type SupportSource,
  supportValueProblem,
} from '@redoubt/domain';
import { HOUR_MS, type Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  advanceSupportList,
  countSupportChanges,
  findSetSince,
  findSupportEntries,
  writeSupportEntries,
  type SupportListEntry,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { usersOf } from '../references/references.ts';
import { contentHash } from '../content-hash.ts';
import { failAt, requireClean } from '../problems.ts';
import { readSupportSummary } from './support-summary.ts';
import { inTransaction } from '../unit-of-work.ts';

export type SupportChange = {
  readonly values: readonly string[];
  /** Null removes the values. */
  readonly status: SupportListStatus | null;
  readonly reason: string;
  readonly comments: string;
  readonly expiresAt: string | null;
  readonly source: SupportSource;
  /** Values whose status was set after this moment stay as they are: what was said later holds. */
  readonly unlessSetSince?: Date;
};

type Line = { readonly line: number; readonly value: string; readonly key: string };

/** Until here a wrong value can be distinguished from the others. */
const SHOWN_CHARACTERS = 300;

const refusal = (line: number, value: string, problem: SupportLineResult['problem']): SupportLineResult => ({
  line,
  value: value.slice(0, SHOWN_CHARACTERS).toWellFormed(),
  outcome: problem === null ? 'repeated' : 'invalid',
  before: null,
  problem,
});

/** Values to change, each once; the rest with why they are not among them. Values that are to go may look like anything. */
const readLines = (entity: SupportEntity, { values, status }: SupportChange) => {
  const lines = new Map<string, Line>();
  const refused: SupportLineResult[] = [];
  for (const [index, text] of values.entries()) {
    const value = text.trim();
    const key = supportKey(value);
    const line = index + 1;
    // A mask stands for a value that the caller does not see, and is none itself.
    const problem = isMasked(value) ? 'unreadable' : supportValueProblem(status === null ? 'userId' : entity, value);
    if (problem !== null) refused.push(refusal(line, value, problem));
    else if (lines.has(key)) refused.push(refusal(line, value, null));
    else lines.set(key, { line, value, key });
  }
  return { lines: [...lines.values()], refused };
};

const isSame = (entry: SupportListEntry, status: SupportListStatus, change: SupportChange, atMs: number): boolean =>
  entry.status === status &&
  entry.reason === change.reason &&
  entry.comments === change.comments &&
  (entry.expiresAt?.getTime() ?? null) === (change.expiresAt === null ? null : Date.parse(change.expiresAt)) &&
  !hasExpired(entry, atMs);

const hasExpired = ({ expiresAt }: SupportListEntry, atMs: number): boolean =>
  expiresAt !== null && expiresAt.getTime() <= atMs;

/** Values are personal: the activity log keeps which ones by their hash, and of no more than this many. */
const MAX_AUDITED = 200;

const auditOf = (entity: SupportEntity, results: readonly SupportLineResult[]): Json => {
  const touched = results.filter(
    ({ outcome }) => outcome === 'added' || outcome === 'changed' || outcome === 'removed',
  );
  return {
    ...Object.fromEntries(
      [...Map.groupBy(touched, ({ outcome }) => outcome)].map(([outcome, lines]) => [outcome, lines.length]),
    ),
    values: touched
      .slice(0, MAX_AUDITED)
      .map(({ value, before }) => ({ sha256: contentHash([entity, supportKey(value)]), before })),
  };
};

/** Name of a support list in the activity log. */
const listId = (environmentId: string, entity: SupportEntity): string => `${environmentId}/${entity}`;

/**
 * Bounds what is changed by those who set a status for a case they look at and may not write lists; the activity log
 * tells how much they changed. Throws SUPPORT-LIST-LIMIT.
 */
const requireWithinLimit = async (
  trx: TenantTransaction,
  { capabilities, environmentId, actor, clock }: EnvironmentContext,
  values: number,
): Promise<void> => {
  if (allows(capabilities, 'lists:write')) return;
  const [max, perHour] = [MAX_SUPPORT_LINES_OF_CASE, MAX_SUPPORT_LINES_OF_CASES_PER_HOUR];
  const lists = SUPPORT_ENTITIES.map((entity) => listId(environmentId, entity));
  const since = new Date(clock.now() - HOUR_MS);
  const earlier = await countSupportChanges(trx, lists, { actorId: actor.id, since });
  if (values > max || earlier + values > perHour) throw fail('SUPPORT-LIST-LIMIT', { max, perHour });
};

/** Support agents say why a customer has a status, and until when. */
const requireReasonAndEnd = ({ reason, expiresAt }: SupportChange): void => {
  const missing = [
    ...(reason.trim() === '' ? ['body.reason'] : []),
    ...(expiresAt === null ? ['body.expiresAt'] : []),
  ].map((path) => ({ path, message: 'is required for a change by customer support' }));
  if (missing.length > 0) throw failAt('REQ-INVALID', { count: missing.length }, missing);
};

/**
 * Gives values of a support list one status, or removes them. A value has one entry: a new one takes the place of the
 * old. Every line is answered; wrong ones do not stop the others. Decisions follow within seconds. Throws REQ-INVALID
 * for an expiry that is not in the future and for a change of source `Support` without a reason or an expiry, and SUPPORT-LIST-LIMIT for more than a person may change who may not write
 * lists.
 */
export const changeSupportEntries = async (
  context: EnvironmentContext,
  entity: SupportEntity,
  change: SupportChange,
): Promise<{ readonly results: SupportLineResult[]; readonly list: SupportListSummary }> => {
  const { tenantId, environmentId, clock } = context;
  const nowMs = clock.now();
  const { status, reason, comments, source } = change;
  requireClean({ 'body.reason': reason, 'body.comments': comments });
  if (source === 'Support' && status !== null) requireReasonAndEnd(change);
  const expiresAt = status === null || change.expiresAt === null ? null : new Date(change.expiresAt);
  if (expiresAt && expiresAt.getTime() <= nowMs) {
    throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'body.expiresAt', message: 'is not in the future' }]);
  }
  const { lines, refused } = readLines(entity, change);
  const key = { environmentId, entity };
  return inTransaction(context, async (trx) => {
    const changed = changedBy(context);
    // A change of a list of this tenant meanwhile waits, so what is found is what is replaced.
    await advancePlanHead(trx, tenantId, changed.at);
    await requireWithinLimit(trx, context, lines.length);
    const standing = await findSupportEntries(
      trx,
      key,
      lines.map(({ value }) => value),
    );
    const { unlessSetSince } = change;
    const setLater: ReadonlySet<string> =
      unlessSetSince === undefined
        ? new Set()
        : await findSetSince(
            trx,
            key,
            lines.map(({ value }) => value),
            unlessSetSince,
          );
    const ended: string[] = [];
    const added: SupportListEntry[] = [];
    const results = lines.map(({ line, value, key: valueKey }): SupportLineResult => {
      const entry = standing.get(valueKey);
      const before = entry && !hasExpired(entry, nowMs) ? entry.status : null;
      const result = { line, value, before, problem: null };
      if (setLater.has(valueKey)) return { ...result, outcome: 'unchanged' };
      if (status === null && !entry) return { ...result, outcome: 'absent' };
      if (status !== null && entry && isSame(entry, status, change, nowMs)) return { ...result, outcome: 'unchanged' };
      if (entry) ended.push(value);
      if (status === null) return { ...result, outcome: before === null ? 'absent' : 'removed' };
      added.push({ value, status, reason, comments, expiresAt, source, addedBy: changed.by, addedAt: changed.at });
      return { ...result, outcome: before === null ? 'added' : 'changed' };
    });
    if (ended.length > 0 || added.length > 0) {
      const { name } = supportListOf(entity);
      if ((await usersOf(trx, 'list', environmentId, name)).length > 0) await requireSecondPerson(trx, context);
      const revision = await advanceSupportList(trx, tenantId, key, changed);
      await writeSupportEntries(trx, tenantId, key, revision, { ended, added });
      await recordActivity(trx, context, {
        operation: 'Update',
        type: 'SupportList',
        id: listId(environmentId, entity),
        name,
        environmentId,
        modified: {
          status,
          reason,
          expiresAt: expiresAt?.toISOString() ?? null,
          source,
          revision,
          ...(auditOf(entity, results) as Record<string, Json>),
        },
      });
    }
    return {
      results: [...results, ...refused].toSorted((left, right) => left.line - right.line),
      list: await readSupportSummary(trx, environmentId, entity, nowMs),
    };
  });
};
