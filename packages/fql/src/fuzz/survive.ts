import { expect } from 'vitest';
import { emitRule } from '../compile/emit-rule.ts';
import {
  type SymbolTable,
  checkRule,
  compileRule,
  completionsAt,
  explainRule,
  explainRuleAsync,
  format,
  hoverAt,
  PARTS_OF,
  type RuleKind,
  type RuleOutcome,
} from '../index.ts';
import { contextOf } from '../testing/context.ts';
import { foreignNames } from './sandbox.ts';

/** Enough names for texts to get past the checker and into the code. */
const SYMBOLS: SymbolTable = {
  attributes: [],
  lists: [{ name: 'Rows', columns: ['Key', 'Value'] }],
  velocities: ['v', 'constructor'],
  sources: ['geo', 'bin', 'device', 'models', 'graph'],
  calls: 'any',
  assessments: 'any',
};

const CONTEXT = contextOf({
  payload: { a: 1, user: { email: 'x@y.example', created: '2026-03-10' }, items: [{ price: 2 }], zero: 0 },
  lists: { Rows: [{ Key: 'a', Value: 'b' }] },
});

const expectOwnFaultsOnly = (outcome: RuleOutcome, valid: boolean, text: string): void => {
  for (const { code, message } of outcome.errors) {
    // A text without a problem that does not run has a problem that was not reported.
    if (code === 'EVAL-INTERNAL' || (valid && code === 'EVAL-BROKEN-TEXT'))
      throw new Error(`${message} in ${JSON.stringify(text)}`);
  }
};

/**
 * Takes a text through everything a text goes through: reading, checking, code, a run; and where asked the formatter,
 * the evaluate pane, completion and hover. Whatever it holds, nothing may throw, no fault may be ours, and the code may
 * name nothing that is not its own.
 */
export const survive = async (text: string, kind: RuleKind = 'decision', everything = false): Promise<void> => {
  const { checked } = checkRule({ kind, condition: '', clauses: [{ id: 'c', name: 'c', code: text }] }, SYMBOLS);
  const foreign = foreignNames(emitRule(checked, false).pieces.join('\n'));
  if (foreign.length > 0) throw new Error(`${foreign.join()} in the code of ${JSON.stringify(text)}`);
  const rule = compileRule(checked);
  expectOwnFaultsOnly(rule.isAsync ? await rule.runAsync(CONTEXT) : rule.run(CONTEXT), checked.valid, text);
  if (!everything) return;
  expect(foreignNames(emitRule(checked, true).pieces.join('\n')).filter((name) => name !== 'E')).toEqual([]);
  const explained = rule.isAsync ? await explainRuleAsync(checked, CONTEXT) : explainRule(checked, CONTEXT);
  expectOwnFaultsOnly(explained.outcome, checked.valid, text);
  const program = PARTS_OF[kind].clause;
  format(program, text);
  completionsAt(program, text, text.length >> 1, SYMBOLS);
  hoverAt(program, text, text.length >> 1, SYMBOLS);
};

/** How many of the 100,000 programs a file tries; `FQL_FUZZ=1000000` for a longer run. */
export const shareOf = (programs: number): number =>
  Math.round((programs * Number(process.env['FQL_FUZZ'] ?? 100_000)) / 100_000);

/** One in so many goes through everything. */
export const EVERYTHING_EACH = 20;
