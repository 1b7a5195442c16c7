import { fail } from '@redoubt/domain';
import { isGuid, type Id } from '@redoubt/kernel';
import { findTenant, listEnvironments, lockAccess, type ScimPerson, type TenantTransaction } from '@redoubt/storage';
import { createHash } from 'node:crypto';
import SCIMMY from 'scimmy';
import type { ServiceContext } from '../context.ts';
import { keepingAdministrators } from '../people/last-administrator.ts';
import { inTransaction } from '../unit-of-work.ts';
import { ScimError } from './scim-error.ts';
import {
  changeGroup,
  createGroup,
  deleteGroup,
  replaceGroup,
  requireGroup,
  wireGroup,
  type ScimGroup,
} from './scim-groups.ts';
import { attributesOf, listGroupsOf, listUsers, type ScimQuery } from './scim-lists.ts';
import { groupOperations, userOperations, type PatchOperation } from './scim-patch.ts';
import { locateSchemas, PATCH_SCHEMA } from './scim-schemas.ts';
import { createUser, deleteUser, readUser, replaceUser, requireUser, wireUser } from './scim-users.ts';

export const SCIM_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ScimMethod = (typeof SCIM_METHODS)[number];

/** A call of SCIM, as it came. */
export type ScimRequest = {
  readonly method: ScimMethod;
  /** `Users`, `Groups`, `ServiceProviderConfig`, `ResourceTypes` or `Schemas`. */
  readonly resource: string;
  readonly id: string | undefined;
  readonly query: ScimQuery;
  readonly body: unknown;
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
};

/** What is answered: JSON, or nothing. */
export type ScimAnswer = {
  readonly status: number;
  readonly body: string | null;
  /** Where what was made or read is. */
  readonly location?: string;
  /** Version of the resource, as an entity tag. */
  readonly version?: string;
};

type Wire = Readonly<Record<string, unknown>>;

/** A resource whose calls are alike for people and groups. */
type Kind<T> = {
  readonly path: 'Users' | 'Groups';
  readonly require: (trx: TenantTransaction, id: Id) => Promise<T>;
  readonly wire: (stored: T, base: string) => Wire;
  readonly shape: (wire: Wire, base: string, shown: SCIMMY.Types.Filter | undefined) => object;
  readonly list: (trx: TenantTransaction, query: ScimQuery, base: string) => Promise<object>;
  readonly create: (trx: TenantTransaction, context: ServiceContext, body: Wire) => Promise<T>;
  readonly replace: (trx: TenantTransaction, context: ServiceContext, before: T, body: Wire) => Promise<T>;
  readonly change: (trx: TenantTransaction, context: ServiceContext, before: T, body: unknown) => Promise<T>;
  readonly remove: (trx: TenantTransaction, context: ServiceContext, before: T) => Promise<void>;
};

/** A resource after operations that were read before; itself where they change nothing. */
const patched = async <S extends SCIMMY.Types.Schema>(source: S, operations: readonly PatchOperation[]): Promise<S> => {
  if (operations.length === 0) return source;
  const message = new SCIMMY.Messages.PatchOp({ schemas: [PATCH_SCHEMA], Operations: [...operations] });
  return ((await message.apply(source)) as S | undefined) ?? source;
};

const USERS: Kind<ScimPerson> = {
  path: 'Users',
  require: requireUser,
  wire: wireUser,
  shape: (wire, base, shown) => new SCIMMY.Schemas.User({ ...wire }, 'out', `${base}/Users`, shown),
  list: listUsers,
  create: (trx, context, body) => createUser(trx, context, readUser(body)),
  replace: (trx, context, before, body) => replaceUser(trx, context, before, readUser(body)),
  change: async (trx, context, before, body) => {
    const source = new SCIMMY.Schemas.User({ ...wireUser(before) });
    return replaceUser(trx, context, before, await patched(source, userOperations(body)));
  },
  remove: deleteUser,
};

const GROUPS: Kind<ScimGroup> = {
  path: 'Groups',
  require: requireGroup,
  wire: wireGroup,
  shape: (wire, base, shown) => new SCIMMY.Schemas.Group({ ...wire }, 'out', `${base}/Groups`, shown),
  list: listGroupsOf,
  create: createGroup,
  replace: replaceGroup,
  change: async (trx, context, before, body) => {
    const { members, others } = groupOperations(body);
    // Groups can be large: their members are changed by ids, and not as a resource.
    const source = new SCIMMY.Schemas.Group({ ...wireGroup({ ...before, members: [] }, '') });
    return changeGroup(trx, context, before, await patched(source, others), members);
  },
  remove: deleteGroup,
};

/** A weak entity tag: two answers with the same one say the same (RFC 7644, section 3.14). */
const versionOf = (wire: Wire): string =>
  `W/"${createHash('sha256').update(JSON.stringify(wire)).digest('base64url').slice(0, 22)}"`;

const names = (header: string, version: string): boolean =>
  header.split(',').some((each) => ['*', version].includes(each.trim()));

const requireBody = (body: unknown): Wire => {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ScimError(400, 'invalidSyntax', 'The body must be a JSON object: the resource.');
  return body as Wire;
};

/** Runs a change with who may do what locked, so that a root keeps its last administrator. */
const changing = async <T>(trx: TenantTransaction, context: ServiceContext, work: () => Promise<T>): Promise<T> => {
  await lockAccess(trx, context.tenantId);
  const tenant = await findTenant(trx);
  if (tenant === undefined) throw fail('TENANT-NOT-SET-UP');
  const trees = { edition: tenant.edition, access: { environments: await listEnvironments(trx) } };
  return keepingAdministrators(trx, context, trees, work);
};

const answerKind = async <T>(
  trx: TenantTransaction,
  context: ServiceContext,
  base: string,
  kind: Kind<T>,
  request: ScimRequest,
): Promise<ScimAnswer> => {
  const { method, id, query, body, ifMatch, ifNoneMatch } = request;
  const answer = (stored: T, status: number): ScimAnswer => {
    const wire = kind.wire(stored, base);
    const version = versionOf(wire);
    const told = { ...wire, meta: { ...(wire['meta'] as Wire), version } };
    const location = `${base}/${kind.path}/${String(wire['id'])}`;
    return { status, body: JSON.stringify(kind.shape(told, base, attributesOf(query))), location, version };
  };
  if (id === undefined) {
    if (method === 'GET') return { status: 200, body: JSON.stringify(await kind.list(trx, query, base)) };
    if (method !== 'POST') throw new ScimError(405, null, `${method} needs the id of a resource: /${kind.path}/{id}.`);
    return answer(await changing(trx, context, () => kind.create(trx, context, requireBody(body))), 201);
  }
  if (method === 'POST')
    throw new ScimError(405, null, `POST is for /${kind.path}; change a resource with PATCH or PUT.`);
  const key = isGuid(id) ? id.toLowerCase() : '00000000-0000-0000-0000-000000000000';
  if (method === 'GET') {
    const found = answer(await kind.require(trx, key), 200);
    const isKnown = ifNoneMatch !== undefined && names(ifNoneMatch, found.version ?? '');
    return isKnown ? { ...found, status: 304, body: null } : found;
  }
  return changing(trx, context, async (): Promise<ScimAnswer> => {
    const before = await kind.require(trx, key);
    if (ifMatch !== undefined && !names(ifMatch, versionOf(kind.wire(before, base))))
      throw new ScimError(412, null, 'The resource was changed since it was read. Read it again, and repeat the call.');
    if (method === 'DELETE') {
      await kind.remove(trx, context, before);
      return { status: 204, body: null };
    }
    if (method === 'PUT') return answer(await kind.replace(trx, context, before, requireBody(body)), 200);
    return answer(await kind.change(trx, context, before, body), 200);
  });
};

const DESCRIPTIONS = {
  Schemas: SCIMMY.Resources.Schema,
  ResourceTypes: SCIMMY.Resources.ResourceType,
  ServiceProviderConfig: SCIMMY.Resources.ServiceProviderConfig,
} as const;

const describe = async (
  resource: keyof typeof DESCRIPTIONS,
  base: string,
  { method, id, query }: ScimRequest,
): Promise<ScimAnswer> => {
  if (method !== 'GET') throw new ScimError(405, null, `/${resource} can only be read, with GET.`);
  if (query['filter'] !== undefined)
    throw new ScimError(403, null, `/${resource} takes no filter (RFC 7644, section 4). Read it without one.`);
  if (resource === 'ServiceProviderConfig' && id !== undefined)
    throw new ScimError(404, null, '/ServiceProviderConfig has no resources below it.');
  locateSchemas(base);
  const Description = DESCRIPTIONS[resource];
  return {
    status: 200,
    body: JSON.stringify(await (id === undefined ? new Description() : new Description(id)).read()),
  };
};

/**
 * Answers a call of SCIM for the tenant of the context, in one transaction.
 *
 * @param base address of SCIM without a slash at its end.
 * @throws `ScimError` and errors of `scimmy`, which `scimErrorOf` tells apart from failures of the product.
 */
export const answerScim = (context: ServiceContext, base: string, request: ScimRequest): Promise<ScimAnswer> => {
  const { resource } = request;
  if (resource === 'Users') return inTransaction(context, (trx) => answerKind(trx, context, base, USERS, request));
  if (resource === 'Groups') return inTransaction(context, (trx) => answerKind(trx, context, base, GROUPS, request));
  const described = (Object.keys(DESCRIPTIONS) as (keyof typeof DESCRIPTIONS)[]).find((name) => name === resource);
  if (described !== undefined) return describe(described, base, request);
  return Promise.reject(
    new ScimError(
      404,
      null,
      'There is no such resource. There are Users, Groups, ServiceProviderConfig, ResourceTypes and Schemas.',
    ),
  );
};
