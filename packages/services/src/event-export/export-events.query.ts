import type { ExportQuery } from '@redoubt/contracts';
import { decodeSegment, findPlanManifest, isErased, readEnvironmentSegments, type StoredEvent } from '@redoubt/storage';
import { recordOf } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireMayLeave } from '../environments/may-leave.ts';
import type { Manifest } from '../plans/manifest.ts';
import { Turns } from '../turns.ts';
import { inTransaction, reading } from '../unit-of-work.ts';
import { exportCursor, readExportCursor, refuseOtherLog, type ExportPlace } from './export-cursor.ts';
import { exportedEvent, exportTypeOf, maskExported, decidingPlanOf } from './exported-event.ts';

/** A page is closed when its text is as long. */
const MAX_CHARACTERS = 8_000_000;

export type ExportPage = {
  /** Lines of JSON. */
  readonly text: string;
  readonly cursor: string;
  /** Whether more was stored when the page was read. */
  readonly hasMore: boolean;
};

const record = recordOf('Event');

/** Writes down that an application reads what is stored, from which position on. */
export const recordExport = (
  context: EnvironmentContext,
  { cursor, types }: ExportQuery,
  seesPersonal: boolean,
): Promise<void> => {
  const { position } = readExportCursor(context.environmentId, cursor);
  return inTransaction(context, (trx) =>
    record(trx, context, {
      operation: 'Export',
      id: context.environmentId,
      name: '',
      modified: { after: position, types, personal: seesPersonal ? 'plain' : 'masked' },
    }),
  );
};

/** Manifests of plans, each read once. */
const manifestReader = (context: EnvironmentContext) => {
  const known = new Map<string, Manifest | undefined>();
  return async (planId: string | null): Promise<Manifest | undefined> => {
    if (planId === null) return undefined;
    if (!known.has(planId)) {
      const found = await reading(context, (trx) => findPlanManifest(trx, planId));
      known.set(planId, found as unknown as Manifest | undefined);
    }
    return known.get(planId);
  };
};

/** What follows a place in the log, decoded; other work of the thread has its turns. @throws `REQ-INVALID` where it is another log. */
const readFollowing = async (
  { database, tenantId, environmentId }: EnvironmentContext,
  { position, receivedAtMs }: ExportPlace,
  most: number,
  turns: Turns,
) => {
  const { segments, isEnd, newest } = await readEnvironmentSegments(
    database,
    { tenantId, environmentId },
    position,
    most,
  );
  if (position > newest) throw refuseOtherLog();
  const events: StoredEvent[] = [];
  for (const segment of segments) {
    events.push(...decodeSegment(segment));
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    if (turns.isOver) await turns.next();
  }
  const last = events.find((event) => event.position === position);
  if (last !== undefined && receivedAtMs !== null && last.receivedAtMs !== receivedAtMs) throw refuseOtherLog();
  return { events: events.filter((event) => event.position > position), isEnd };
};

/**
 * The next page of the log of an environment. Nothing is left out between two pages: positions are taken in the order of
 * commits. A page asked for again may hold less, where a person was erased or events were removed by age in between.
 *
 * @param seesPersonal whether personal values stand in it as they were sent; masks otherwise, whatever the environment says.
 * @throws `REQ-INVALID`, and what `requireMayLeave` throws where data may not leave to the application.
 */
export const exportStoredEvents = async (
  context: EnvironmentContext,
  { cursor, types, limit }: ExportQuery,
  seesPersonal: boolean,
): Promise<ExportPage> => {
  const { environmentId, actor } = context;
  const application = { kind: 'application', name: actor.clientId ?? actor.id } as const;
  await reading(context, (trx) => requireMayLeave(trx, [environmentId], application));
  const turns = new Turns();
  const manifestOf = manifestReader(context);
  let place = readExportCursor(context.environmentId, cursor);
  const { events, isEnd } = await readFollowing(context, place, limit, turns);
  const page = events.slice(0, limit);
  let text = '';
  let looked = 0;
  for (const event of page) {
    if (text.length >= MAX_CHARACTERS) break;
    if (types.includes(exportTypeOf(event)) && !isErased(event)) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- mostly known already
      const exported = exportedEvent(event, await manifestOf(decidingPlanOf(event)));
      text += `${JSON.stringify(seesPersonal ? exported : maskExported(exported, event))}\n`;
    }
    looked += 1;
    place = { position: event.position, receivedAtMs: event.receivedAtMs };
    // oxlint-disable-next-line eslint/no-await-in-loop -- other calls have their turn
    if (turns.isOver) await turns.next();
  }
  return { text, cursor: exportCursor(context.environmentId, place), hasMore: !isEnd || looked < events.length };
};
