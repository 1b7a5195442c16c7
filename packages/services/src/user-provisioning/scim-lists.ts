import { countScimPeople, findScimPeople, listProvisionedGroups, type TenantTransaction } from '@redoubt/storage';
import SCIMMY from 'scimmy';
import { reading, ScimError } from './scim-error.ts';
import { GROUP_SCHEMA, MAX_RESULTS, USER_SCHEMA } from './scim-schemas.ts';
import { wireGroup } from './scim-groups.ts';
import { wireUser } from './scim-users.ts';

type Wire = Readonly<Record<string, unknown>>;

/** What a list is asked for. */
export type ScimQuery = Readonly<Record<string, string | undefined>>;

const DEFAULT_COUNT = 100;
const MAX_FILTER = 1000;
const INTEGER = /^-?\d{1,9}$/;

const integerOf = (query: ScimQuery, name: 'startIndex' | 'count', absent: number): number => {
  const text = query[name];
  if (text === undefined || text === '') return absent;
  if (!INTEGER.test(text)) throw new ScimError(400, 'invalidValue', `${name} must be a whole number.`);
  return Number(text);
};

/** Page and order of a list. Values below the least count as the least (RFC 7644, section 3.4.2.4). */
const constraintsOf = (query: ScimQuery) => ({
  startIndex: Math.max(integerOf(query, 'startIndex', 1), 1),
  count: Math.min(Math.max(integerOf(query, 'count', DEFAULT_COUNT), 0), MAX_RESULTS),
  ...(query['sortBy'] === undefined || query['sortBy'] === '' ? {} : { sortBy: query['sortBy'] }),
  ...(query['sortOrder'] === 'descending' ? { sortOrder: 'descending' as const } : {}),
});

/** A list of which this is the page that was asked for, of so many. */
const listOf = (page: readonly SCIMMY.Types.Schema[], query: ScimQuery, totalResults: number): object => {
  const { startIndex, count } = constraintsOf(query);
  const list = new SCIMMY.Messages.ListResponse([...page], { count, totalResults });
  return { ...list, startIndex, itemsPerPage: list.Resources.length };
};

/** One page of what was found. */
const pageOf = (resources: readonly SCIMMY.Types.Schema[], query: ScimQuery): object => {
  const constraints = constraintsOf(query);
  const list = reading('invalidValue', () => new SCIMMY.Messages.ListResponse([...resources], constraints));
  return { ...list, itemsPerPage: list.Resources.length };
};

/** Which attributes of a resource are asked for; all where absent. */
export const attributesOf = (query: ScimQuery): SCIMMY.Types.Filter | undefined => {
  const { attributes, excludedAttributes } = query;
  const asked = attributes ?? excludedAttributes;
  if (asked === undefined || asked.trim() === '') return undefined;
  const names = asked
    .split(',')
    .map((name) => name.trim().replace(`${USER_SCHEMA}:`, '').replace(`${GROUP_SCHEMA}:`, ''));
  if (names.length > 50 || names.some((name) => !/^[a-z$][\w$.:-]{0,200}$/i.test(name)))
    throw new ScimError(
      400,
      'invalidValue',
      'attributes and excludedAttributes take names of attributes, joined by commas.',
    );
  return reading(
    'invalidValue',
    () =>
      new SCIMMY.Types.Filter(names.map((name) => `${name} ${attributes === undefined ? 'np' : 'pr'}`).join(' and ')),
  );
};

/** Each filter compares with a value, or asks whether there is one (RFC 7644, section 3.4.2.2). */
const COMPARES = /\s(?:pr\b|(?:eq|ne|co|sw|ew|gt|ge|lt|le)\s+\S)/i;

const SIMPLE = /^\s*(id|userName|externalId|displayName)\s+eq\s+"((?:[^"\\]|\\.)*)"\s*$/i;

/** What one comparison with `eq` asks for; undefined for any other filter. */
const simpleFilter = (text: string): { readonly attribute: string; readonly value: string } | undefined => {
  const [, attribute, value] = SIMPLE.exec(text) ?? [];
  if (attribute === undefined || value === undefined) return undefined;
  try {
    return { attribute: attribute.toLowerCase(), value: JSON.parse(`"${value}"`) as string };
  } catch {
    return undefined;
  }
};

/** Resources that fit a filter. Texts but ids are compared without regard to case, as their schema says (`caseExact`). */
const matching = (resources: readonly Wire[], filter: string): readonly Wire[] => {
  const simple = simpleFilter(filter);
  if (simple === undefined)
    return reading('invalidFilter', () => new SCIMMY.Types.Filter(filter).match([...resources]) as readonly Wire[]);
  const name = { id: 'id', username: 'userName', externalid: 'externalId', displayname: 'displayName' }[
    simple.attribute
  ];
  const isExact = name === 'id' || name === 'externalId';
  const wanted = isExact ? simple.value : simple.value.toLowerCase();
  return resources.filter((resource) => {
    const own = name === undefined ? undefined : resource[name];
    return typeof own === 'string' && (isExact ? own : own.toLowerCase()) === wanted;
  });
};

const filterOf = ({ filter }: ScimQuery): string | undefined => {
  if (filter === undefined) return undefined;
  if (filter.trim() === '' || filter.length > MAX_FILTER)
    throw new ScimError(
      400,
      'invalidFilter',
      `filter must hold 1 to ${MAX_FILTER} characters, such as userName eq "joel@example.com".`,
    );
  if (!COMPARES.test(filter))
    throw new ScimError(
      400,
      'invalidFilter',
      'filter must compare an attribute, such as userName eq "joel@example.com".',
    );
  return filter.replaceAll(`${USER_SCHEMA}:`, '').replaceAll(`${GROUP_SCHEMA}:`, '');
};

/** People that SCIM sees: those it keeps, and those with an account in the tenant. */
export const listUsers = async (trx: TenantTransaction, query: ScimQuery, base: string) => {
  const filter = filterOf(query);
  const shown = attributesOf(query);
  const { sortBy, startIndex, count } = constraintsOf(query);
  const resourceOf = (each: Wire) => new SCIMMY.Schemas.User({ ...each }, 'out', `${base}/Users`, shown);
  // The order of the table: a page of it needs no other person.
  if (filter === undefined && sortBy === undefined) {
    const people = await findScimPeople(trx, {}, { skip: startIndex - 1, most: count });
    return listOf(
      people.map((person) => resourceOf(wireUser(person))),
      query,
      await countScimPeople(trx),
    );
  }
  const { attribute, value = '' } = (filter === undefined ? undefined : simpleFilter(filter)) ?? {};
  const search =
    attribute === 'username' ? { username: value } : attribute === 'externalid' ? { externalId: value } : {};
  const people = (await findScimPeople(trx, search)).filter(({ removedAt }) => removedAt === null);
  const found = people.map(wireUser);
  const fitting = filter === undefined ? found : matching(found, filter);
  if (sortBy !== undefined) return pageOf(fitting.map(resourceOf), query);
  const page = fitting.slice(startIndex - 1, startIndex - 1 + count);
  return listOf(page.map(resourceOf), query, fitting.length);
};

/** Groups that SCIM keeps. */
export const listGroupsOf = async (trx: TenantTransaction, query: ScimQuery, base: string) => {
  const filter = filterOf(query);
  const found = (await listProvisionedGroups(trx)).map((group) => wireGroup(group, base));
  const fitting = filter === undefined ? found : matching(found, filter);
  const shown = attributesOf(query);
  const resources = fitting.map((each) => new SCIMMY.Schemas.Group({ ...each }, 'out', `${base}/Groups`, shown));
  return pageOf(resources, query);
};
