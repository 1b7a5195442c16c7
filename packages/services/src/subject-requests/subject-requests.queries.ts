import type {
  downloadSubjectExport as downloadEndpoint,
  ResponseOf,
  SubjectPolicy,
  SubjectRequest,
  SubjectRequestList,
} from '@redoubt/contracts';
import {
  allows,
  BUILT_IN_SUBJECT_PATH,
  BUILT_IN_SUBJECTS,
  definedSubjectIds,
  fail,
  SUBJECT_DUE_DAYS,
  SUBJECT_EXPORT_DAYS,
} from '@redoubt/domain';
import { isJsonObject, type Id, type Json, type JsonObject } from '@redoubt/kernel';
import {
  isSubjectApprovalRequired,
  kindOfCode,
  listSubjectRequests,
  readSubjectExport,
  takeSubjectRequest,
  type StoredSubjectRequest,
  type TenantTransaction,
} from '@redoubt/storage';
import { zstdDecompressSync } from 'node:zlib';
import { recordActivity } from '../activity/record-activity.ts';
import type { EnvironmentContext } from '../context.ts';
import type { SubjectKeys } from '../secrets/subject-keys.ts';
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

/** What the entries of an export are besides events: the one member of each that is none. */
const BESIDES_EVENTS = ['changeRequest', 'savedView', 'case', 'note', 'attachment'] as const;
type BesideEvents = (typeof BESIDES_EVENTS)[number];

/** Undefined for an event. */
const memberOf = (entry: Json, name: BesideEvents): JsonObject | undefined => {
  const member = isJsonObject(entry) ? entry[name] : undefined;
  return member !== undefined && isJsonObject(member) ? member : undefined;
};

const isEvent = (entry: Json): boolean => !BESIDES_EVENTS.some((name) => memberOf(entry, name));

/** A node that died may have written some twice. */
const once = (entries: readonly Json[], name: BesideEvents, keyOf: (each: JsonObject) => string) => {
  const found = entries.map((entry) => memberOf(entry, name)).filter((each) => each !== undefined);
  return [...new Map(found.map((each) => [keyOf(each), each])).values()];
};

const caseKey = ({ kind, environmentId, eventId }: JsonObject): string =>
  JSON.stringify([kind, environmentId, eventId]);
const idKey = ({ id }: JsonObject): string => JSON.stringify(id);

/**
 * The file of an export. Who fetched it, and when, is written down.
 *
 * @throws `SUBJECT-REQUEST-UNKNOWN`, `SUBJECT-EXPORT-GONE` where it is not ready, or no longer kept.
 */
export const downloadSubjectExport = (
  context: EnvironmentContext,
  requestId: Id,
): Promise<ResponseOf<typeof downloadEndpoint>> =>
  inTransaction(context, async (trx) => {
    const { environmentId } = context;
    const stored = await takeSubjectRequest(trx, environmentId, requestId);
    if (stored === undefined) throw fail('SUBJECT-REQUEST-UNKNOWN', { id: requestId });
    const isOver = stored.expiresAt !== null && stored.expiresAt.getTime() <= context.clock.now();
    if (stored.type !== 'Export' || stored.status !== 'Complete' || isOver) throw fail('SUBJECT-EXPORT-GONE');
    const parts = await readSubjectExport(trx, requestId);
    await recordActivity(trx, context, {
      operation: 'Export',
      type: 'SubjectRequest',
      id: requestId,
      name: requestId,
      environmentId,
      modified: { subject: stored.valueDigest },
    });
    const entries = parts.flatMap((part) => JSON.parse(zstdDecompressSync(part).toString('utf8')) as readonly Json[]);
    return {
      requestId,
      assessment: stored.assessment,
      property: stored.property,
      requestedAt: stored.requestedAt.toISOString(),
      completedAt: stored.completedAt?.toISOString() ?? null,
      events: entries.filter(isEvent),
      cases: once(entries, 'case', caseKey),
      notes: once(entries, 'note', idKey),
      attachments: once(entries, 'attachment', idKey),
      changeRequests: once(entries, 'changeRequest', idKey),
      savedViews: once(entries, 'savedView', idKey),
    };
  });
