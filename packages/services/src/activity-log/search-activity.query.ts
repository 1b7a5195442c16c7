import type { BodyOf, ResponseOf, searchActivity as endpoint } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { countAudit, searchAudit, type AuditCursor } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { loadActivityScope, readActivityQuery, wireActivity } from './activity-scope.ts';
import { seenEntry } from './seen-activity.ts';

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const formatCursor = ({ at, id }: AuditCursor): string => Buffer.from(`${at.getTime()}.${id}`).toString('base64url');

const readCursor = (text: string): AuditCursor => {
  const [, ms, id] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (ms === undefined || id === undefined) throw fail('SRCH-QUERY-INVALID', { field: 'cursor' });
  return { at: new Date(Number(ms)), id };
};

/** One page of entries, newest first. Throws SRCH-RANGE-TOO-LONG, SRCH-QUERY-INVALID, SRCH-TIMEOUT. */
export const searchActivity = (
  context: EnvironmentContext,
  person: SignedInPerson,
  { cursor, limit, ...asked }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> =>
  reading(context, async (trx) => {
    const scope = await loadActivityScope(trx, context, person);
    const query = readActivityQuery(asked, scope);
    const after = cursor === null ? null : readCursor(cursor);
    const rows = await searchAudit(trx, scope, { ...query, after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      entries: page.map((row) => wireActivity(seenEntry(context, row), scope)),
      nextCursor: rows.length > limit && last !== undefined ? formatCursor(last) : null,
      total: after === null ? await countAudit(trx, scope, query) : null,
      asOf: new Date(context.clock.now()).toISOString(),
    };
  });
