import type { SubjectPolicy, SubjectRequest, SubjectRequestList } from '@redoubt/contracts';
import {
  allows,
  BUILT_IN_SUBJECT_PATH,
  BUILT_IN_SUBJECTS,
  definedSubjectIds,
  fail,
  SUBJECT_DUE_DAYS,
  SUBJECT_EXPORT_DAYS,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  isSubjectApprovalRequired,
  kindOfCode,
  listSubjectRequests,
  readSubjectExportPart,
  takeSubjectRequest,
  type StoredSubjectRequest,
  type TenantTransaction,
} from '@redoubt/storage';
import { Readable } from 'node:stream';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import { requireMayLeave, SAVED_FILE } from '../environments/may-leave.ts';
import { loadSubtree, scopeIds } from '../environments/subtree.ts';
import type { SubjectKeys } from '../secrets/subject-keys.ts';
import { subjectExportFile } from './export-file.ts';
import { subjectAssessments } from './subject-scope.ts';
import { inTransaction } from '../unit-of-work.ts';

const MAX_LISTED = 500;

/** What can be asked for here, and who has to agree. */
export const getSubjectPolicy = (context: EnvironmentContext): Promise<SubjectPolicy> =>
  inTransaction(context, async (trx) => ({
    assessments: [
      { assessment: BUILT_IN_SUBJECTS, name: null, properties: [BUILT_IN_SUBJECT_PATH] },
      ...(await subjectAssessments(trx, context.environmentId)).map((stored) => ({
        assessment: stored.kind,
        name: stored.friendlyName,
        properties: [...definedSubjectIds(stored)],
      })),
    ],
    approvalRequired: await isSubjectApprovalRequired(trx, context.environmentId),
    mayChangeApproval: allows(context.capabilities, 'rootEnvironmentsUpdate:write'),
    exportDays: SUBJECT_EXPORT_DAYS,
    dueDays: SUBJECT_DUE_DAYS,
  }));

const progressOf = ({ status, stage, until, cursor }: StoredSubjectRequest): number | null => {
  if (status !== 'Processing' || stage !== 'take' || until === null || until === 0) return null;
  return Math.min(1, cursor / until);
};

/** A request as screens show it. The value is shown to those who decide about it, as long as it is open. */
export const wireRequest = (
  stored: StoredSubjectRequest,
  names: ReadonlyMap<string, string>,
  shown: { readonly keys: SubjectKeys; readonly actorId: string; readonly maySubmit: boolean },
): SubjectRequest => {
  const isOpen = stored.status === 'Pending' && stored.awaitsApproval;
  const value =
    isOpen && shown.maySubmit && stored.sealedValue !== null ? shown.keys.open(stored.sealedValue, stored.id) : null;
  return {
    id: stored.id,
    type: stored.type,
    status: stored.status,
    awaitsApproval: isOpen,
    isMine: stored.requestedById === shown.actorId,
    assessment: stored.assessment,
    assessmentName: names.get(stored.assessment) ?? null,
    property: stored.property,
    value: value ?? null,
    subject: stored.valueDigest.slice(0, 10),
    requested: { by: stored.requestedBy, at: stored.requestedAt.toISOString() },
    dueAt: stored.dueAt.toISOString(),
    decided:
      stored.decidedBy === null || stored.decidedAt === null
        ? null
        : { by: stored.decidedBy, at: stored.decidedAt.toISOString() },
    reason: stored.reason,
    counts: Object.entries(stored.counts).map(([code, count]) => ({ kind: kindOfCode(Number(code)), count })),
    first: stored.firstAt?.toISOString() ?? null,
    last: stored.lastAt?.toISOString() ?? null,
    progress: progressOf(stored),
    problem: stored.problem,
    completedAt: stored.completedAt?.toISOString() ?? null,
    expiresAt: stored.expiresAt?.toISOString() ?? null,
    hasExport: stored.type === 'Export' && stored.status === 'Complete',
  };
};

export const assessmentNames = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<ReadonlyMap<string, string>> =>
  new Map((await subjectAssessments(trx, environmentId)).map(({ kind, friendlyName }) => [kind, friendlyName]));

/** What was asked for in an environment, newest first. */
export const getSubjectRequests = (context: EnvironmentContext, keys: SubjectKeys): Promise<SubjectRequestList> =>
  inTransaction(context, async (trx) => {
    const { environmentId, actor, capabilities } = context;
    const names = await assessmentNames(trx, environmentId);
    const shown = { keys, actorId: actor.id, maySubmit: allows(capabilities, 'subjectRequestsSubmit:write') };
    const stored = await listSubjectRequests(trx, environmentId, MAX_LISTED);
    return { requests: stored.map((each) => wireRequest(each, names, shown)) };
  });

/**
 * The file of an export, read while it is sent. Who fetched it, and when, is written down.
 *
 * @throws `SUBJECT-REQUEST-UNKNOWN`, `SUBJECT-EXPORT-GONE` where it is not ready, or no longer kept.
 */
export const downloadSubjectExport = async (
  context: EnvironmentContext,
  requestId: Id,
): Promise<{ readonly name: string; readonly bytes: Readable }> => {
  const { database, tenantId, environmentId, clock } = context;
  const stored = await inTransaction(context, async (trx) => {
    const request = await takeSubjectRequest(trx, environmentId, requestId);
    if (request === undefined) throw fail('SUBJECT-REQUEST-UNKNOWN', { id: requestId });
    const isOver = request.expiresAt !== null && request.expiresAt.getTime() <= clock.now();
    if (request.type !== 'Export' || request.status !== 'Complete' || isOver) throw fail('SUBJECT-EXPORT-GONE');
    await requireMayLeave(trx, scopeIds(await loadSubtree(trx, environmentId), true), SAVED_FILE);
    await recordActivity(trx, context, {
      operation: 'Export',
      type: 'SubjectRequest',
      id: requestId,
      name: requestId,
      environmentId,
      modified: { subject: request.valueDigest },
    });
    return request;
  });
  const head = {
    requestId,
    assessment: stored.assessment,
    property: stored.property,
    requestedAt: stored.requestedAt.toISOString(),
    completedAt: stored.completedAt?.toISOString() ?? null,
  };
  // Each part in a transaction of its own: who reads slowly holds none.
  const readPart = (part: number) =>
    database.readTenant(tenantId, (trx) => readSubjectExportPart(trx, requestId, part));
  return {
    name: `subject-request-${requestId}.json`,
    bytes: Readable.from(subjectExportFile(head, readPart), { objectMode: false }),
  };
};
