import { isGuid } from '@redoubt/kernel';
import { ScimError, invalidValue } from './scim-error.ts';
import { groupAttribute, GROUP_SCHEMA, PATCH_SCHEMA, userAttribute, USER_SCHEMA } from './scim-schemas.ts';

/** One change of one attribute. */
export type PatchOperation = {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
};

/** What a PATCH of a group does to its members, in the order of its operations. */
export type MemberChange =
  | { readonly op: 'add' | 'remove' | 'replace'; readonly ids: readonly string[] }
  | { readonly op: 'clear' };

const MAX_OPERATIONS = 1000;
const OPS = ['add', 'remove', 'replace'] as const;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A path without the URN of the core schema, which some clients put before attributes. */
const withoutUrn = (path: string): string => {
  const urn = [USER_SCHEMA, GROUP_SCHEMA].find((each) => path.toLowerCase().startsWith(`${each.toLowerCase()}:`));
  return urn === undefined ? path : path.slice(urn.length + 1);
};

/** The attribute that a path begins with; all of the path where a URN of another schema does. */
const rootOf = (path: string): string => (path.startsWith('urn:') ? path : (/^[^.[]*/.exec(path)?.[0] ?? path));

const readOne = (operation: unknown, at: number): readonly PatchOperation[] => {
  const place = `Operations[${at}]`;
  if (!isObject(operation))
    throw new ScimError(400, 'invalidSyntax', `${place} must be an object with op, path and value.`);
  const named = typeof operation['op'] === 'string' ? operation['op'].toLowerCase() : '';
  const op = OPS.find((each) => each === named);
  if (op === undefined) throw new ScimError(400, 'invalidSyntax', `${place}.op must be add, remove or replace.`);
  const { path, value } = operation;
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw new ScimError(400, 'invalidPath', `${place}.path must be a text.`);
  if (typeof path === 'string' && path.trim() !== '') return [{ op, path: withoutUrn(path.trim()), value }];
  if (op === 'remove') throw new ScimError(400, 'noTarget', `${place}: a remove operation needs a path.`);
  if (!isObject(value)) throw invalidValue(`${place}.value must be an object where no path is given.`);
  return Object.entries(value).map(([key, each]) => ({ op, path: withoutUrn(key), value: each }));
};

/** The operations of a PATCH, each with its path. @throws `ScimError` that names the operation. */
const readOperations = (body: unknown): readonly PatchOperation[] => {
  if (!isObject(body)) throw new ScimError(400, 'invalidSyntax', 'The body must be a PatchOp message.');
  const { schemas, Operations: operations } = body;
  if (!Array.isArray(schemas) || !schemas.includes(PATCH_SCHEMA))
    throw new ScimError(400, 'invalidSyntax', `schemas must name ${PATCH_SCHEMA}.`);
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError(400, 'invalidSyntax', 'Operations must hold at least one operation.');
  if (operations.length > MAX_OPERATIONS)
    throw new ScimError(400, 'invalidValue', `Operations holds more than ${MAX_OPERATIONS}; send several calls.`);
  return operations.flatMap(readOne);
};

const takeKept = (
  operations: readonly PatchOperation[],
  stateOf: (name: string) => 'kept' | 'passedOver' | 'unknown',
): readonly PatchOperation[] =>
  operations.filter(({ path }) => {
    const state = stateOf(rootOf(path));
    if (state === 'unknown')
      throw new ScimError(
        400,
        'invalidPath',
        'A path names an attribute that /Schemas does not list; remove it from the mapping.',
      );
    return state === 'kept';
  });

/** Entra ID sends booleans as text by default (`aadOptscim062020`). */
export const booleanOf = (value: unknown): unknown => {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const inner = isObject(single) && 'value' in single ? single['value'] : single;
  if (typeof inner !== 'string') return inner;
  const text = inner.toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : inner;
};

/** The one address that is kept of several: the primary one, else that of work, else the first. */
export const emailOf = (value: unknown): unknown => {
  if (!Array.isArray(value)) return isObject(value) ? value['value'] : value;
  const entries = value.filter(isObject);
  const chosen =
    entries.find(({ primary }) => booleanOf(primary) === true) ??
    entries.find(({ type }) => typeof type === 'string' && type.toLowerCase() === 'work') ??
    entries[0];
  return chosen?.['value'];
};

/** The addresses of a person as they are kept. */
export const keptEmails = (email: unknown) =>
  email === undefined || email === null || email === '' ? [] : [{ value: email, type: 'work', primary: true }];

/** An operation on an address becomes one on the only address that is kept; undefined where it means another one. */
const emailOperation = ({ op, path, value }: PatchOperation): PatchOperation | undefined => {
  const [, filter, part = 'value'] = /^emails(?:\[([^\]]*)\])?(?:\.(\w+))?$/i.exec(path) ?? [];
  if (part.toLowerCase() !== 'value') return undefined;
  if (filter !== undefined && !/^(?:type\s+eq\s+"work"|primary\s+eq\s+"?true"?)$/i.test(filter.trim()))
    return undefined;
  if (op === 'remove') return { op, path: 'emails' };
  const kept = keptEmails(emailOf(value));
  return kept.length === 0 ? { op: 'remove', path: 'emails' } : { op: 'replace', path: 'emails', value: kept };
};

/** Operations on a person as the schema of the product takes them. */
export const userOperations = (body: unknown): readonly PatchOperation[] =>
  takeKept(readOperations(body), userAttribute).flatMap((operation): readonly PatchOperation[] => {
    const root = rootOf(operation.path).toLowerCase();
    if (root === 'emails') return [emailOperation(operation) ?? []].flat();
    if (operation.op === 'remove' || operation.value === null || operation.value === '') {
      if (root === 'username' || root === 'active')
        throw new ScimError(
          400,
          'mutability',
          `${root === 'active' ? 'active' : 'userName'} cannot be removed; replace it.`,
        );
      return [{ op: 'remove', path: operation.path }];
    }
    return [root === 'active' ? { ...operation, value: booleanOf(operation.value) } : operation];
  });

/** The ids that a list of members names. @throws `ScimError` for groups in groups. */
export const memberIds = (value: unknown): readonly string[] => {
  if (value === undefined || value === null) return [];
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.map((entry) => {
    const id = isObject(entry) ? entry['value'] : entry;
    if (typeof id !== 'string' || !isGuid(id.toLowerCase()))
      throw invalidValue('members: each value must be the id of a person, as /Users answers it.');
    if (isObject(entry) && typeof entry['type'] === 'string' && entry['type'].toLowerCase() === 'group')
      throw invalidValue('members: groups in groups are not kept; assign the people themselves.');
    return id.toLowerCase();
  });
};

const FILTERED = /^members\[(.*)\]$/i;
const NAMED = /^\s*value\s+eq\s+"([^"]*)"\s*$/i;

const memberChange = ({ op, path, value }: PatchOperation): MemberChange => {
  const [, filter] = FILTERED.exec(path) ?? [];
  if (filter === undefined) {
    if (path.toLowerCase() !== 'members')
      throw new ScimError(400, 'invalidPath', 'A path of members must be members or members[value eq "id"].');
    const ids = memberIds(value);
    return op === 'remove' && value === undefined ? { op: 'clear' } : { op, ids };
  }
  if (op !== 'remove')
    throw new ScimError(400, 'mutability', 'A member cannot be changed; remove it, and add the other one.');
  const ids = filter.split(/\s+or\s+/i).map((part) => NAMED.exec(part)?.[1]);
  if (ids.includes(undefined))
    throw new ScimError(400, 'invalidFilter', 'members[…] takes value eq "id", several joined by or.');
  return { op: 'remove', ids: ids.flatMap((id) => id?.toLowerCase() ?? []) };
};

/** Operations on a group: on its members, and on what else it has. */
export const groupOperations = (
  body: unknown,
): { readonly members: readonly MemberChange[]; readonly others: readonly PatchOperation[] } => {
  const kept = takeKept(readOperations(body), groupAttribute);
  const isMember = ({ path }: PatchOperation): boolean => rootOf(path).toLowerCase() === 'members';
  const others = kept.filter((operation) => !isMember(operation));
  for (const { op, path } of others)
    if (op === 'remove' && path.toLowerCase() === 'displayname')
      throw new ScimError(400, 'mutability', 'displayName cannot be removed; replace it.');
  return { members: kept.filter(isMember).map(memberChange), others };
};
