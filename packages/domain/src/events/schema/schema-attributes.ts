import type { Field, ObjectSchema } from './object-schema.ts';

/** One path of a schema as rules write it; lists are crossed without an index (`docs/language/decisions.md` A-11). */
export type SchemaAttribute = {
  readonly path: string;
  readonly type: Field['type'];
  /** Required inside its parent; the parent itself may be absent. */
  readonly required: boolean;
  readonly description: string;
  readonly values: readonly string[] | null;
};

/** Every path of a schema, parents before their members, in schema order. */
export const schemaAttributes = (schema: ObjectSchema, prefix = ''): readonly SchemaAttribute[] =>
  Object.entries(schema).flatMap(([name, field]) => {
    const attribute: SchemaAttribute = {
      path: `${prefix}${name}`,
      type: field.type,
      required: field.required,
      description: field.description,
      values: 'values' in field ? field.values : null,
    };
    return 'schema' in field ? [attribute, ...schemaAttributes(field.schema, `${attribute.path}.`)] : [attribute];
  });
