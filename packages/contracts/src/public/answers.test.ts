import { API_ROLES } from '@redoubt/domain';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../endpoints.ts';
import { refusalBody, unauthorizedBody } from './answers.ts';

/** What is documented as null: nothing failed besides. */
const DOCUMENTED_NULLS = new Set(['public.refusal $.OtherErrors']);

type Node = { readonly [name: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every place of a schema where null is allowed. */
const nullsIn = (schema: unknown, at: string): readonly string[] => {
  if (!isNode(schema)) return [];
  const own = [schema.type].flat().includes('null') ? [at] : [];
  const within = [schema.anyOf, schema.oneOf, schema.allOf].flat().flatMap((each) => nullsIn(each, at));
  const members = Object.entries(isNode(schema.properties) ? schema.properties : {});
  return [
    ...own,
    ...within,
    ...members.flatMap(([name, member]) => nullsIn(member, `${at}.${name}`)),
    ...nullsIn(schema.items, `${at}[]`),
    ...nullsIn(schema.additionalProperties, `${at}.*`),
  ];
};

const PUBLIC = ENDPOINTS.filter(({ permission }) => (API_ROLES as readonly string[]).includes(permission));
/** Environments, cases and stored events by API are of this product; the original documents no such answers. */
const OWN = /^public\.(?:provisioning\.|cases\.|export$)/;
const ANSWERS = [
  ...PUBLIC.filter(({ id }) => !OWN.test(id)).map(({ id, response }) => ({ id, response })),
  { id: 'public.refusal', response: refusalBody },
  { id: 'public.unauthorized', response: unauthorizedBody },
];

describe('answers of the public API', () => {
  it('are many, and the walk finds nulls where there are some', () => {
    expect(ANSWERS.length).toBeGreaterThan(20);
    const nullable = z.object({
      a: z.array(z.object({ b: z.string().nullable() })),
      c: z.record(z.string(), z.null()),
    });
    expect(nullsIn(z.toJSONSchema(nullable), '$')).toEqual(['$.a[].b', '$.c.*']);
  });

  it.each(ANSWERS)('$id allows no null where a value is documented', ({ id, response }) => {
    const places = nullsIn(z.toJSONSchema(response, { io: 'output' }), '$').map((at) => `${id} ${at}`);
    expect(places.filter((place) => !DOCUMENTED_NULLS.has(place))).toEqual([]);
  });
});
