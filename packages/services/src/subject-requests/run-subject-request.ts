import {
  maskPersonalValues,
  SESSION_ID,
  SESSION_PATHS,
  SUBJECT_EXPORT_DAYS,
  textAt,
  environmentPath,
} from '@redoubt/domain';
import { DAY_MS, isJsonObject, type Clock, type Id, type Json } from '@redoubt/kernel';
import {
  appendAudit,
  appendSubjectExport,
  beginSubjectWork,
  dropSubjectTargets,
  endExportsOf,
  eraseNamedStaff,
  eraseTillCustomers,
  findNamingChangeRequests,
  findNamingViews,
  findSubjectStep,
  isJobRunning,
  JobLost,
  listEnvironments,
  readAttachment,
  readNamedStaff,
  readTillCustomers,
  readSubjectCases,
  readSubjectEvents,
  readSubjectNotes,
  readTargets,
  removeSearchExports,
  sweepBacktests,
  sweepRecords,
  sweepChangeRequests,
  sweepNotices,
  sweepSavedViews,
  sweepSamples,
  takeSubjectRequest,
  takeSubjectStep,
  updateSubjectRequest,
  type ClaimedJob,
  type ClaimedSubjectRequest,
  type Database,
  type JobProgress,
  type StoredEvent,
  type TakeAction,
  type TenantTransaction,
} from '@redoubt/storage';
import { setTimeout as delay } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import type { JobEnding } from '../jobs/job-runner.ts';
import { eventLink } from '../notices/event-link.ts';
import { requireNotHeld, requireTargetsNotHeld } from '../retention/holds.ts';
import type { SubjectKeys } from '../secrets/subject-keys.ts';
import { noticeOutcome } from './notice-requests.ts';
import { subjectScope, type SubjectScope } from './subject-scope.ts';
import { uploadedLines, sweepUploads } from './subject-uploads.ts';

export type SubjectRun = {
  readonly database: Database;
  readonly clock: Clock;
  readonly keys: SubjectKeys;
  readonly signal: AbortSignal;
  /** Called with how far the log was looked through. */
  readonly report?: (progress: JobProgress) => void;
  /** How long nodes may hold back what they noted of events; see `SETTLE_MS`. */
  readonly settleMs?: number;
  /** Called between two steps; tests stop a run there. */
  readonly onStep?: () => void;
};

/** How long it is waited for search rows, or for a backtest, before looking again. */
const WAIT_MS = 100;
/** Refused calls, recent calls and experiments are written within two seconds. */
const SETTLE_MS = 5000;

const pause = (signal: AbortSignal, ms = WAIT_MS): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

const sessionsOf = ({ requestText }: StoredEvent): readonly string[] => {
  const body = JSON.parse(requestText) as Json;
  if (!isJsonObject(body)) return [];
  return SESSION_PATHS.map((path) => textAt(body, path)).filter((id) => id !== null && SESSION_ID.test(id)) as string[];
};

/** An event as its person gets it: what was sent, what was found out about it, and what was answered. */
const exported = (event: StoredEvent): Json => {
  const { generated } = JSON.parse(event.inputsText) as Readonly<Record<string, Json>>;
  const { decision, facts, answer } = JSON.parse(event.resultText) as Readonly<Record<string, Json>>;
  const known = { decision, enrichment: facts, device: generated, response: answer };
  return {
    kind: event.kind,
    environmentId: event.environmentId,
    eventId: event.eventId,
    eventTime: new Date(event.eventTimeMs).toISOString(),
    receivedAt: new Date(event.receivedAtMs).toISOString(),
    request: JSON.parse(event.requestText) as Json,
    ...(Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as Record<string, Json>),
  };
};

const packed = (entries: readonly Json[]): Buffer => zstdCompressSync(Buffer.from(JSON.stringify(entries)));

/** Change requests that name the person: what users wrote of them, and where else the request says the value. */
const exportChangeRequests = async (
  { database }: SubjectRun,
  claimed: ClaimedSubjectRequest,
  { environmentIds }: SubjectScope,
  value: string,
): Promise<void> => {
  const found = await database.inTenant(claimed.tenantId, (trx) =>
    findNamingChangeRequests(trx, environmentIds, value),
  );
  if (found.length === 0) return;
  const entries = found.map(({ askedAt, ...request }) => ({
    changeRequest: { ...request, requestedAt: askedAt.toISOString() },
  }));
  await appendSubjectExport(database, claimed, packed(entries));
};

/** Saved views whose name or conditions say the value. */
const exportSavedViews = async (
  { database }: SubjectRun,
  claimed: ClaimedSubjectRequest,
  { environmentIds }: SubjectScope,
  value: string,
): Promise<void> => {
  const found = await database.inTenant(claimed.tenantId, (trx) => findNamingViews(trx, environmentIds, value));
  if (found.length === 0) return;
  const entries = found.map(({ changedAt, ...view }) => ({
    savedView: { ...view, changedAt: changedAt.toISOString() },
  }));
  await appendSubjectExport(database, claimed, packed(entries));
};

/** As many till transactions as an export names. */
const MAX_TILL_TRANSACTIONS = 10_000;

/** What loss prevention has of the person: scores and findings as an employee, till transactions as a customer. */
const exportLossPrevention = async (
  { database }: SubjectRun,
  claimed: ClaimedSubjectRequest,
  { environmentIds }: SubjectScope,
  value: string,
): Promise<void> => {
  const { staff, customers } = await database.inTenant(claimed.tenantId, async (trx) => ({
    staff: await readNamedStaff(trx, environmentIds, value),
    customers: await readTillCustomers(trx, environmentIds, value, MAX_TILL_TRANSACTIONS),
  }));
  const entries = [
    ...staff.map(({ findings, scores, ...person }) => ({
      lossPrevention: {
        ...person,
        scores: scores.map((score) => ({ ...score })),
        findings: findings.map(({ at, ...finding }) => ({ ...finding, at: at.toISOString() })),
      },
    })),
    ...customers.map(({ receiptAt, ...each }) => ({
      tillTransaction: { ...each, receiptAt: receiptAt?.toISOString() ?? null },
    })),
  ];
  if (entries.length > 0) await appendSubjectExport(database, claimed, packed(entries));
};

/** Cases about the person's events. */
const exportCases = async ({ database }: SubjectRun, claimed: ClaimedSubjectRequest): Promise<void> => {
  const found = await readSubjectCases(database, claimed);
  if (found.length === 0) return;
  await appendSubjectExport(database, claimed, packed(found.map((each) => ({ case: each as unknown as Json }))));
};

/** Notes about the person's events and files attached to them, each file a part of its own. */
const exportNotes = async ({ database }: SubjectRun, claimed: ClaimedSubjectRequest): Promise<void> => {
  const { tenantId } = claimed;
  const { notes, files } = await readSubjectNotes(database, claimed);
  if (notes.length > 0) {
    const entries = notes.map(({ at, ...note }) => ({ note: { ...note, writtenAt: at.toISOString() } }));
    await appendSubjectExport(database, claimed, packed(entries));
  }
  for (const { at, ...file } of files) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one file at a time is held in memory
    const content = await database.inTenant(tenantId, (trx) => readAttachment(trx, file.id));
    const attachment = { ...file, addedAt: at.toISOString(), base64: content.toString('base64') };
    // oxlint-disable-next-line eslint/no-await-in-loop -- as above
    await appendSubjectExport(database, claimed, packed([{ attachment }]));
  }
};

const actionOf = ({ keys }: SubjectRun, { tenantId, id, type }: ClaimedSubjectRequest): TakeAction =>
  type === 'Delete'
    ? { kind: 'erase', erasure: { tenantId, hashId: keys.hashEventId, subject: { requestId: id, sessionsOf } } }
    : { kind: 'export', encode: (events) => packed(events.map(exported)) };

const find = async (
  run: SubjectRun,
  claimed: ClaimedSubjectRequest,
  scope: SubjectScope,
): Promise<ClaimedSubjectRequest | undefined> => {
  let at = claimed;
  while (!run.signal.aborted && at.stage === 'find') {
    const step = await findSubjectStep(run.database, at, scope);
    run.onStep?.();
    if (step.outcome === 'later') await pause(run.signal);
    else at = { ...at, stage: step.outcome === 'done' ? 'take' : 'find', cursor: step.cursor, until: step.until };
  }
  return run.signal.aborted ? undefined : at;
};

const take = async (
  run: SubjectRun,
  claimed: ClaimedSubjectRequest,
  environmentIds: SubjectScope['environmentIds'],
): Promise<ClaimedSubjectRequest | undefined> => {
  const targets = await readTargets(run.database, claimed);
  const action = actionOf(run, claimed);
  let at = claimed;
  while (!run.signal.aborted && at.stage === 'take') {
    const step = await takeSubjectStep(run.database, { ...at, until: at.until ?? 0 }, targets, environmentIds, action);
    run.onStep?.();
    if (step.cursor === at.cursor && !step.isLast) await pause(run.signal);
    run.report?.({ done: step.cursor, total: at.until ?? 0 });
    at = { ...at, cursor: step.isLast ? 0 : step.cursor, stage: step.isLast ? 'sweep' : 'take' };
  }
  return run.signal.aborted ? undefined : at;
};

/** Environments whose searches find events of some: they themselves and those above them. */
const searchedFrom = (environmentIds: readonly Id[], all: Awaited<ReturnType<typeof listEnvironments>>): Id[] => {
  const byId = new Map(all.map((each) => [each.id, each]));
  return [...new Set(environmentIds.flatMap((id) => [id, ...environmentPath(id, byId).parentIds]))];
};

/** Copies that people and screens made of the events. Every part may be done again. */
const sweep = async (
  run: SubjectRun,
  { tenantId, id }: ClaimedSubjectRequest,
  { environmentIds }: SubjectScope,
  value: string,
): Promise<boolean> => {
  const { database, clock, signal, settleMs = SETTLE_MS } = run;
  await pause(signal, settleMs);
  const isBusy = () => database.inTenant(tenantId, (trx) => isJobRunning(trx, 'backtest'));
  while (!signal.aborted && (await isBusy())) await pause(signal);
  if (signal.aborted) return false;
  await sweepRecords(database, { tenantId, id }, value);
  await database.inTenant(tenantId, async (trx) => {
    await sweepSamples(trx, value, maskPersonalValues);
    await sweepSavedViews(trx, value);
    await sweepChangeRequests(trx, value, { by: 'subject request', at: new Date(clock.now()) });
    const events = await readSubjectEvents(trx, id);
    await sweepBacktests(trx, events);
    await sweepNotices(trx, events.map(eventLink));
    await removeSearchExports(trx, searchedFrom(environmentIds, await listEnvironments(trx)), new Date(clock.now()));
  });
  return true;
};

const complete = async (
  trx: TenantTransaction,
  { clock }: SubjectRun,
  claimed: ClaimedSubjectRequest,
): Promise<void> => {
  const stored = await takeSubjectRequest(trx, claimed.environmentId, claimed.id);
  if (stored?.status !== 'Processing') throw new JobLost();
  const at = new Date(clock.now());
  await updateSubjectRequest(trx, claimed.id, {
    status: 'Complete',
    sealedValue: null,
    completedAt: at,
    expiresAt: new Date(clock.now() + SUBJECT_EXPORT_DAYS * DAY_MS),
  });
  await dropSubjectTargets(trx, claimed.id);
  if (claimed.type === 'Delete') await endExportsOf(trx, claimed.environmentId, stored.valueDigest);
  await appendAudit(trx, {
    tenantId: claimed.tenantId,
    environmentId: claimed.environmentId,
    at,
    actor: { id: 'subject-requests', name: 'Redoubt' },
    operation: 'Update',
    resource: { type: 'SubjectRequest', id: claimed.id, name: claimed.type },
    original: { status: 'Processing' },
    modified: { status: 'Complete', subject: stored.valueDigest, events: stored.counts },
    correlationId: claimed.id,
  });
  await noticeOutcome(trx, { clock, tenantId: claimed.tenantId }, claimed, 'done');
};

/**
 * Works on a request from where it stands to its end, and gives what completes it; nothing where it was stopped on the way.
 * Every step is one transaction that also moves the request on, so a run that dies is taken up by the next.
 *
 * @throws `JobLost` where another node took it over.
 */
export const runSubjectRequest = async (run: SubjectRun, job: ClaimedJob): Promise<JobEnding | undefined> => {
  const { database, keys } = run;
  const claimed = await beginSubjectWork(database, job);
  const value = keys.open(claimed.sealedValue, claimed.id);
  if (value === undefined) throw new Error('The value of a subject request was sealed with another REDOUBT_KEY');
  const { assessment, property } = claimed;
  const scope = await database.readTenant(claimed.tenantId, (trx) =>
    subjectScope(trx, claimed, { assessment, property, value }),
  );
  const nowMs = run.clock.now();
  if (claimed.type === 'Delete' && claimed.stage !== 'sweep')
    await database.readTenant(claimed.tenantId, (trx) =>
      requireNotHeld(trx, { environmentIds: scope.environmentIds, value }, nowMs),
    );
  // Before the search, so that no event of a file comes behind it.
  if (claimed.type === 'Delete' && claimed.stage === 'find') {
    const isStopped = await sweepUploads(database, run.clock, claimed.tenantId, scope.environmentIds, value);
    if (isStopped) await pause(run.signal, run.settleMs ?? SETTLE_MS);
  }
  const found = await find(run, claimed, scope);
  if (found?.type === 'Delete' && found.stage === 'take' && found.cursor === 0)
    await database.readTenant(claimed.tenantId, (trx) =>
      requireTargetsNotHeld(trx, claimed.id, scope.environmentIds, nowMs),
    );
  const taken = found && (await take(run, found, scope.environmentIds));
  if (taken === undefined) return undefined;
  if (taken.type === 'Delete') {
    await database.inTenant(taken.tenantId, async (trx) => {
      await eraseNamedStaff(trx, scope.environmentIds, value);
      await eraseTillCustomers(trx, scope.environmentIds, value);
    });
    if (!(await sweep(run, taken, scope, value))) return undefined;
  }
  if (taken.type === 'Export') {
    await exportCases(run, taken);
    await exportChangeRequests(run, taken, scope, value);
    await exportSavedViews(run, taken, scope, value);
    await exportLossPrevention(run, taken, scope, value);
    await exportNotes(run, taken);
    const lines = await uploadedLines(database, taken.tenantId, scope.environmentIds, value);
    if (lines.length > 0) await appendSubjectExport(database, taken, packed(lines));
  }
  return (trx) => complete(trx, run, taken);
};
