import type { Field, ObjectSchema, ScalarField } from '@redoubt/domain';
import { isIsoDateTime } from './iso-date-time.ts';

/** One place of a body that is wrong: `$.user.userId`. */
export type BodyProblem = { readonly path: string; readonly message: string; readonly missing?: true };

type MutableObject = Record<string, unknown>;

const MAX_PROBLEMS = 50;
const CUSTOM_DATA_MAX_ENTRIES = 100;
const CUSTOM_DATA_MAX_TEXT = 256;

type FieldShape = {
  readonly name: string;
  readonly path: string;
  check: (value: unknown, owner: MutableObject, path: string, problems: BodyProblem[]) => void;
};

type ObjectShape = {
  /** Lower-case name → field. */
  readonly byName: ReadonlyMap<string, FieldShape>;
  readonly exact: ReadonlySet<string>;
  readonly required: readonly string[];
};

const expected = (path: string, what: string, value: unknown): BodyProblem => ({
  path,
  message: `expected ${what}, found ${describe(value)}`,
});

const describe = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `the ${typeof value} ${String(value)}`;
};

const enumKey = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

const checkEnumeration = (field: ScalarField): FieldShape['check'] => {
  const values = field.values ?? [];
  const bySpelling = new Map(values.map((value) => [enumKey(value), value]));
  return (value, owner, path, problems) => {
    const name = path.slice(path.lastIndexOf('.') + 1);
    if (typeof value === 'string') {
      const known = bySpelling.get(value) ?? bySpelling.get(enumKey(value));
      if (known !== undefined && known !== value) owner[name] = known;
    } else if (typeof value === 'number' && Number.isInteger(value) && values[value] !== undefined) {
      owner[name] = values[value];
    } else {
      problems.push(expected(path, `one of ${values.slice(0, 8).join(', ')}`, value));
    }
  };
};

const CHECKS: Readonly<Record<ScalarField['type'], (value: unknown) => string | null>> = {
  text: (value) => (typeof value === 'string' ? null : 'text'),
  number: (value) => (typeof value === 'number' ? null : 'a number'),
  integer: (value) => (Number.isSafeInteger(value) ? null : 'a whole number'),
  boolean: (value) => (typeof value === 'boolean' ? null : 'true or false'),
  dateTime: (value) => (typeof value === 'string' && isIsoDateTime(value) ? null : 'a date-time as ISO 8601'),
};

const checkOpen: FieldShape['check'] = (value, _owner, path, problems) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(expected(path, 'an object', value));
    return;
  }
  const entries = Object.entries(value);
  if (entries.length > CUSTOM_DATA_MAX_ENTRIES) {
    problems.push({ path, message: `has ${entries.length} entries, at most ${CUSTOM_DATA_MAX_ENTRIES} are allowed` });
  }
  for (const [name, entry] of entries) {
    if (typeof entry === 'object' && entry !== null) {
      problems.push(expected(`${path}.${name}`, 'a plain value', entry));
    } else if (typeof entry === 'string' && entry.length > CUSTOM_DATA_MAX_TEXT) {
      problems.push({
        path: `${path}.${name}`,
        message: `has ${entry.length} characters, at most ${CUSTOM_DATA_MAX_TEXT} are allowed`,
      });
    }
  }
};

const fieldCheck = (field: Field): FieldShape['check'] => {
  if (field.type === 'open') return checkOpen;
  if (field.type === 'object' || field.type === 'list') {
    const shape = shapeOf(field.schema);
    const checkObject: FieldShape['check'] = (value, _owner, path, problems) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        applyShape(shape, value as MutableObject, path, problems);
      } else {
        problems.push(expected(path, 'an object', value));
      }
    };
    if (field.type === 'object') return checkObject;
    return (value, owner, path, problems) => {
      if (!Array.isArray(value)) {
        problems.push(expected(path, 'a list', value));
        return;
      }
      for (let index = 0; index < value.length; index += 1) {
        checkObject(value[index], owner, `${path}[${index}]`, problems);
      }
    };
  }
  if (field.values) return checkEnumeration(field);
  const check = CHECKS[field.type];
  return (value, _owner, path, problems) => {
    const wanted = check(value);
    if (wanted !== null) problems.push(expected(path, wanted, value));
  };
};

/** Schemas are recursive only through reuse (`user` in `recipientUser`), so each is shaped once. */
const shapes = new WeakMap<ObjectSchema, ObjectShape>();

const shapeOf = (schema: ObjectSchema): ObjectShape => {
  const known = shapes.get(schema);
  if (known) return known;
  const fields = Object.entries(schema).map(([name, field]) => ({ name, path: `.${name}`, check: fieldCheck(field) }));
  const shape: ObjectShape = {
    byName: new Map(
      fields.flatMap((field) => [
        [field.name, field],
        [field.name.toLowerCase(), field],
      ]),
    ),
    exact: new Set(fields.map((field) => field.name)),
    required: Object.entries(schema).flatMap(([name, field]) => (field.required ? [name] : [])),
  };
  shapes.set(schema, shape);
  return shape;
};

const applyShape = (shape: ObjectShape, value: MutableObject, path: string, problems: BodyProblem[]): void => {
  for (const key of Object.keys(value)) {
    if (problems.length >= MAX_PROBLEMS) return;
    const field = shape.byName.get(key) ?? shape.byName.get(key.toLowerCase());
    if (field === undefined) continue;
    const member = value[key];
    if (field.name !== key) {
      delete value[key];
      if (value[field.name] === undefined || value[field.name] === null) value[field.name] = member;
    }
    if (member !== null) field.check(member, value, `${path}${field.path}`, problems);
  }
  for (const name of shape.required) {
    const member = value[name];
    if (member === undefined || member === null || member === '') {
      problems.push({ path: `${path}.${name}`, message: 'is required', missing: true });
    }
  }
};

/**
 * Brings a parsed body into the wire's own spelling, in place, and lists what is wrong with it.
 *
 * Names match ignoring case and are renamed to the documented spelling; known enumeration values likewise, ordinals
 * become their text (`api.md` §2). Unknown names and values stay as they are. Nulls count as absent. At most 50
 * problems are listed.
 */
export const shapeBody = (schema: ObjectSchema, body: object): readonly BodyProblem[] => {
  const problems: BodyProblem[] = [];
  applyShape(shapeOf(schema), body as MutableObject, '$', problems);
  return problems;
};
