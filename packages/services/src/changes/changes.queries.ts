import type { ChangeDetail, Changes, ChangeSummary } from '@redoubt/contracts';
import { allows, CAPABILITIES, fail, nameKey, type Permission } from '@redoubt/domain';
import { isJsonObject, type Id, type Json } from '@redoubt/kernel';
import {
  findChangeRequest,
  listChangeRequests,
  type StoredChangeRequest,
  type TenantTransaction,
} from '@redoubt/storage';
import { OPERATOR_ID, type EnvironmentContext } from '../context.ts';
import type { RecordedActivity } from '../change-recorder.ts';
import type { ChangeCall } from './propose-change.ts';
import { inTransaction } from '../unit-of-work.ts';

const readPermissionOf = (permission: string): Permission => permission.replace(/:write$/, ':read') as Permission;

/** Whether a person asked for a change: an operator of the command line is known by the name they gave. */
export const hasAsked = ({ actor }: EnvironmentContext, { askedById, askedBy }: StoredChangeRequest): boolean =>
  askedById === actor.id || (askedById === OPERATOR_ID && nameKey(askedBy) === nameKey(actor.name));

const summaryOf = (request: StoredChangeRequest, context: EnvironmentContext): ChangeSummary => {
  const isOwn = hasAsked(context, request);
  const mayWrite = allows(context.capabilities, request.permission as Permission);
  return {
    id: request.id,
    endpoint: request.endpoint,
    operation: (request.differences as unknown as readonly RecordedActivity[])[0]?.operation ?? 'Update',
    target: request.target,
    note: request.note,
    state: request.state,
    asked: { by: request.askedBy, at: request.askedAt.toISOString() },
    isOwn,
    decided:
      request.decidedBy === null || request.decidedAt === null
        ? null
        : { by: request.decidedBy, at: request.decidedAt.toISOString(), reason: request.reason },
    canDecide: mayWrite && !isOwn && request.state === 'open',
    canWithdraw: mayWrite && request.state === 'open',
  };
};

const PAGE = 50;

const cursorOf = ({ askedAt, id }: StoredChangeRequest): string => `${askedAt.toISOString()} ${id}`;

const beforeOf = (cursor: string | undefined): { readonly at: Date; readonly id: Id } | undefined => {
  if (cursor === undefined) return undefined;
  const [at = '', id = ''] = cursor.split(' ');
  if (Number.isNaN(Date.parse(at)) || !/^[0-9a-f-]{36}$/.test(id)) throw fail('REQ-INVALID', { count: 1 });
  return { at: new Date(at), id };
};

/** Changes of what decides that were asked for in an environment, of the kinds the caller may look at. */
export const getChanges = (
  context: EnvironmentContext,
  { state, cursor }: { readonly state: 'open' | 'decided'; readonly cursor?: string | undefined },
): Promise<Changes> =>
  inTransaction(context, async (trx) => {
    const readable = CAPABILITIES.filter((capability) => context.capabilities[capability] !== undefined);
    const found = await listChangeRequests(trx, context.environmentId, {
      open: state === 'open',
      permissions: readable.map((capability) => `${capability}:write`),
      before: beforeOf(cursor),
      limit: PAGE + 1,
    });
    const last = found[PAGE - 1];
    return {
      changes: found.slice(0, PAGE).map((request) => summaryOf(request, context)),
      nextCursor: found.length > PAGE && last ? cursorOf(last) : null,
    };
  });

/** A file is shown from its beginning, so many characters. */
const SHOWN_CHARACTERS = 20_000;

const pathsOf = (files: readonly Json[]): Json =>
  files.map((file) => (isJsonObject(file) ? (file['path'] ?? null) : null));

const shownCall = (payload: Json): ChangeDetail['call'] => {
  if (payload === null) return null;
  const { body: sent, file } = payload as unknown as ChangeCall;
  // What files of a configuration change stands among the differences; the call names them.
  const body = isJsonObject(sent) && Array.isArray(sent['files']) ? { ...sent, files: pathsOf(sent['files']) } : sent;
  const text = file === null ? null : 'text' in file ? file.text : null;
  return {
    body,
    file: text === null ? null : text.slice(0, SHOWN_CHARACTERS),
    isCut: (text?.length ?? 0) > SHOWN_CHARACTERS,
  };
};

/** A difference without what the caller may not look at: an import may change resources of every kind. */
const readableBy =
  ({ capabilities }: EnvironmentContext) =>
  ({ shownWith, unconditional: _, ...difference }: RecordedActivity): RecordedActivity =>
    shownWith === undefined || allows(capabilities, `${shownWith}:read`)
      ? difference
      : { ...difference, original: null, modified: null };

/** One request with what it would change. Throws CHANGE-UNKNOWN, also where the caller may not look at such things. */
export const changeDetail = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  id: Id,
): Promise<ChangeDetail> => {
  const request = await findChangeRequest(trx, context.environmentId, id);
  if (!request || !allows(context.capabilities, readPermissionOf(request.permission)))
    throw fail('CHANGE-UNKNOWN', { id });
  const recorded = request.differences as unknown as readonly RecordedActivity[];
  return {
    ...summaryOf(request, context),
    differences: recorded.map(readableBy(context)),
    unconditional: recorded.flatMap(({ unconditional = [] }) => unconditional),
    call: shownCall(request.payload),
  };
};

export const getChange = (context: EnvironmentContext, id: Id): Promise<ChangeDetail> =>
  inTransaction(context, (trx) => changeDetail(trx, context, id));
