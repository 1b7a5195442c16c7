import type { ObjectSchema } from './schema/object-schema.ts';

/** What a body says that is taken as it is, though no schema knows it: often a typing error of the integration. */
export type BodyNotice =
  | { readonly path: string; readonly kind: 'unknownField' }
  | { readonly path: string; readonly kind: 'unknownValue'; readonly value: string; readonly known: readonly string[] };

const MAX_NOTICES = 20;

const asMembers = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];

const visit = (schema: ObjectSchema, body: unknown, at: string, notices: BodyNotice[]): void => {
  for (const [name, value] of asMembers(body)) {
    if (notices.length >= MAX_NOTICES) return;
    const path = `${at}.${name}`;
    const field = Object.hasOwn(schema, name) ? schema[name] : undefined;
    if (field === undefined) {
      notices.push({ path, kind: 'unknownField' });
    } else if (field.type === 'object') {
      visit(field.schema, value, path, notices);
    } else if (field.type === 'list' && Array.isArray(value)) {
      for (const [index, each] of value.entries()) visit(field.schema, each, `${path}[${index}]`, notices);
    } else if ('values' in field && field.values !== null && typeof value === 'string' && value !== '') {
      if (!field.values.includes(value)) notices.push({ path, kind: 'unknownValue', value, known: field.values });
    }
  }
};

/**
 * Fields and values of enumerations that are accepted but not known (`docs/reference/wire.md#reading-bodies`).
 *
 * @param body in the wire's own spelling, as `shapeBody` leaves it.
 * @returns at most 20.
 */
export const bodyNotices = (schema: ObjectSchema, body: object): readonly BodyNotice[] => {
  const notices: BodyNotice[] = [];
  visit(schema, body, '$', notices);
  return notices;
};
