import type { LanguageVersion } from '../program/language.ts';
import type { Span } from '../program/span.ts';
import type { EnginePattern } from '../regex/patterns-of.ts';
import type { Repeats } from './repeats.ts';
import type { AsyncAnalysis } from './async-analysis.ts';

/** A constant that code refers to by number, as plain data. */
export type Captured = { readonly pattern: EnginePattern } | { readonly choices: readonly string[] };

/** A place in the texts that an error or an explained value points to. */
export type Site = Span & { readonly part: number };

/**
 * What the emitter gathers while it writes one rule. Code refers to functions (`f0`), captured constants (`c0`), slots
 * (`s0`), variables (`v0`) and repeated expressions (`x0`, worked out by `w0`) by number only; literals are written by
 * `JSON.stringify`. In explain mode every expression that stands in the text reports its value as well.
 */
export type Emitter = {
  readonly language: LanguageVersion;
  readonly explain: boolean;
  readonly functions: string[];
  readonly captured: Captured[];
  readonly sites: Site[];
  /** Slots that are read as dates: the text is parsed once per event, however many clauses ask. */
  readonly dateSlots: Set<number>;
  /** Slots that change while an expression over all values of a path is worked out. */
  readonly varying: Set<number>;
  /** Which expressions wait: their code awaits, inside functions that are async for it. */
  readonly asyncAnalysis: AsyncAnalysis;
  /** How many slots there are: in the masks, variables come after them. */
  readonly slotCount: number;
  /** Words a mask has. */
  readonly maskWords: number;
  /** Whether the function being written notes what it reads. */
  readonly marks: boolean;
  /** Words of the mask that the function being written marks. */
  words: Set<number>;
  /** Expressions that several clauses share, while clauses are written that may share them. */
  repeats: Repeats | null;
  /** The part whose text is being written. */
  part: number;
};

export const siteOf = (emitter: Emitter, span: Span): number =>
  emitter.sites.push({ part: emitter.part, from: span.from, to: span.to }) - 1;

/** JSON text is JavaScript text; a negative number is bracketed so that it can follow any operator. */
export const literal = (value: string | number | boolean | null): string => {
  const code = JSON.stringify(value);
  return typeof value === 'number' && (value < 0 || Object.is(value, -0))
    ? `(${Object.is(value, -0) ? '-0' : code})`
    : code;
};

export const capture = (emitter: Emitter, value: Captured): string => `c${emitter.captured.push(value) - 1}`;

export const functionNamed = (emitter: Emitter, id: string): string => {
  const known = emitter.functions.indexOf(id);
  return `f${known >= 0 ? known : emitter.functions.push(id) - 1}`;
};
