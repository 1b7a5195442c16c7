import type { getReportedCases as endpoint, QueryOf, ResponseOf } from '@redoubt/contracts';
import { caseReportSpan } from '@redoubt/domain';
import { kindOfCode, listCaseQueues, listReportedCases, type ReportedCasesCursor } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { failAt } from '../problems.ts';
import { reading } from '../unit-of-work.ts';
import { readReportScope } from './report-scope.ts';

const cursorText = (cursor: ReportedCasesCursor | null): string | null =>
  cursor && Buffer.from(JSON.stringify(cursor)).toString('base64url');

const readCursor = (text: string | undefined): ReportedCasesCursor | null => {
  if (text === undefined) return null;
  try {
    const { atMs, eventId, number } = JSON.parse(Buffer.from(text, 'base64url').toString()) as ReportedCasesCursor;
    if (
      Number.isSafeInteger(atMs) &&
      Math.abs(atMs) < 8e15 &&
      typeof eventId === 'string' &&
      Number.isSafeInteger(number)
    )
      return { atMs, eventId: eventId.replaceAll('\0', '').toWellFormed(), number };
  } catch {
    // Said below.
  }
  throw failAt('REQ-INVALID', { count: 1 }, [{ path: 'query.cursor', message: 'is no cursor of this list' }]);
};

/** The cases behind a figure of the report. Throws REQ-INVALID. */
export const getReportedCases = (
  context: EnvironmentContext,
  { period, assessment, queueId, agent, otherAgent, cursor, ...query }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> =>
  reading(context, async (trx) => {
    const nowMs = context.clock.now();
    const { hides, scope } = await readReportScope(trx, context, { assessment, queueId, agent });
    const page = await listReportedCases(trx, scope, caseReportSpan(period, nowMs), {
      figure: query.figure,
      decision: query.decision ?? null,
      reason: query.reason ?? null,
      otherAgentId: hides ? null : (otherAgent ?? null),
      nowMs,
      after: readCursor(cursor),
      limit: query.limit,
    });
    const names = new Map((await listCaseQueues(trx, context.environmentId, [])).map(({ id, name }) => [id, name]));
    return {
      cases: page.cases.map(({ at, kind, eventId, queueId: place, agent: by, source, decision, reason, later }) => ({
        at: at.toISOString(),
        eventType: kindOfCode(kind),
        eventId,
        queueId: place,
        queue: names.get(place) ?? '',
        agent: hides || by === '' ? null : by,
        source,
        decision,
        reason,
        later: later && { ...later, agent: hides || later.agent === '' ? null : later.agent },
      })),
      nextCursor: cursorText(page.next),
    };
  });
