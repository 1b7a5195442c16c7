import type { JsonObject } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import {
  type SymbolTable,
  checkRule,
  compileRule,
  type Diagnostic,
  EMPTY_SYMBOL_TABLE,
  hasError,
  type RuleSource,
} from '../index.ts';
import { contextOf } from '../testing/context.ts';
import { Random } from '../testing/random.ts';

const SYMBOLS: SymbolTable = {
  ...EMPTY_SYMBOL_TABLE,
  attributes: [
    { path: 'total', type: 'number' },
    { path: 'fee', type: 'number' },
    { path: 'gift', type: 'boolean' },
    { path: 'user.name', type: 'string' },
    { path: 'user.email', type: 'string' },
    { path: 'user.since', type: 'dateTime' },
    { path: 'user.status', type: 'enum', values: ['Approved', 'Declined', 'Pending'] },
    { path: 'items', type: 'array' },
  ],
  velocities: ['purchases'],
};

/** Events as the schema describes them: no text of a name is a number. */
const SAMPLES: readonly JsonObject[] = [
  {
    total: 5,
    fee: 9,
    gift: true,
    note: 'x',
    user: { name: 'Nora', email: 'x', since: '2026-01-02', status: 'Declined' },
  },
  {
    total: 12,
    fee: 9,
    gift: false,
    note: 'Nora',
    user: { name: 'Ada', email: 'Nora', since: '2020-01-02', status: 'Pending' },
  },
  { total: 9, fee: 10, note: true, user: { name: 'Nora', email: 'Nora', since: '2026-03-01', status: 'Approved' } },
  {
    total: 100,
    fee: 9,
    gift: true,
    note: '5',
    user: { name: 'x', email: 'Zoe', since: '2025-03-01', status: 'Approved' },
  },
  { total: 3, note: 12, user: { name: 'Bo', email: '', status: 'Declined' } },
  { total: 9, fee: 9, note: 'false', user: { name: 'false', email: 'Nora' } },
];

const OPERANDS = [
  '@"total"',
  '@"fee"',
  '@"gift"',
  '@"user.name"',
  '@"user.email"',
  '@"user.since"',
  '@"user.status"',
  '@"note"',
  '@"user.name".ToString()',
  '@"user.name".Trim()',
  '@"total".ToDouble()',
  'user.name',
  'total',
  '"user.email"',
  '"@total"',
  '"Nora"',
  '"12"',
  '5',
  'Declined',
  'PurchaseStatus.Pending',
  'true',
];
const OPERATORS = ['==', '!=', '<', '>', '<=', '=', '<>', '===', 'not ==', '=>', '≥'];

/** Conditions as people write them who know C#, SQL or neither. */
const conditionOf = (random: Random): string => {
  const operand = (): string => random.pick(OPERANDS);
  return random.pick([
    () => `${operand()} ${random.pick(OPERATORS)} ${operand()}`,
    () => `!${operand()} == ${operand()}`,
    () => `not ${operand()} == ${operand()}`,
    () => `${operand()} is ${random.pick(['true', 'false', 'null', 'not null', 'not true', 'not false'])}`,
    () => `${operand()} ${random.pick(['in', 'not in'])} ("Nora", "x")`,
    () => `${operand()} ${random.pick(['like', 'not like'])} "N%"`,
    () => `${operand()} between 5 and 10`,
    () => `In(${operand()}, ["Nora", "x"])`,
    () => `Max(@"total", 7) > 9`,
    () => `Velocity.purchases(7d, ${operand()}) >= 0`,
    () => `Velocity.purchases(${operand()}, 7d) >= 0`,
    () => `${operand()} > ${random.pick(['7d', '5m', '2h'])}`,
    () => `${operand()}.Length > 3`,
    () => `Math.Max(@"total" 7) > 9`,
    () => `In(@"user.name", "Nora, x)`,
    () => `(@"total" > 5`,
  ])();
};

const clauseOf = (random: Random): string => {
  const condition = conditionOf(random);
  return random.pick([
    () => `RETURN Reject() WHEN ${condition}`,
    () => `RETURN Reject("reason") IF ${condition}`,
    () => `IF ${condition} THEN RETURN Reject()`,
    () => `RETURN Reject("reason) WHEN ${condition}`,
    () => `LET $a = 1 Output(a = $a) RETURN Reject() WHEN ${condition}`,
  ])();
};

const sourceOf = (code: string): RuleSource => ({ condition: '', clauses: [{ id: 'c', name: 'c', code }] });
const check = (code: string) => checkRule(sourceOf(code), SYMBOLS);
const errorsOf = (diagnostics: readonly Diagnostic[]): readonly string[] =>
  diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);

const applied = (text: string, { fix }: Diagnostic): string =>
  (fix?.edits ?? [])
    .toSorted((a, b) => b.from - a.from)
    .reduce((fixed, { from, to, insert }) => fixed.slice(0, from) + insert + fixed.slice(to), text);

/** Whether a clause rejects, sample by sample. */
const decisionsOf = (code: string): readonly boolean[] => {
  const compiled = compileRule(check(code).checked);
  return SAMPLES.map((payload) => compiled.run(contextOf({ payload })).decision !== null);
};

const isConstant = (values: readonly boolean[]): boolean => new Set(values).size < 2;

/** Fixes that change what is compared; the others only change how it is written. */
const OF_COMPARISONS: ReadonlySet<string> = new Set([
  'FQL-OPERANDS',
  'FQL-TYPE',
  'FQL-UNTYPED-COMPARE',
  'FQL-NUMBER-AS-TEXT',
  'FQL-NOT-BEFORE-COMPARISON',
  'FQL-LOOKS-LIKE-ATTRIBUTE',
  'FQL-TEXT-NEEDS-QUOTES',
]);

describe('a proposed fix', () => {
  it('brings no new error, and no comparison that always answers the same', () => {
    let taken = 0;
    const faults: string[] = [];
    for (let seed = 1; seed <= 3000; seed += 1) {
      const text = clauseOf(new Random(seed));
      const { diagnostics } = check(text);
      for (const diagnostic of diagnostics.filter(({ fix }) => fix !== undefined)) {
        const fixed = applied(text, diagnostic);
        const after = check(fixed);
        const message = `seed ${seed}\n${text}\n${diagnostic.code}\n${fixed}\n${after.diagnostics.map(({ code }) => code).join(' ')}`;
        // What a text turned around, or a name without its sign, is compared with is checked only afterwards.
        if (diagnostic.code === 'FQL-NAME-NEEDS-SIGN' || diagnostic.fix?.edits[0]?.to === text.length) continue;
        const known = errorsOf(diagnostics);
        if (errorsOf(after.diagnostics).some((code) => !known.includes(code))) faults.push(message);
        taken += 1;
        if (hasError(after.diagnostics) || !OF_COMPARISONS.has(diagnostic.code)) continue;
        const before = hasError(diagnostics) ? null : decisionsOf(text);
        if (before === null || !isConstant(before)) {
          if (isConstant(decisionsOf(fixed))) faults.push(message);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(taken).toBeGreaterThan(1000);
  });
});
