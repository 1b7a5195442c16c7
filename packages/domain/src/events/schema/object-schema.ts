/** Scalar types of the wire (`api.md`): S text, N number, I integer, B boolean, T date-time. */
export type ScalarType = 'text' | 'number' | 'integer' | 'boolean' | 'dateTime';

type Common = {
  /** True where a body without the field (or with null) is refused with 400. */
  readonly required: boolean;
  /** English, one sentence; empty where the name says it all. */
  readonly description: string;
  /** Other names the field is sent under; it is renamed. */
  readonly aliases?: readonly string[];
};

export type ScalarField = Common & {
  readonly type: ScalarType;
  /**
   * Known values of an enumeration. Input is matched ignoring case and blanks, an integer stands for its ordinal, and
   * an unknown text is taken as it is.
   */
  readonly values: readonly string[] | null;
};
export type ObjectField = Common & { readonly type: 'object'; readonly schema: ObjectSchema };
export type ListField = Common & {
  readonly type: 'list';
  readonly schema: ObjectSchema;
  /** True where a single object stands for a list of one. */
  readonly orSingle: boolean;
};
/** A flat object with names of the merchant's own choice (`customData`). */
export type OpenField = Common & { readonly type: 'open' };

export type Field = ScalarField | ObjectField | ListField | OpenField;

/** Fields by wire name, in the order people read them. Names match ignoring case; unknown names are kept. */
export type ObjectSchema = { readonly [name: string]: Field };

type Facts = {
  readonly required?: boolean;
  readonly description?: string;
  readonly aliases?: readonly string[];
};
type ScalarFacts = Facts & { readonly values?: readonly string[] };

const common = (facts: Facts): Common => ({
  required: facts.required ?? false,
  description: facts.description ?? '',
  ...(facts.aliases ? { aliases: facts.aliases } : {}),
});
const scalar =
  (type: ScalarType) =>
  (facts: ScalarFacts = {}): ScalarField => ({ type, ...common(facts), values: facts.values ?? null });

export const text = scalar('text');
export const number = scalar('number');
export const integer = scalar('integer');
export const boolean = scalar('boolean');
export const dateTime = scalar('dateTime');

export const object = (schema: ObjectSchema, facts: Facts = {}): ObjectField => ({
  type: 'object',
  ...common(facts),
  schema,
});
export const list = (schema: ObjectSchema, facts: Facts & { readonly orSingle?: boolean } = {}): ListField => ({
  type: 'list',
  ...common(facts),
  schema,
  orSingle: facts.orSingle ?? false,
});
export const open = (facts: Facts = {}): OpenField => ({ type: 'open', ...common(facts) });

const many =
  (type: ScalarType) =>
  (descriptions: Readonly<Record<string, string>>): ObjectSchema =>
    Object.fromEntries(
      Object.entries(descriptions).map(([name, description]) => [name, scalar(type)({ description })]),
    );

/** Many optional fields of one type: name → description. */
export const texts = many('text');
export const numbers = many('number');
export const integers = many('integer');
export const booleans = many('boolean');
export const dateTimes = many('dateTime');

export const objectSchema = <S extends ObjectSchema>(schema: S): S => schema;
