import type { CheckedExpression, CheckedPart } from '../check/checked.ts';
import { childrenOf, expressionsOf } from './children.ts';
import { emitSharedExpression } from './emit-expressions.ts';
import { emitPart } from './emit-parts.ts';
import { emitStatement } from './emit-statements.ts';
import type { Emitter } from './emitter.ts';
import { declareWords, keepWords } from './masks.ts';
import type { EmittedFunction } from './pieces.ts';
import { Repeats } from './repeats.ts';

/** Most expressions in one function: the engine optimises functions only up to a size. */
const MOST_EXPRESSIONS = 800;

type Clause = {
  readonly part: CheckedPart;
  readonly index: number;
  readonly expressions: readonly CheckedExpression[];
};

const countOf = (node: CheckedExpression): number => childrenOf(node).reduce((sum, child) => sum + countOf(child), 1);
const isOverValues = (node: CheckedExpression): boolean => node.op === 'any' || childrenOf(node).some(isOverValues);

/** What a clause works out over all values of a path stands in functions of its own: they would slow the others down. */
const standsAlone = ({ part, expressions }: Clause): boolean => part.broken || expressions.some(isOverValues);

const groupsOf = (clauses: readonly Clause[]): readonly (readonly Clause[])[] => {
  const groups: Clause[][] = [];
  let left = 0;
  for (const clause of clauses) {
    const count = clause.expressions.reduce((sum, node) => sum + countOf(node), 0);
    if (count > left || groups.length === 0) {
      groups.push([]);
      left = MOST_EXPRESSIONS;
    }
    left -= count;
    groups.at(-1)?.push(clause);
  }
  return groups;
};

const emitClause = (emitter: Emitter, clause: Clause, words: Set<number>): string => {
  const { part, index } = clause;
  emitter.part = index;
  emitter.words = new Set();
  const ended = `z=true;break k${index};`;
  const body = standsAlone(clause)
    ? `z=p${index}(T);`
    : part.statements.map((statement) => emitStatement(emitter, statement, ended)).join('');
  for (const word of emitter.words) words.add(word);
  const begin = [...emitter.words].map((word) => `m${word}=0;`).join('');
  const end = keepWords(emitter.words, index, emitter.maskWords);
  return `${begin}k${index}:try{${body}}catch(e){T.fail(${index},e)}${end}if(z){T.reached=${index};return true}`;
};

/** One function for many clauses, which share what they all work out; it answers whether one decided. */
const emitGroup = (emitter: Emitter, group: readonly Clause[], number: number, firstRepeat: number) => {
  const shared = group.filter((clause) => !standsAlone(clause)).flatMap(({ expressions }) => expressions);
  const repeats = new Repeats(shared, firstRepeat);
  const words = new Set<number>();
  emitter.repeats = repeats;
  const clauses = group.map((clause) => emitClause(emitter, clause, words)).join('\n');
  emitter.repeats = null;
  const alone = group.filter(standsAlone).map(({ part, index }) => ({
    name: `p${index}`,
    code: emitPart(emitter, part, index),
  }));
  const locals = ['z=false', ...repeats.all.map(({ index }) => `x${index}`)].join(',');
  return {
    repeats: repeats.all.length,
    functions: [
      ...alone,
      ...repeats.all.map((repeat) => ({ name: `w${repeat.index}`, code: emitSharedExpression(emitter, repeat) })),
      {
        name: `g${number}`,
        code: `function g${number}(T){let ${locals};${declareWords(words)}\n${clauses}\nreturn false}`,
      },
    ],
  };
};

/** Functions `g0`, `g1` … that run all clauses of a rule in their order until one decides. */
export const emitClauses = (
  emitter: Emitter,
  parts: readonly CheckedPart[],
): { readonly functions: readonly EmittedFunction[]; readonly groups: number } => {
  const groups = groupsOf(
    parts.map((part, at) => ({
      part,
      index: at + 1,
      expressions: part.broken ? [] : part.statements.flatMap(expressionsOf),
    })),
  );
  const functions: EmittedFunction[] = [];
  let repeats = 0;
  for (const [number, group] of groups.entries()) {
    const emitted = emitGroup(emitter, group, number, repeats);
    repeats += emitted.repeats;
    functions.push(...emitted.functions);
  }
  return { functions, groups: groups.length };
};
