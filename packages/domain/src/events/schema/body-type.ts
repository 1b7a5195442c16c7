import type { ListField, ObjectField, ObjectSchema, OpenField, ScalarField } from './object-schema.ts';

/** Any text; written so that editors still propose the known values beside it. */
type AnyText = string & { readonly anyText?: never };

type TextOf<F extends ScalarField> = F['values'] extends readonly (infer Known extends string)[]
  ? Known | AnyText
  : string;
type ScalarValue<F extends ScalarField> = {
  text: TextOf<F>;
  number: number;
  integer: number;
  boolean: boolean;
  dateTime: string;
}[F['type']];

type ValueOf<F> = F extends ListField
  ? readonly BodyObject<F['schema']>[] | (F['orSingle'] extends true ? BodyObject<F['schema']> : never)
  : F extends ObjectField
    ? BodyObject<F['schema']>
    : F extends OpenField
      ? Readonly<Record<string, string | number | boolean | null>>
      : F extends ScalarField
        ? ScalarValue<F>
        : never;

type RequiredNames<S extends ObjectSchema> = {
  [Name in keyof S]: S[Name]['required'] extends true ? Name : never;
}[keyof S];

/**
 * The object a schema describes, as it is sent: required members, and others that may be left out or null. Date-times are
 * ISO 8601 texts, and a text with known values takes any other. Unknown members, which the API keeps, are not in the type:
 * a misspelt name is found before it is sent.
 */
export type BodyObject<S extends ObjectSchema> = {
  readonly [Name in RequiredNames<S>]: ValueOf<S[Name]>;
} & {
  readonly [Name in Exclude<keyof S, RequiredNames<S>>]?: ValueOf<S[Name]> | null;
};
