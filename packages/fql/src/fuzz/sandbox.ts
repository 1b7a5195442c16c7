import { HELPERS } from '../compile/helpers.ts';

/** Words of the language generated code is written in; everything else in it is a helper or a numbered name. */
const WORDS: ReadonlySet<string> = new Set([
  // The language itself; what it is handed, its locals, and the members of what it gives back.
  ...'async await break catch const else false finally function if let null return true try typeof undefined Infinity NaN'.split(
    ' ',
  ),
  ...'H F C T e m q r x z parts groups roots'.split(' '),
  ...Object.keys(HELPERS),
]);
const NUMBERED = /^[cdefgkmpsvwx]\d+$/;
const TEXTS = /"(?:[^"\\]|\\.)*"/g;
const NAMES = /(?<![\w$.])[A-Za-z_$][\w$]*/g;

/** Names in generated code that are neither of its language nor its own; a text literal can hold anything. */
export const foreignNames = (code: string): readonly string[] =>
  [...code.replace(TEXTS, '""').matchAll(NAMES)]
    .map(([name]) => name)
    .filter((name) => !WORDS.has(name) && !NUMBERED.test(name));

const OBJECTS = [Object, Array, String, Number, Boolean, Function, Date, RegExp, Map, Set, Promise, Error, JSON, Math];

/** What a text could change of the world around it: names of everything global and of all prototypes. */
export const worldState = (): string =>
  JSON.stringify([
    Object.getOwnPropertyNames(globalThis).toSorted(),
    ...OBJECTS.flatMap((each) => [
      Reflect.ownKeys(each).map(String),
      'prototype' in each ? Reflect.ownKeys(each.prototype as object).map(String) : [],
    ]),
  ]);
