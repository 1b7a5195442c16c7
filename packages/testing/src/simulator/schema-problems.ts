import type { Field, ObjectSchema } from '@redoubt/domain';

const ISO_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}(?:Z|[+-]\d{2}:\d{2})$/;

const scalarProblem = (field: Field, value: unknown): string | null => {
  switch (field.type) {
    case 'text':
      if (typeof value !== 'string') return 'is no text';
      return field.values === null || field.values.includes(value) ? null : `is not one of the known values: ${value}`;
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'is no number';
    case 'integer':
      return Number.isSafeInteger(value) ? null : 'is no whole number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'is neither true nor false';
    case 'dateTime':
      return typeof value === 'string' && ISO_DATE_TIME.test(value) && !Number.isNaN(Date.parse(value))
        ? null
        : 'is no date-time';
    default:
      return null;
  }
};

/**
 * Everything in a body that the schema does not say, stricter than the server is: unknown names and unknown values of
 * enumerations count too. For tests of what makes bodies.
 */
export const schemaProblems = (schema: ObjectSchema, body: unknown, path = '$'): readonly string[] => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [`${path} is no object`];
  const members = body as Readonly<Record<string, unknown>>;
  const missing = Object.entries(schema)
    .filter(([name, field]) => field.required && (members[name] === undefined || members[name] === ''))
    .map(([name]) => `${path}.${name} is missing`);
  const wrong = Object.entries(members).flatMap(([name, value]): readonly string[] => {
    const at = `${path}.${name}`;
    const field = schema[name];
    if (field === undefined) return [`${at} is not in the schema`];
    if (field.type === 'object') return schemaProblems(field.schema, value, at);
    if (field.type === 'list') {
      if (!Array.isArray(value)) return [`${at} is no list`];
      return value.flatMap((item, index) => schemaProblems(field.schema, item, `${at}[${index}]`));
    }
    const problem = scalarProblem(field, value);
    return problem === null ? [] : [`${at} ${problem}`];
  });
  return [...missing, ...wrong];
};
