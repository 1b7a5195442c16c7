import { isDeepStrictEqual } from 'node:util';
import { canonicalJson, type Json } from '@redoubt/kernel';
import {
  decodeSegment,
  PROJECTORS,
  readLastPosition,
  resetProjection,
  startProjectors,
  type Database,
  type SegmentRow,
} from '@redoubt/storage';
import type pg from 'pg';
import { digestTables } from '../database/digest.ts';
import { mergeAll } from '../database/merge-all.ts';

/** Stored data after the kills, with what was promised before them. */
export type Aftermath = {
  readonly database: Database;
  /** Past every guard, as a superuser. */
  readonly query: <Row extends pg.QueryResultRow>(text: string) => Promise<readonly Row[]>;
  readonly environmentId: string;
  /** Purchase id → the body that was answered. */
  readonly acknowledged: ReadonlyMap<string, string>;
  readonly observations: number;
};

/** Says what is wrong; nothing where all is well. */
export type Check = (aftermath: Aftermath) => Promise<readonly string[]>;

/** Segments read at a time. */
const CHUNK = 500;

/** Purchase id → the answer it is stored with, once for each time it stands in the log. */
const readAnswers = async ({ query, environmentId }: Aftermath): Promise<ReadonlyMap<string, readonly string[]>> => {
  const answers = new Map<string, string[]>();
  for (let after = 0; ;) {
    const rows = await query<SegmentRow>(
      `select tenant_id, environment_id, first_position::float8 as first_position, codec, heads, data
         from segment where first_position > ${after} order by first_position limit ${CHUNK}`,
    );
    for (const row of rows) {
      after = row.first_position;
      if (row.environment_id !== environmentId) continue;
      for (const event of decodeSegment(row)) {
        if (event.kind !== 'purchase') continue;
        const { answer } = JSON.parse(event.resultText) as { answer: Json };
        answers.set(event.eventId, [...(answers.get(event.eventId) ?? []), canonicalJson(answer)]);
      }
    }
    if (rows.length < CHUNK) return answers;
  }
};

const everyAnswerIsStoredOnce: Check = async (aftermath) => {
  const answers = await readAnswers(aftermath);
  const problems: string[] = [];
  for (const [eventId, stored] of answers) {
    if (stored.length > 1) problems.push(`${eventId} is stored ${stored.length} times`);
  }
  for (const [eventId, text] of aftermath.acknowledged) {
    const [stored] = answers.get(eventId) ?? [];
    if (stored === undefined) problems.push(`${eventId} was acknowledged and is not there`);
    else if (stored !== canonicalJson(JSON.parse(text) as Json)) {
      problems.push(`${eventId} was answered otherwise than it is stored`);
    }
  }
  return problems;
};

type Counts = {
  readonly batches: number;
  readonly segments: number;
  readonly identities: number;
  readonly purchases: number;
  readonly observations: number;
};

/** No position is missing, and as many purchases stand in the log as ids were claimed. */
const positionsAreDense: Check = async (aftermath) => {
  const position = await readLastPosition(aftermath.database);
  const [counts] = await aftermath.query<Counts>(
    `select (select coalesce(sum(event_count), 0)::int from commit_batch) as batches,
            (select coalesce(sum(event_count), 0)::int from segment) as segments,
            (select count(*)::int from event_identity) as identities,
            (select coalesce(sum(events), 0)::int from rollup_minute where kind = 1) as purchases,
            (select coalesce(sum(events), 0)::int from rollup_minute where kind <> 1) as observations`,
  );
  if (counts === undefined) return ['nothing could be counted'];
  const problems: string[] = [];
  const expectEqual = (what: string, found: number, expected: number): void => {
    if (found !== expected) problems.push(`${what}: ${found} instead of ${expected}`);
  };
  expectEqual('events of all batches', counts.batches, position);
  expectEqual('events of all segments', counts.segments, position);
  expectEqual('purchases in the log', counts.purchases, counts.identities);
  expectEqual('purchases and observations', counts.purchases + counts.observations, position);
  if (counts.observations < aftermath.observations) {
    problems.push(`${aftermath.observations} observations were acknowledged, ${counts.observations} are there`);
  }
  return problems;
};

const everyProjectionEqualsARebuild: Check = async ({ database, query }) => {
  const tables = PROJECTORS.flatMap((projector) => projector.tables);
  const caughtUp = async (): Promise<void> => {
    const projectors = startProjectors(database);
    await projectors.caughtUp();
    await projectors.close();
  };
  await caughtUp();
  const found = await digestTables(query, tables);
  for (const projector of PROJECTORS) await resetProjection(database, projector);
  await caughtUp();
  const rebuilt = await digestTables(query, tables);
  return tables
    .filter((table) => found[table] !== rebuilt[table])
    .map((table) => `${table} holds ${found[table]}, a rebuild gives ${rebuilt[table]}`);
};

/** Merging of segments, which looks at older ones only while a server runs, leaves every answer as it is. */
const mergingChangesNothing: Check = async (aftermath) => {
  const before = [...(await readAnswers(aftermath))];
  await mergeAll(aftermath.database);
  const after = await readAnswers(aftermath);
  return before.flatMap(([eventId, stored]) =>
    isDeepStrictEqual(after.get(eventId), stored) ? [] : [`${eventId} is not what it was before segments were merged`],
  );
};

/** In this order: the counts are read from projections that were just compared with a rebuild. */
const CHECKS: readonly Check[] = [
  everyProjectionEqualsARebuild,
  mergingChangesNothing,
  positionsAreDense,
  everyAnswerIsStoredOnce,
];

/** Everything that must hold after any crash; what does not, in words. */
export const findDamage = async (
  aftermath: Aftermath,
  furtherChecks: readonly Check[] = [],
): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const check of [...CHECKS, ...furtherChecks]) problems.push(...(await check(aftermath)));
  return problems;
};
