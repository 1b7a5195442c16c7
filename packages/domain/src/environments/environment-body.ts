import { isCleanText, type JsonObject } from '@redoubt/kernel';
import { newReading, shapeBody, type BodyProblem } from '../events/body-shape.ts';
import { free, objectSchema, text } from '../events/schema/object-schema.ts';
import { apiNameProblem, isEnvironmentName } from './names.ts';

export const ENVIRONMENT_KINDS = ['Development', 'Sandbox', 'Production'] as const;
export type EnvironmentKind = (typeof ENVIRONMENT_KINDS)[number];

/** How long texts about an environment may be, and how many tags it may have. */
export const ENVIRONMENT_LENGTHS = { friendlyName: 60, description: 500, apiId: 60, tags: 20, tag: 50 } as const;

const CHANGEABLE = {
  friendlyName: text({ description: 'What people read instead of the name, up to 60 characters.' }),
  description: text({ description: 'Up to 500 characters.' }),
  tags: free('freeList', { description: 'Up to 20 texts of up to 50 characters.' }),
};

/** Body that creates an environment (`docs/reference/access.md#environments`). */
export const NEW_ENVIRONMENT_BODY = objectSchema({
  name: text({
    required: true,
    description: 'Letters, digits and spaces, at most 60; unique among the children of one environment.',
  }),
  ...CHANGEABLE,
  kind: text({
    values: [...ENVIRONMENT_KINDS, 'test'],
    description: 'Sandbox unless said otherwise; test is Sandbox.',
  }),
  customerApiId: text({
    description: 'Own id for addresses: letters, digits, _ and -; unique among siblings. Cannot be changed later.',
  }),
});

/** Body that changes one. What is left out stays; an empty text takes a value away. */
export const ENVIRONMENT_CHANGE_BODY = objectSchema({
  name: text({ description: 'As when it is created.' }),
  ...CHANGEABLE,
  version: text({ description: 'Version that was read before: the change is refused where it is not the newest.' }),
});

export type NewEnvironment = {
  readonly name: string;
  readonly friendlyName: string | null;
  readonly description: string;
  readonly tags: readonly string[];
  readonly kind: EnvironmentKind;
  readonly customerApiId: string | null;
};
export type EnvironmentChange = Partial<Pick<NewEnvironment, 'name' | 'friendlyName' | 'description' | 'tags'>> & {
  readonly version?: string;
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value.trim() : undefined);

const nameProblems = (name: string | undefined): readonly BodyProblem[] =>
  name === undefined || name === '' || isEnvironmentName(name)
    ? []
    : [{ path: '$.name', message: 'takes letters, digits and spaces, at most 60, the first a letter or digit' }];

const lengthProblems = (path: string, value: string | undefined, most: number): readonly BodyProblem[] => {
  if (value === undefined) return [];
  if (value.length > most) return [{ path, message: `has ${value.length} characters, at most ${most} are allowed` }];
  return isCleanText(value) ? [] : [{ path, message: 'holds NUL or half a surrogate pair' }];
};

const tagProblems = (tags: unknown): readonly BodyProblem[] => {
  if (!Array.isArray(tags)) return [];
  const tooMany =
    tags.length > ENVIRONMENT_LENGTHS.tags
      ? [{ path: '$.tags', message: `has ${tags.length} entries, at most ${ENVIRONMENT_LENGTHS.tags} are allowed` }]
      : [];
  const wrong = tags.slice(0, ENVIRONMENT_LENGTHS.tags).flatMap((tag: unknown, index) => {
    const path = `$.tags[${index}]`;
    if (typeof tag !== 'string' || tag.trim() === '') return [{ path, message: 'expected a text that is not empty' }];
    return lengthProblems(path, tag.trim(), ENVIRONMENT_LENGTHS.tag);
  });
  return [...tooMany, ...wrong];
};

const tagsOf = (tags: unknown): readonly string[] | undefined =>
  Array.isArray(tags) && tagProblems(tags).length === 0
    ? [...new Set((tags as readonly string[]).map((tag) => tag.trim()))]
    : undefined;

const sharedProblems = (body: JsonObject): readonly BodyProblem[] => [
  ...nameProblems(textOf(body.name)),
  ...lengthProblems('$.friendlyName', textOf(body.friendlyName), ENVIRONMENT_LENGTHS.friendlyName),
  ...lengthProblems('$.description', textOf(body.description), ENVIRONMENT_LENGTHS.description),
  ...tagProblems(body.tags),
];

const apiIdProblems = (id: string | undefined): readonly BodyProblem[] => {
  if (id === undefined || id === '') return [];
  return id.length > ENVIRONMENT_LENGTHS.apiId || apiNameProblem(id, []) !== null
    ? [{ path: '$.customerApiId', message: `takes letters, digits, _ and -, at most ${ENVIRONMENT_LENGTHS.apiId}` }]
    : [];
};

const kindOf = (kind: string | undefined): EnvironmentKind | undefined =>
  kind === undefined || kind === 'test' ? 'Sandbox' : ENVIRONMENT_KINDS.find((each) => each === kind);

/** Wrong places are named once: what has the wrong type is not measured. */
const checked = (shaped: readonly BodyProblem[], measured: readonly BodyProblem[]): readonly BodyProblem[] => [
  ...shaped,
  ...measured.filter(({ path }) => shaped.every((problem) => !path.startsWith(problem.path))),
];

/** Reads a body that creates an environment, and lists all that is wrong with it. Unknown members are left out. */
export const readNewEnvironment = (
  body: JsonObject,
): { readonly environment: NewEnvironment; readonly problems: readonly BodyProblem[] } => {
  const shaped = shapeBody(NEW_ENVIRONMENT_BODY, body, newReading(true));
  const kind = kindOf(textOf(body.kind));
  const apiId = textOf(body.customerApiId);
  const environment: NewEnvironment = {
    name: textOf(body.name) ?? '',
    friendlyName: textOf(body.friendlyName) || null,
    description: textOf(body.description) ?? '',
    tags: tagsOf(body.tags) ?? [],
    kind: kind ?? 'Sandbox',
    customerApiId: apiId || null,
  };
  const wrongKind =
    kind === undefined ? [{ path: '$.kind', message: `expected one of ${ENVIRONMENT_KINDS.join(', ')}` }] : [];
  return { environment, problems: checked(shaped, [...sharedProblems(body), ...wrongKind, ...apiIdProblems(apiId)]) };
};

/** Reads a body that changes an environment; what it leaves out is absent. */
export const readEnvironmentChange = (
  body: JsonObject,
  fixed: Readonly<Record<'kind' | 'customerApiId' | 'parentEnvironmentId', string | null>>,
): { readonly change: EnvironmentChange; readonly problems: readonly BodyProblem[] } => {
  const shaped = shapeBody(ENVIRONMENT_CHANGE_BODY, body, newReading(true));
  const name = textOf(body.name);
  const friendlyName = textOf(body.friendlyName);
  const description = textOf(body.description);
  const version = textOf(body.version);
  const tags = tagsOf(body.tags);
  const change: EnvironmentChange = {
    ...(name === undefined ? {} : { name }),
    ...(friendlyName === undefined ? {} : { friendlyName: friendlyName || null }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags }),
    ...(version === undefined ? {} : { version }),
  };
  const empty = name === '' ? [{ path: '$.name', message: 'is required' }] : [];
  // A client may send back the whole of what it read; only a different value asks for what cannot be.
  const moved = Object.entries(fixed).flatMap(([field, value]) => {
    const sent = body[field];
    return sent === undefined || sent === null || sent === value
      ? []
      : [{ path: `$.${field}`, message: 'cannot be changed' }];
  });
  return { change, problems: checked(shaped, [...empty, ...sharedProblems(body), ...moved]) };
};
