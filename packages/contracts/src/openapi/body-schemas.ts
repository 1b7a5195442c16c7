import type { Field, ObjectSchema, ScalarField } from '@redoubt/domain';

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = { readonly [name: string]: unknown };

const SCALARS: Readonly<Record<ScalarField['type'], JsonSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  dateTime: { type: 'string', format: 'date-time' },
};

const CUSTOM_DATA: JsonSchema = {
  type: 'object',
  maxProperties: 100,
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'], maxLength: 256 },
};

const upperFirst = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const described = (schema: JsonSchema, { description }: Field): JsonSchema =>
  description === '' ? schema : { ...schema, description };

/** Known values are advice: others are taken as they are, and the spelling of known ones does not matter. */
const scalarSchema = (field: ScalarField): JsonSchema =>
  field.values === null
    ? field.orText === true
      ? { type: [field.type, 'string'] }
      : SCALARS[field.type]
    : { anyOf: [{ type: 'string', enum: [...field.values] }, { type: 'string' }, { type: 'integer', minimum: 0 }] };

/** Collects the objects of bodies as named components; one that is used in several places is one component. */
export const createBodySchemas = () => {
  const components: Record<string, JsonSchema> = {};
  const names = new Map<ObjectSchema, string>();

  const isTaken = (name: string): boolean => Object.hasOwn(components, name);

  /** Objects of one name that differ carry the name of what they are part of. */
  const nameFor = (wanted: string, owner: string): string => {
    if (!isTaken(wanted)) return wanted;
    const owned = `${owner}${wanted}`;
    let name = owned;
    for (let number = 2; isTaken(name); number += 1) name = `${owned}${number}`;
    return name;
  };

  const refTo = (schema: ObjectSchema, wanted: string, owner = ''): JsonSchema => {
    const known = names.get(schema);
    if (known !== undefined) return { $ref: `#/components/schemas/${known}` };
    const name = nameFor(wanted, owner);
    names.set(schema, name);
    // Taken before its members are described, so that none of them takes it.
    components[name] = {};
    components[name] = objectSchema(schema, name);
    return { $ref: `#/components/schemas/${name}` };
  };

  const fieldSchema = (name: string, field: Field, owner: string): JsonSchema => {
    if (field.type === 'open') return CUSTOM_DATA;
    if (field.type === 'object') return refTo(field.schema, upperFirst(name.replace(/^_/, '')), owner);
    if (field.type === 'list') {
      const items = refTo(field.schema, upperFirst(name.replace(/List$/, '')), owner);
      const list = { type: 'array', items };
      return field.orSingle ? { anyOf: [list, items] } : list;
    }
    if (field.type === 'freeList') return { type: 'array' };
    if (field.type === 'freeObject') return { type: 'object' };
    return scalarSchema(field);
  };

  /** Unknown members are kept and can be read by rules: said here, because tools take silence for a no. */
  const objectSchema = (schema: ObjectSchema, owner: string): JsonSchema => {
    const required = Object.keys(schema).filter((name) => schema[name]?.required);
    return {
      type: 'object',
      ...(required.length === 0 ? {} : { required }),
      properties: Object.fromEntries(
        Object.entries(schema).map(([name, field]) => [name, described(fieldSchema(name, field, owner), field)]),
      ),
      additionalProperties: true,
    };
  };

  return { components, refTo };
};
