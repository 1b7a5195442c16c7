/** Scalar types of the wire (`docs/reference/wire.md`): S text, N number, I integer, B boolean, T date-time. */
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
  /**
   * A number that one table of the original's documentation types as text: any text is taken, one of a number as
   * number.
   */
  readonly orText?: boolean;
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

/** A list or an object of whatever members (a custom field of a defined assessment). */
export type FreeField = (Common & { readonly type: 'freeList' }) | (Common & { readonly type: 'freeObject' });

export type Field = ScalarField | ObjectField | ListField | OpenField | FreeField;

/** Fields by wire name, in the order people read them. Names match ignoring case; unknown names are kept. */
export type ObjectSchema = { readonly [name: string]: Field };

type Facts = {
  readonly required?: boolean;
  readonly description?: string;
  readonly aliases?: readonly string[];
};
type ScalarFacts = Facts & { readonly values?: readonly string[]; readonly orText?: boolean };
type ListFacts = Facts & { readonly orSingle?: boolean };

/** What was said of a field, kept in its type, so that the type of a body follows from its schema. */
type RequiredOf<F extends Facts> = { readonly required: F extends { readonly required: true } ? true : false };
type ScalarOf<T extends ScalarType, F extends ScalarFacts> = ScalarField &
  RequiredOf<F> & {
    readonly type: T;
    readonly values: F extends { readonly values: infer V extends readonly string[] } ? V : null;
  };
type ObjectOf<S extends ObjectSchema, F extends Facts> = Omit<ObjectField, 'schema'> &
  RequiredOf<F> & { readonly schema: S };
type ListOf<S extends ObjectSchema, F extends ListFacts> = Omit<ListField, 'schema'> &
  RequiredOf<F> & {
    readonly schema: S;
    readonly orSingle: F extends { readonly orSingle: true } ? true : false;
  };

const common = (facts: Facts): Common => ({
  required: facts.required ?? false,
  description: facts.description ?? '',
  ...(facts.aliases ? { aliases: facts.aliases } : {}),
});
const scalar =
  <T extends ScalarType>(type: T) =>
  <const F extends ScalarFacts = ScalarFacts>(facts?: F): ScalarOf<T, F> =>
    ({
      type,
      ...common(facts ?? {}),
      values: facts?.values ?? null,
      ...(facts?.orText ? { orText: true } : {}),
    }) as unknown as ScalarOf<T, F>;

export const text = scalar('text');
export const number = scalar('number');
export const integer = scalar('integer');
export const boolean = scalar('boolean');
export const dateTime = scalar('dateTime');

export const object = <S extends ObjectSchema, const F extends Facts = Facts>(schema: S, facts?: F) =>
  ({ type: 'object', ...common(facts ?? {}), schema }) as unknown as ObjectOf<S, F>;
export const list = <S extends ObjectSchema, const F extends ListFacts = ListFacts>(schema: S, facts?: F) =>
  ({ type: 'list', ...common(facts ?? {}), schema, orSingle: facts?.orSingle ?? false }) as unknown as ListOf<S, F>;
export const open = (facts: Facts = {}): OpenField => ({ type: 'open', ...common(facts) });

export const free = (type: FreeField['type'], facts: Facts = {}): FreeField => ({ type, ...common(facts) });

const many =
  <T extends ScalarType>(type: T) =>
  <K extends string>(descriptions: Readonly<Record<K, string>>) =>
    Object.fromEntries(
      Object.entries<string>(descriptions).map(([name, description]) => [name, scalar(type)({ description })]),
    ) as { readonly [Name in K]: ScalarOf<T, ScalarFacts> };

/** Many optional fields of one type: name → description. */
export const texts = many('text');
export const numbers = many('number');
export const integers = many('integer');
export const booleans = many('boolean');
export const dateTimes = many('dateTime');

/**
 * A schema with the type of each field kept. Not constrained here, which would widen what it is built from; a field
 * that is none is refused where the schema is used.
 */
export const objectSchema = <S>(schema: S): S => schema;
