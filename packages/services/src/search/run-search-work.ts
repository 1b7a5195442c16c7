import {
  fail,
  isDefinedAssessment,
  ownValuesOf,
  searchableFields,
  shapeStoredEvent,
  withDescendants,
  type SearchableField,
} from '@redoubt/domain';
import { isJsonObject, type Clock, type Json } from '@redoubt/kernel';
import {
  eventsWithin,
  findAssessment,
  isErased,
  JobLost,
  listEnvironments,
  listFieldFills,
  listSearchAttributes,
  readBackfillPiece,
  readSearchProgress,
  removeSearchValues,
  writeSearchFillStep,
  type BackfillPiece,
  type ClaimedJob,
  type Database,
  type FoundValues,
  type SearchPlace,
  type StoredFieldFill,
  type StoredSearchAttribute,
  type TenantTransaction,
} from '@redoubt/storage';
import { setTimeout as delay } from 'node:timers/promises';
import { Turns } from '../turns.ts';
import { pauseAfter, smoothedRate } from '../jobs/throttle.ts';

export type SearchWorkOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly job: ClaimedJob;
  readonly settleMs: number;
  readonly signal: AbortSignal;
};

/** How often the end of the log is looked at until search has every event that was decided before the change. */
const WATCH_MS = 200;

/** What the events of a piece of the log carry at the path; requests and jobs have their turn between any two events. */
const findValues = async (
  piece: BackfillPiece,
  { kind, path }: SearchPlace,
  field: SearchableField,
): Promise<readonly FoundValues[]> => {
  const turns = new Turns();
  const found: FoundValues[] = [];
  for (const segment of piece.segments) {
    for (const event of eventsWithin(segment, piece)) {
      if (turns.isOver) await turns.next();
      if (event.kind !== kind || isErased(event)) continue;
      const body = JSON.parse(event.requestText) as Json;
      if (!isJsonObject(body) || shapeStoredEvent(kind, body).length > 0) continue;
      const values = ownValuesOf([field], body)?.[path];
      if (values === undefined) continue;
      const { environmentId, eventTimeMs, position } = event;
      found.push({ environmentId, eventTimeMs, position, values });
    }
  }
  return found;
};

/** Whether every event that a node decided without knowing of the change stands in search, up to where it does. */
const progressOf = async ({ database, clock, job, settleMs }: SearchWorkOptions) => {
  // Asked before the log is: what is committed later was decided by plans that know of the change.
  const isSettled = clock.now() >= job.askedAt.getTime() + settleMs;
  const { lastPosition, projected } = await readSearchProgress(database);
  return { lastPosition, projected, isWhole: isSettled && projected >= lastPosition };
};

/**
 * What stored events are looked through for.
 *
 * @throws `SRCH-FIELD-UNKNOWN` where the schema of an assessment does not make its field searchable any more.
 */
const readField = async (
  trx: TenantTransaction,
  { kind, path, type }: StoredSearchAttribute | StoredFieldFill,
): Promise<SearchableField> => {
  if (!isDefinedAssessment(kind)) return { path, friendlyName: '', type };
  const assessment = await findAssessment(trx, kind);
  const field = assessment && searchableFields(assessment.definition).find((each) => each.path === path);
  if (!field) throw fail('SRCH-FIELD-UNKNOWN', { field: path });
  return field;
};

/** The attribute, what is left to do for it, and where. @throws `JobLost` where it is gone. */
const readWork = ({ database, job }: SearchWorkOptions) =>
  database.inTenant(job.tenantId, async (trx) => {
    const all = [...(await listSearchAttributes(trx)), ...(await listFieldFills(trx))];
    const attribute = all.find(({ id }) => id === job.subjectId);
    if (!attribute?.work) throw new JobLost();
    const environmentIds = withDescendants(attribute.environmentId, await listEnvironments(trx));
    const field = attribute.work.task === 'fill' ? await readField(trx, attribute) : null;
    return { attribute, field, environmentIds, from: attribute.work.readPosition };
  });

/**
 * Writes down what stored events carry, from where the work stands to its end, or until it is stopped. It goes on until no
 * node can decide without the attribute.
 */
export const fillSearchAttribute = async (options: SearchWorkOptions): Promise<void> => {
  const { database, job, signal } = options;
  const { attribute, field, environmentIds, from: begin } = await readWork(options);
  if (field === null) throw new JobLost();
  let from = begin;
  let eventsPerSecond = job.perSecond;
  let seenLog: number | undefined;
  while (!signal.aborted) {
    const startedMs = performance.now();
    const { lastPosition, projected, isWhole } = await progressOf(options);
    const scope = { tenantId: job.tenantId, environmentIds, until: projected };
    const piece = await readBackfillPiece(database, scope, from);
    if (piece === undefined && isWhole) return;
    const found = piece ? await findValues(piece, attribute, field) : [];
    const to = piece?.until ?? from;
    const eventsDone = piece?.events ?? 0;
    await writeSearchFillStep(database, job, attribute, { to, eventsDone, eventsPerSecond, found });
    from = to;
    const live = lastPosition - (seenLog ?? lastPosition);
    seenLog = lastPosition;
    const pauseMs = piece ? pauseAfter(performance.now() - startedMs, live) : WATCH_MS;
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    if (piece) eventsPerSecond = smoothedRate(eventsPerSecond, eventsDone, performance.now() - startedMs);
  }
};

/** Takes the values of an attribute away, until no node can decide with it any more, or until it is stopped. */
export const removeSearchAttribute = async (options: SearchWorkOptions): Promise<void> => {
  const { database, job, signal } = options;
  const { attribute, environmentIds } = await readWork(options);
  while (!signal.aborted) {
    const startedMs = performance.now();
    const { isWhole } = await progressOf(options);
    const removed = await removeSearchValues(database, job, attribute, environmentIds);
    if (removed === 0 && isWhole) return;
    const pauseMs = removed === 0 ? WATCH_MS : pauseAfter(performance.now() - startedMs, 1);
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
};
