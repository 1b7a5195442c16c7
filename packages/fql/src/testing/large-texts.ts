import type { RuleSource } from '../program/source.ts';
import { Random } from './random.ts';

/** One part of a text, said `count` times over in a way that makes texts long, deep, wide or chained. */
type Grow = (count: number) => string;

const each = (count: number, part: (index: number) => string, separator: string): string =>
  Array.from({ length: count }, (_unused, index) => part(index)).join(separator);

const nested = (count: number, open: string, middle: string, close: string): string =>
  `${open.repeat(count)}${middle}${close.repeat(count)}`;

/** Conditions that grow, by the way they do. */
export const CONDITIONS: Readonly<Record<string, Grow>> = {
  members: (count) => `@"${each(count, () => 'a', '.')}" == "x"`,
  indices: (count) => `@@"a${'[0]'.repeat(count)}" == 1`,
  memberCalls: (count) => `@@"a"${'.b'.repeat(count)} == 1`,
  alternatives: (count) => each(count, (index) => `@"a" == ${index}`, ' or '),
  attributes: (count) => each(count, (index) => `@"a${index}" == "x"`, ' and '),
  additions: (count) => `${each(count, () => '1', ' + ')} > 1`,
  texts: (count) => `${each(count, () => '@"a"', ' + ')} == "x"`,
  brackets: (count) => `${nested(count, '(1 + ', '1', ')')} > 1`,
  negations: (count) => `${'!'.repeat(count)}true`,
  conditionals: (count) => `(${'true ? 1 : '.repeat(count)}2) > 1`,
  calls: (count) => `${nested(count, 'Math.Abs(', '@"a".ToDouble()', ')')} > 1`,
  arrays: (count) => `${nested(count, '[', '1', ']')}.AsString() == "x"`,
  choices: (count) => `In(@"a", "${each(count, (index) => `v${index}`, ',')}")`,
  literal: (count) => `@"a" == "${'x'.repeat(count * 8)}"`,
  patterns: (count) => each(count, (index) => `Patterns.IsRegexMatch("^a${index}b{1,9}$", @"a")`, ' or '),
  velocities: (count) => each(count, (index) => `Velocity.v(@"a${index}", 1h) > 1`, ' or '),
};

/** Statements that grow, by the way they do. */
export const STATEMENTS: Readonly<Record<string, Grow>> = {
  chain: (count) =>
    `${each(count, (index) => `LET $c${index} = ${index === 0 ? '1' : `$c${index - 1} + 1`}`, '\n')}\nOBSERVE Output(a = $c${Math.max(0, count - 1)})`,
  separate: (count) => `${each(count, (index) => `LET $s${index} = @"a${index}"`, '\n')}\nOBSERVE Output(a = @"a")`,
  outputs: (count) => `OBSERVE Output(${each(count, (index) => `o${index} = @"a"`, ', ')})`,
  members: (count) => `OBSERVE Output(a = {${each(count, (index) => `m${index}: 1`, ', ')}})`,
  comments: (count) => `${'/* nothing */ '.repeat(count)} OBSERVE Output(a = 1)`,
};

/** How large texts are tried: small, around each limit, and far past it. */
export const COUNTS = [1, 40, 50, 51, 140, 200, 201, 298, 999, 1001, 3000, 9000, 25_000];

/** A clause that is large in one or two ways; what is too large is for the checker to say. */
const largeClause = (random: Random): string => {
  const grown = (kinds: Readonly<Record<string, Grow>>): string =>
    random.pick(Object.values(kinds))(random.chance(70) ? random.pick(COUNTS) : random.below(400));
  if (random.chance(30)) return grown(STATEMENTS);
  const condition = random.chance(30) ? `(${grown(CONDITIONS)}) and (${grown(CONDITIONS)})` : grown(CONDITIONS);
  return `RETURN Reject("r") WHEN ${condition}`;
};

/** A rule of a few large clauses; equal seeds give equal rules. */
export const largeRule = (seed: number): RuleSource => {
  const random = new Random(seed);
  return {
    condition: random.chance(30) ? `WHEN ${random.pick(Object.values(CONDITIONS))(random.below(300))}` : '',
    clauses: random
      .many(1, random.chance(5) ? 100 : 3, () => largeClause(random))
      .map((code, index) => ({ id: `c${index}`, name: `C${index}`, code })),
  };
};
