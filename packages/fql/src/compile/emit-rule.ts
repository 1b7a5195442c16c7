import type { CheckedRule } from '../check/checked.ts';
import { emitClauses } from './emit-clauses.ts';
import { emitVariable } from './emit-expressions.ts';
import { emitPart, emitRoots } from './emit-parts.ts';
import { emitDateSlot, emitSlot } from './emit-slots.ts';
import type { Emitter } from './emitter.ts';
import { HELPERS } from './helpers.ts';
import { maskWordsOf } from './masks.ts';
import { AsyncAnalysis } from './async-analysis.ts';
import { piecesOf, type EmittedFunction } from './pieces.ts';

/** The code of a rule and what it refers to by number. */
export type EmittedRule = Pick<Emitter, 'functions' | 'captured' | 'sites'> & {
  /** Bodies of factories, see `piecesOf`. */
  readonly pieces: readonly string[];
};

const list = (prefix: string, count: number): string =>
  Array.from({ length: count }, (_unused, index) => `${prefix}${index}`).join(',');

/**
 * JavaScript of a whole rule: one function per slot and variable, and the parts. The clauses of a rule that never waits
 * are written into few functions, in which they share what they have in common; otherwise each part is one. With
 * `explain` it is the same code with every expression of the text reporting its value.
 */
export const emitRule = (rule: CheckedRule, explain: boolean): EmittedRule => {
  const waiting = new AsyncAnalysis(rule);
  const emitter: Emitter = {
    language: rule.language,
    explain,
    functions: [],
    captured: [],
    sites: [],
    dateSlots: new Set(),
    varying: new Set(),
    asyncAnalysis: waiting,
    slotCount: rule.slots.length,
    maskWords: maskWordsOf(rule.slots.length, rule.variables.length),
    marks: true,
    words: new Set(),
    repeats: null,
    part: 0,
  };
  const parts = [rule.condition, ...rule.clauses];
  const partOf = new Map(parts.map((part, index) => [part.id, index]));
  const named = (letter: string, codes: readonly string[]): readonly EmittedFunction[] =>
    codes.map((code, index) => ({ name: `${letter}${index}`, code }));
  const variables = rule.variables.map((variable, index) => {
    emitter.part = partOf.get(variable.part) ?? 0;
    return emitVariable(emitter, index, variable.value, parts.length + index);
  });
  const together = !explain && rule.kind !== 'function' && !parts.some((part) => waiting.ofStatements(part.statements));
  const clauses = together ? emitClauses(emitter, rule.clauses) : { functions: [], groups: 0 };
  const alone = together ? [rule.condition] : parts;
  const inParts = [
    ...named('v', variables),
    ...named(
      'p',
      alone.map((part, index) => emitPart(emitter, part, index)),
    ),
    ...clauses.functions,
    ...named('e', explain ? parts.map((part, index) => emitRoots(emitter, rule, part, index)) : []),
  ];
  const body = [
    ...named('s', rule.slots.map(emitSlot)),
    ...[...emitter.dateSlots].map((slot) => ({ name: `d${slot}`, code: emitDateSlot(slot) })),
    ...inParts,
  ];
  const head = [
    '"use strict";',
    `const {${Object.keys(HELPERS).join(',')}}=H;`,
    emitter.functions.length > 0 ? `const [${list('f', emitter.functions.length)}]=F;` : '',
    emitter.captured.length > 0 ? `const [${list('c', emitter.captured.length)}]=C;` : '',
  ];
  const result = `{parts:[${list('p', alone.length)}],groups:[${list('g', clauses.groups)}],roots:[${explain ? list('e', parts.length) : ''}]}`;
  return {
    pieces: piecesOf(head, body, result),
    functions: emitter.functions,
    captured: emitter.captured,
    sites: emitter.sites,
  };
};
