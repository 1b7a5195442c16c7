import {
  dataProblem,
  errorFacts,
  isAssessmentKind,
  isRetailSet,
  kindFacts,
  listOfSet,
  textAt,
  type EventDataSet,
} from '@redoubt/domain';
import { isAppError, type Id } from '@redoubt/kernel';
import {
  advanceImport,
  dropTakenItems,
  dropUploadContent,
  readLastPosition,
  readStoredAnswer,
  updateUpload,
  type ClaimedJob,
  type UploadRefusal,
} from '@redoubt/storage';
import { setTimeout as delay } from 'node:timers/promises';
import type { DecisionService } from '../decisions/decision-service.ts';
import type { IncomingEvent } from '../decisions/incoming-event.ts';
import { pauseAfter, smoothedRate } from '../jobs/throttle.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import type { LineEvent, LineOutcome } from './line-events.ts';
import type { UploadLine } from '../csv/upload-lines.ts';
import { importItems, joinItems, markTaken } from './item-import.ts';
import { importRetail } from './retail-import.ts';
import { failedUpload, linesOf, notingLine, uploadToRead, type UploadPlace, type UploadWork } from './upload-work.ts';

export type UploadImports = UploadPlace & {
  readonly service: Pick<DecisionService, 'record' | 'resolveOpen'>;
};

/** Lines decided at a time; then it is written down how far they are. */
const AT_ONCE = 64;

type ReadLine = { readonly row: number; readonly line: UploadLine; readonly outcome: LineOutcome };
type Recorded = 'stored' | 'repeated' | UploadRefusal | null;

/**
 * Whether an event that was there before came from this file: from a node that died before it wrote down how far it was.
 */
const isOwn = async (
  { database }: UploadImports,
  { tenantId, environmentId, subjectId }: ClaimedJob,
  { kind, body }: LineEvent,
): Promise<boolean> => {
  const eventId = textAt(body, kindFacts(kind).id) ?? '';
  const answer = await readStoredAnswer(database, { tenantId, environmentId, kind, eventId });
  return answer?.correlationId === subjectId;
};

const record = async (
  options: UploadImports,
  job: ClaimedJob,
  environment: IncomingEvent['environment'],
  { outcome, row, line: { line, cells } }: ReadLine,
): Promise<Recorded> => {
  const { event } = outcome;
  // It was listed when the file was checked.
  if (event === null) return null;
  const { kind, body, requestText } = event;
  const { tenantId, subjectId } = job;
  let wasThere = false;
  try {
    const incoming: IncomingEvent = {
      kind,
      tenantId,
      environment,
      body,
      requestText,
      receivedAtMs: options.clock.now(),
      historical: true,
      // By it the events of the file are found again.
      correlationId: subjectId,
      ...(isAssessmentKind(kind) ? {} : { onceKey: `upload ${subjectId} ${row}` }),
    };
    await options.service.record(incoming, () => {
      wasThere = true;
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { severity, retryable } = errorFacts(error.code);
    if (severity !== 'expected' || retryable) throw error;
    const problems = error.params['problems'];
    const message = typeof problems === 'string' ? problems : error.code;
    return { line, reason: 'event', field: null, message, problem: dataProblem('refused', { error: message }), cells };
  }
  return wasThere && !(await isOwn(options, job, event)) ? 'repeated' : 'stored';
};

/** Lines whose events have the items of other files that wait for them. */
const withItems = async (
  { database }: UploadImports,
  job: ClaimedJob,
  dataSet: EventDataSet,
  lines: readonly ReadLine[],
): Promise<readonly ReadLine[]> => {
  const events = lines.flatMap(({ outcome: { event } }) => (event === null ? [] : [event]));
  const whole = (await joinItems(database, job, dataSet, events)).values();
  return lines.map((line) => {
    if (line.outcome.event === null) return line;
    const event = whole.next().value ?? line.outcome.event;
    return { ...line, outcome: { ...line.outcome, event } };
  });
};

const storeBatch = async (
  options: UploadImports,
  job: ClaimedJob,
  dataSet: EventDataSet,
  lines: readonly ReadLine[],
  before: number,
): Promise<{ readonly perSecond: number; readonly pauseMs: number }> => {
  const { database, service } = options;
  const startMs = performance.now();
  const startPosition = await readLastPosition(database);
  const environment = await service.resolveOpen(job.tenantId, job.environmentId);
  const batch = await withItems(options, job, dataSet, lines);
  const results = await Promise.all(batch.map((line) => record(options, job, environment, line)));
  const stored = results.filter((result) => result === 'stored').length;
  const repeated = results.filter((result) => result === 'repeated').length;
  const refusals = results.filter((result) => typeof result === 'object' && result !== null);
  const taken = batch.flatMap(({ outcome: { event } }, at) =>
    event !== null && results[at] === 'stored' ? [event] : [],
  );
  await markTaken(database, job, dataSet, taken);
  const tookMs = performance.now() - startMs;
  const perSecond = smoothedRate(before, batch.length, tookMs);
  await advanceImport(database, job, { rows: batch.length, stored, repeated, refusals, perSecond });
  const others = Math.max(0, (await readLastPosition(database)) - startPosition - stored);
  return { perSecond, pauseMs: pauseAfter(tookMs, others) };
};

/** Lines of a file that are not worked off yet, several at a time. */
async function* batchesOf(
  { database }: UploadImports,
  job: ClaimedJob,
  upload: UploadWork,
): AsyncGenerator<readonly ReadLine[]> {
  let batch: ReadLine[] = [];
  for await (const { row, line, outcome } of linesOf(database, job.tenantId, upload, { line: 0, bytesRead: 0 })) {
    if (row <= upload.doneRows) continue;
    batch.push({ row, line, outcome: outcome() });
    if (batch.length < AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The position behind which all events of a file stand. */
const noteFirstPosition = async ({ database, clock }: UploadImports, tenantId: Id, id: Id): Promise<void> => {
  const firstPosition = await readLastPosition(database);
  await database.inTenant(tenantId, (trx) => updateUpload(trx, id, { firstPosition }, new Date(clock.now())));
};

/**
 * Stores the lines of a file as past events, decided by the rules of today, in the order of the file. A run that dies is
 * taken up where the last step ended; what was stored since then is known by the id of its call, and counted once.
 */
export const createUploadImports = (options: UploadImports): JobRunner => ({
  kind: 'uploadImport',
  run: notingLine(options, async (job, { signal }) => {
    const { database, clock } = options;
    const upload = await uploadToRead(database, job);
    const { dataSet } = upload;
    if (isRetailSet(dataSet)) return importRetail(options, job, { ...upload, dataSet }, signal);
    if (listOfSet(dataSet) !== null) return importItems(options, job, { ...upload, dataSet }, signal);
    if (upload.firstPosition === null) await noteFirstPosition(options, job.tenantId, upload.id);
    let perSecond = job.perSecond;
    for await (const batch of batchesOf(options, job, upload)) {
      if (signal.aborted) return undefined;
      const step = await storeBatch(options, job, dataSet, batch, perSecond);
      perSecond = step.perSecond;
      await delay(step.pauseMs, undefined, { signal }).catch(() => undefined);
    }
    if (signal.aborted) return undefined;
    return async (trx) => {
      await updateUpload(trx, upload.id, { state: 'succeeded', problem: null }, new Date(clock.now()));
      // The events are the record now; a copy that nothing reads is a risk.
      await dropUploadContent(trx, upload.id);
      await dropTakenItems(trx, upload.id);
    };
  }),
  failed: failedUpload(options),
});
