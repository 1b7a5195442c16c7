import type { ENGLISH } from './english.ts';

export type Namespace = keyof typeof ENGLISH;

/**
 * The catalogue of the explanations that the rule language brings along. They are kept with the functions they explain,
 * in English, and that English is their key: `catalogues/<language>/guide.json`, none for English itself.
 */
export const GUIDE_CATALOGUE = 'guide';

/**
 * The catalogue of names and descriptions that come with the product: `catalogues/<language>/provided.json`, keyed by the
 * stored English; a clause by "rule · clause". None for English itself.
 */
export const PROVIDED_CATALOGUE = 'provided';

type WithoutPlural<Key extends string> =
  Key extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Stem : Key;

type Paths<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? WithoutPlural<Key> : `${Key}.${Paths<Node[Key]>}`;
}[keyof Node & string];

/** Keys of one namespace, nested ones with dots, plural forms by their stem. */
export type TextKey<Name extends Namespace> = Paths<(typeof ENGLISH)[Name]>;
