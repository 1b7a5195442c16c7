import { isJsonObject } from '@redoubt/kernel';
import { dataProblem, WANTED_TYPES, type DataProblem, type WantedType } from '../errors/data-problem.ts';
import { isIsoDateTime } from './iso-date-time.ts';
import { emptyAsAbsent, LENIENT, type LenientReading } from './lenient-values.ts';
import type { Field, ObjectSchema, ScalarField } from './schema/object-schema.ts';

/** One place of a body that is wrong: `$.user.userId`. */
export type BodyProblem = {
  readonly path: string;
  /** In English, as the public API answers it. */
  readonly message: string;
  readonly missing?: true;
  /** The same without the path, for other languages. */
  readonly coded?: DataProblem;
};

/** One place of a body whose value was of another type and was read all the same. */
export type BodyCoercion = { readonly path: string; readonly message: string };

/** How bodies of a caller are read, and what was done about it. */
export type BodyReading = {
  /** Refuses values of another type. */
  readonly strict: boolean;
  /** Filled while a body is read, up to 20. */
  readonly coercions: BodyCoercion[];
};

export const newReading = (strict: boolean): BodyReading => ({ strict, coercions: [] });

type MutableObject = Record<string, unknown>;

const MAX_PROBLEMS = 50;
const MAX_COERCIONS = 20;
const CUSTOM_DATA_MAX_ENTRIES = 100;
const CUSTOM_DATA_MAX_TEXT = 256;

/** What is found of a body: its problems, and the values that were read as another type. */
type Findings = BodyReading & { readonly problems: BodyProblem[] };

/**
 * Checks one value and pushes what is wrong with it. Paths are relative to the value; each owner puts its own part in
 * front, so that nothing is written for the many bodies that are right.
 */
type Check = (value: unknown, owner: MutableObject, findings: Findings) => void;

type FieldShape = { readonly name: string; readonly check: Check };

type ObjectShape = {
  /** Lower-case name → field. */
  readonly byName: ReadonlyMap<string, FieldShape>;
  readonly required: readonly string[];
};

const foundParams = (value: unknown): DataProblem['params'] => {
  if (value === null) return { found: 'null', value: '' };
  if (Array.isArray(value)) return { found: 'list', value: '' };
  if (typeof value === 'number' || typeof value === 'boolean') return { found: typeof value, value: String(value) };
  return { found: typeof value === 'object' ? 'object' : 'text', value: '' };
};

const expected = (wanted: WantedType, value: unknown, path = ''): BodyProblem => ({
  path,
  message: `expected ${WANTED_TYPES[wanted]}, found ${describe(value)}`,
  coded: dataProblem('valueType', { wanted, ...foundParams(value) }),
});

const expectedOneOf = (values: readonly string[], value: unknown): BodyProblem => {
  const first = values.slice(0, 8).join(', ');
  return {
    path: '',
    message: `expected one of ${first}, found ${describe(value)}`,
    coded: dataProblem('valueOneOf', { values: first, ...foundParams(value) }),
  };
};

const describe = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'text' : `the ${typeof value} ${JSON.stringify(value)}`;
};

const enumKey = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

/** Puts the owner's part in front of the paths pushed since there were `from`. */
const placeBelow = <Found extends { readonly path: string }>(found: Found[], from: number, part: string): void => {
  for (let index = from; index < found.length; index += 1) {
    const each = found[index] as Found;
    found[index] = { ...each, path: `${part}${each.path}` };
  }
};

/** Takes what a value of another type means, unless callers want to hear of it. */
const readLeniently = (
  name: string,
  read: LenientReading | undefined,
  owner: MutableObject,
  { strict, coercions }: Findings,
): boolean => {
  if (read === undefined || strict) return false;
  if (read.value === undefined) delete owner[name];
  else owner[name] = read.value;
  if (coercions.length < MAX_COERCIONS) coercions.push({ path: '', message: read.message });
  return true;
};

const checkEnumeration = (name: string, values: readonly string[]): Check => {
  const bySpelling = new Map(values.flatMap((value) => [[enumKey(value), value] as const, [value, value] as const]));
  return (value, owner, findings) => {
    if (typeof value === 'string') {
      const known = bySpelling.get(value) ?? bySpelling.get(enumKey(value));
      if (known !== undefined && known !== value) owner[name] = known;
    } else if (typeof value === 'number' && Number.isInteger(value) && values[value] !== undefined) {
      owner[name] = values[value];
    } else if (!readLeniently(name, LENIENT.text(value), owner, findings)) {
      findings.problems.push(expectedOneOf(values, value));
    }
  };
};

const CHECKS: Readonly<Record<ScalarField['type'], (value: unknown) => WantedType | null>> = {
  text: (value) => (typeof value === 'string' ? null : 'text'),
  number: (value) => (Number.isFinite(value) ? null : 'number'),
  integer: (value) => (Number.isSafeInteger(value) ? null : 'integer'),
  boolean: (value) => (typeof value === 'boolean' ? null : 'boolean'),
  dateTime: (value) => (typeof value === 'string' && isIsoDateTime(value) ? null : 'dateTime'),
};

/** Of what we do not know only numbers past IEEE 754 are wrong: they would be infinite now and null once stored. */
const checkUnknown = (value: unknown, problems: BodyProblem[]): void => {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) problems.push(expected('number', value));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      if (problems.length >= MAX_PROBLEMS) return;
      const before = problems.length;
      checkUnknown(member, problems);
      if (problems.length > before) placeBelow(problems, before, Array.isArray(value) ? `[${name}]` : `.${name}`);
    }
  }
};

const checkOpen = (value: unknown, problems: BodyProblem[]): void => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(expected('object', value));
    return;
  }
  const entries = Object.entries(value);
  if (entries.length > CUSTOM_DATA_MAX_ENTRIES) {
    const message = `has ${entries.length} entries, at most ${CUSTOM_DATA_MAX_ENTRIES} are allowed`;
    const most = CUSTOM_DATA_MAX_ENTRIES;
    problems.push({ path: '', message, coded: dataProblem('valueEntries', { size: entries.length, most }) });
  }
  for (const [name, entry] of entries) {
    if (typeof entry === 'object' && entry !== null) {
      problems.push(expected('plain', entry, `.${name}`));
    } else if (typeof entry === 'string' && entry.length > CUSTOM_DATA_MAX_TEXT) {
      const message = `has ${entry.length} characters, at most ${CUSTOM_DATA_MAX_TEXT} are allowed`;
      const coded = dataProblem('valueLong', { size: entry.length, most: CUSTOM_DATA_MAX_TEXT });
      problems.push({ path: `.${name}`, message, coded });
    } else if (typeof entry === 'number' && !Number.isFinite(entry)) {
      problems.push(expected('number', entry, `.${name}`));
    }
  }
};

const checkFree =
  (fits: (value: unknown) => boolean, what: WantedType): Check =>
  (value, _owner, { problems }) => {
    if (fits(value)) checkUnknown(value, problems);
    else problems.push(expected(what, value));
  };

const fieldCheck = (name: string, field: Field): Check => {
  if (field.type === 'open') {
    return (value, owner, findings) => {
      if (!readLeniently(name, emptyAsAbsent(value), owner, findings)) checkOpen(value, findings.problems);
    };
  }
  if (field.type === 'freeList') return checkFree(Array.isArray, 'list');
  if (field.type === 'freeObject') return checkFree(isJsonObject, 'object');
  if (field.type === 'object' || field.type === 'list') {
    const shape = shapeOf(field.schema);
    const checkObject = (value: unknown, findings: Findings): void => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        applyShape(shape, value as MutableObject, findings);
      } else {
        findings.problems.push(expected('object', value));
      }
    };
    if (field.type === 'object') {
      return (value, owner, findings) => {
        if (!readLeniently(name, emptyAsAbsent(value), owner, findings)) checkObject(value, findings);
      };
    }
    return (value, owner, findings) => {
      const { problems, coercions } = findings;
      if (!Array.isArray(value)) {
        if (readLeniently(name, emptyAsAbsent(value), owner, findings)) return;
        if (!field.orSingle || typeof value !== 'object' || value === null) {
          problems.push(expected('list', value));
          return;
        }
        checkObject(value, findings);
        owner[name] = [value];
        return;
      }
      for (let index = 0; index < value.length; index += 1) {
        const [before, coercedBefore] = [problems.length, coercions.length];
        checkObject(value[index], findings);
        if (problems.length > before) placeBelow(problems, before, `[${index}]`);
        if (coercions.length > coercedBefore) placeBelow(coercions, coercedBefore, `[${index}]`);
      }
    };
  }
  if (field.values) return checkEnumeration(name, field.values);
  const check = CHECKS[field.type];
  const lenient = LENIENT[field.type];
  return (value, owner, findings) => {
    const wanted = check(value);
    if (field.orText === true && typeof value === 'string') {
      owner[name] = lenient(value)?.value ?? value;
      return;
    }
    if (wanted === null || readLeniently(name, lenient(value), owner, findings)) return;
    findings.problems.push(expected(wanted, value));
  };
};

/** Schemas are recursive only through reuse (`user` in `recipientUser`), so each is shaped once. */
const shapes = new WeakMap<ObjectSchema, ObjectShape>();

const shapeOf = (schema: ObjectSchema): ObjectShape => {
  const known = shapes.get(schema);
  if (known) return known;
  const fields = Object.entries(schema).map(([name, field]) => ({
    name,
    aliases: field.aliases ?? [],
    check: fieldCheck(name, field),
  }));
  const shape: ObjectShape = {
    byName: new Map(
      fields.flatMap((field): (readonly [string, FieldShape])[] => [
        [field.name, field],
        ...[field.name, ...field.aliases].map((name) => [name.toLowerCase(), field] as const),
      ]),
    ),
    required: Object.entries(schema).flatMap(([name, field]) => (field.required ? [name] : [])),
  };
  shapes.set(schema, shape);
  return shape;
};

const applyShape = (shape: ObjectShape, value: MutableObject, findings: Findings): void => {
  const { problems, coercions } = findings;
  for (const key of Object.keys(value)) {
    if (problems.length >= MAX_PROBLEMS) return;
    const member = value[key];
    const field = shape.byName.get(key) ?? shape.byName.get(key.toLowerCase());
    if (field !== undefined && field.name !== key) {
      delete value[key];
      // Sent in two spellings: the documented one counts, else the first.
      if (value[field.name] !== undefined && value[field.name] !== null) continue;
      value[field.name] = member;
    }
    if (member === null) continue;
    const [before, coercedBefore] = [problems.length, coercions.length];
    if (field === undefined) checkUnknown(member, problems);
    else field.check(member, value, findings);
    if (problems.length > before) placeBelow(problems, before, `.${field?.name ?? key}`);
    if (coercions.length > coercedBefore) placeBelow(coercions, coercedBefore, `.${field?.name ?? key}`);
  }
  for (const name of shape.required) {
    const member = value[name];
    if (member === undefined || member === null || member === '') {
      problems.push({ path: `.${name}`, message: 'is required', missing: true, coded: dataProblem('valueMissing') });
    }
  }
};

/**
 * Brings a parsed body into the wire's own spelling, in place, and lists what is wrong with it.
 *
 * Names match ignoring case and are renamed to the documented spelling; known enumeration values likewise, ordinals
 * become their text (`docs/reference/wire.md#reading-bodies`). Unknown names and values stay as they are. Nulls count
 * as absent. A value of another type is read as `LENIENT` says unless the reading is strict. At most 50 problems are
 * listed.
 */
export const shapeBody = (
  schema: ObjectSchema,
  body: object,
  reading: BodyReading = newReading(false),
): readonly BodyProblem[] => {
  const { strict, coercions } = reading;
  const findings = { strict, coercions, problems: [] as BodyProblem[] };
  const before = coercions.length;
  applyShape(shapeOf(schema), body as MutableObject, findings);
  placeBelow(findings.problems, 0, '$');
  if (coercions.length > before) placeBelow(coercions, before, '$');
  return findings.problems;
};
