import type { SearchableType } from '../assessments/own-values.ts';
import { EVENT_SCHEMAS } from '../events/event-schemas.ts';
import type { AssessmentKind } from '../events/event-kinds.ts';
import type { Field, ObjectSchema, ScalarType } from '../events/schema/object-schema.ts';

/** Types that a value of an event of the product can be searched by: text, number, yes or no, date and time. */
export const SEARCH_ATTRIBUTE_TYPES = ['string', 'double', 'boolean', 'datetime'] as const satisfies SearchableType[];
export type SearchAttributeType = (typeof SEARCH_ATTRIBUTE_TYPES)[number];

/** Attributes that one environment may make searchable: each adds a row to every event that carries it. */
export const MAX_SEARCH_ATTRIBUTES = 20;

/** Longest path, and most names in it. */
export const MAX_ATTRIBUTE_PATH = 200;
const MAX_NAMES = 8;
const NAME = /^[^.[\]"\p{Cc}]{1,100}$/u;

/** Why a path leads to nothing that can be searched by. */
export type AttributePathProblem = 'noPath' | 'noScalar';

/**
 * Where a path of an event leads: to a scalar of the schema, whose type is known; to a value that only the merchant knows
 * (`customData`, or a name the schema does not have), whose type is theirs to say; or to nothing that has one value.
 */
export type AttributePlace =
  | { readonly path: string; readonly type: SearchAttributeType | null }
  | { readonly problem: AttributePathProblem };

const TYPES: Readonly<Record<ScalarType, SearchAttributeType>> = {
  text: 'string',
  number: 'double',
  integer: 'double',
  boolean: 'boolean',
  dateTime: 'datetime',
};

const fieldIn = (schema: ObjectSchema, name: string): readonly [name: string, field: Field] | undefined =>
  Object.entries(schema).find(([known]) => known.toLowerCase() === name.toLowerCase());

/** Looks a path up in the schema of a kind of event, whatever its letter case. */
export const attributePlace = (kind: AssessmentKind, path: string): AttributePlace => {
  const names = path.split('.');
  if (path.length > MAX_ATTRIBUTE_PATH || names.length > MAX_NAMES || !names.every((name) => NAME.test(name))) {
    return { problem: 'noPath' };
  }
  const spelled: string[] = [];
  let schema: ObjectSchema = EVENT_SCHEMAS[kind];
  for (const [index, name] of names.entries()) {
    const rest = names.slice(index + 1);
    const found = fieldIn(schema, name);
    if (found === undefined) return { path: [...spelled, name, ...rest].join('.'), type: null };
    const [known, field] = found;
    spelled.push(known);
    if (field.type === 'object' || field.type === 'list') {
      schema = field.schema;
      continue;
    }
    if (field.type === 'open' || field.type === 'freeObject' || field.type === 'freeList') {
      return rest.length === 0 ? { problem: 'noScalar' } : { path: [...spelled, ...rest].join('.'), type: null };
    }
    return rest.length > 0 ? { problem: 'noScalar' } : { path: spelled.join('.'), type: TYPES[field.type] };
  }
  return { problem: 'noScalar' };
};
