import { EXPORT_CURSOR_HEADER, EXPORT_MORE_HEADER, exportEvents, exportQuery } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { DAY_MS, type Clock } from '@redoubt/kernel';
import { exportStoredEvents, recordExport, type EnvironmentContext } from '@redoubt/services';
import type { FastifyRequest } from 'fastify';
import { actingIn, type CallState } from './call-state.ts';
import { readQuery } from './public-errors.ts';
import type { PublicDependencies, PublicFrame } from './public-frame.ts';

/** Pages a node makes at the same time, so that decisions beside them stay fast. */
const MOST_PAGES = 2;

/** Which readers were written down today by this node: one that goes on is named once a day. */
const createDailyRecord = (clock: Clock) => {
  const written = new Map<string, number>();
  const today = (): number => Math.floor(clock.now() / DAY_MS);
  return {
    isMissing: (reader: string): boolean => written.get(reader) !== today(),
    written: (reader: string): void => {
      for (const [each, day] of written) if (day !== today()) written.delete(each);
      written.set(reader, today());
    },
  };
};

/** What is stored of the environment of the call, in bulk. */
export const registerExport = (
  { take }: PublicFrame,
  { database, clock }: Pick<PublicDependencies, 'database' | 'clock'>,
): void => {
  const readers = createDailyRecord(clock);
  let pages = 0;

  const contextOf = (request: FastifyRequest, state: CallState): EnvironmentContext => ({
    ...actingIn(state),
    database,
    clock,
    capabilities: {},
    correlationId: request.correlationId,
  });

  take({
    method: exportEvents.method,
    url: exportEvents.path,
    name: 'export',
    role: 'Export_API',
    type: 'application/x-ndjson; charset=utf-8',
    work: async (request, state, reply) => {
      const context = contextOf(request, state);
      const query = readQuery(exportQuery, request.query);
      // As every role: by the token, which may name fewer, and where it was given.
      const seesPersonal = [state.caller?.apiRoles, state.environment?.roles].every((roles) =>
        roles?.includes('ExportPersonal_API'),
      );
      if (pages >= MOST_PAGES) throw fail('REQ-OVERLOADED');
      pages += 1;
      try {
        const { text, cursor, hasMore } = await exportStoredEvents(context, query, seesPersonal);
        const reader = `${context.environmentId} ${context.actor.id} ${seesPersonal}`;
        if (query.cursor === undefined || readers.isMissing(reader)) {
          await recordExport(context, query, seesPersonal);
          readers.written(reader);
        }
        reply.header(EXPORT_CURSOR_HEADER, cursor).header(EXPORT_MORE_HEADER, String(hasMore));
        return text;
      } finally {
        pages -= 1;
      }
    },
  });
};

/** Ids of the endpoints bound here, for the guard test of the table. */
export const EXPORT_ENDPOINT_IDS: readonly string[] = [exportEvents.id];
