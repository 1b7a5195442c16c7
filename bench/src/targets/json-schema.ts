import type { Field, ObjectSchema } from '@redoubt/domain';

/** JSON Schema (draft 7) as far as the field table needs it. */
export type JsonSchema = {
  readonly type: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
};

const fieldSchema = (field: Field): JsonSchema => {
  switch (field.type) {
    case 'object':
      return objectJsonSchema(field.schema);
    case 'list':
      return { type: 'array', items: objectJsonSchema(field.schema) };
    case 'freeList':
      return { type: 'array' };
    case 'open':
    case 'freeObject':
      return { type: 'object' };
    case 'text':
      return { type: 'string' };
    case 'dateTime':
      return { type: 'string', format: 'date-time' };
    case 'number':
    case 'integer':
    case 'boolean':
      return { type: field.type };
  }
};

/** The same fields, types and requirements as the public API checks, for a validator that knows only JSON Schema. */
export const objectJsonSchema = (schema: ObjectSchema): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(schema).map(([name, field]) => [name, fieldSchema(field)])),
  required: Object.entries(schema).flatMap(([name, field]) => (field.required ? [name] : [])),
});

/** A schema that fits one JSON value, so that a serialiser can be compiled for answers like it. */
export const schemaOfValue = (value: unknown): JsonSchema | Record<string, never> => {
  if (Array.isArray(value))
    return value.length === 0 ? { type: 'array' } : { type: 'array', items: schemaOfValue(value[0]) as JsonSchema };
  if (typeof value === 'object' && value !== null) {
    const properties = Object.entries(value).map(([name, member]) => [name, schemaOfValue(member)]);
    return { type: 'object', properties: Object.fromEntries(properties) as Record<string, JsonSchema> };
  }
  if (value === null) return {};
  return { type: typeof value };
};
