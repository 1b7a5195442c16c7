import { ownValuesOf, shapeStoredEvent, withDescendants, type SearchableField } from '@redoubt/domain';
import { isJsonObject, type Clock, type Id, type Json } from '@redoubt/kernel';
import {
  decodeSegment,
  isErased,
  listEnvironments,
  listSearchAttributes,
  readBackfillSegments,
  readSearchProgress,
  removeSearchValues,
  writeSearchFillStep,
  type BackfillSegment,
  type ClaimedSearchWork,
  type Database,
  type FoundValues,
} from '@redoubt/storage';
import { setTimeout as delay } from 'node:timers/promises';
import { Turns } from '../turns.ts';
import { pauseAfter, smoothedRate } from '../jobs/throttle.ts';

export type RunSearchWorkOptions = {
  readonly database: Database;
  readonly clock: Clock;
  readonly nodeId: Id;
  readonly claimed: ClaimedSearchWork;
  readonly settleMs: number;
  readonly signal: AbortSignal;
};

/** How often the end of the log is looked at until search has every event that was decided before the change. */
const WATCH_MS = 200;

/** What the events of some segments carry at the path; requests and jobs have their turn between any two events. */
const findValues = async (
  segments: readonly BackfillSegment[],
  { kind, path }: ClaimedSearchWork,
  field: SearchableField,
): Promise<readonly FoundValues[]> => {
  const turns = new Turns();
  const found: FoundValues[] = [];
  for (const segment of segments) {
    for (const event of decodeSegment(segment)) {
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
const progressOf = async ({ database, clock, claimed, settleMs }: RunSearchWorkOptions) => {
  // Asked before the log is: what is committed later was decided by plans that know of the change.
  const isSettled = clock.now() >= claimed.startedAt.getTime() + settleMs;
  const { lastPosition, projected } = await readSearchProgress(database);
  return { lastPosition, projected, isWhole: isSettled && projected >= lastPosition };
};

const fill = async (
  options: RunSearchWorkOptions,
  environmentIds: readonly Id[],
  field: SearchableField,
): Promise<boolean> => {
  const { database, nodeId, claimed, signal } = options;
  let { readPosition: from, eventsPerSecond } = claimed;
  let seenLog: number | undefined;
  while (!signal.aborted) {
    const startedMs = performance.now();
    const { lastPosition, projected, isWhole } = await progressOf(options);
    const scope = { tenantId: claimed.tenantId, environmentIds, until: projected };
    const segments = await readBackfillSegments(database, scope, from);
    const last = segments.at(-1);
    if (last === undefined && isWhole) return true;
    const found = await findValues(segments, claimed, field);
    const to = last ? last.first_position + last.event_count - 1 : from;
    const eventsDone = segments.reduce((sum, { event_count: count }) => sum + count, 0);
    const step = { nodeId, from, to, eventsDone, eventsPerSecond, found };
    if (!(await writeSearchFillStep(database, claimed, step))) return false;
    from = to;
    const live = lastPosition - (seenLog ?? lastPosition);
    seenLog = lastPosition;
    const pauseMs = last ? pauseAfter(performance.now() - startedMs, live) : WATCH_MS;
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    if (last) eventsPerSecond = smoothedRate(eventsPerSecond, eventsDone, performance.now() - startedMs);
  }
  return false;
};

const remove = async (options: RunSearchWorkOptions, environmentIds: readonly Id[]): Promise<boolean> => {
  const { database, nodeId, claimed, signal } = options;
  while (!signal.aborted) {
    const startedMs = performance.now();
    const { isWhole } = await progressOf(options);
    const removed = await removeSearchValues(database, claimed, nodeId, environmentIds);
    if (removed === null) return false;
    if (removed === 0 && isWhole) return true;
    const pauseMs = removed === 0 ? WATCH_MS : pauseAfter(performance.now() - startedMs, 1);
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
};

/**
 * Does the work of an attribute from where it stands: true where it came to the end; false where it was stopped, cancelled
 * or taken over. A step is written whole and may be written again. It goes on until no node can decide without the change.
 */
export const runSearchWork = async (options: RunSearchWorkOptions): Promise<boolean> => {
  const { database, claimed } = options;
  const { tenantId, environmentId, id, path, task } = claimed;
  const { environments, attribute } = await database.inTenant(tenantId, async (trx) => ({
    environments: await listEnvironments(trx),
    attribute: (await listSearchAttributes(trx)).find((each) => each.id === id),
  }));
  if (attribute === undefined) return false;
  const environmentIds = withDescendants(environmentId, environments);
  if (task === 'remove') return remove(options, environmentIds);
  return fill(options, environmentIds, { path, friendlyName: '', type: attribute.type });
};
