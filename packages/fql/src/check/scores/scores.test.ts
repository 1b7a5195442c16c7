import { describe, expect, it } from 'vitest';
import { EMPTY_SYMBOL_TABLE, type SymbolTable } from '../../program/symbol-table.ts';
import type { ScoreName, ScoreStages } from '../../program/source.ts';
import { checkRule } from '../check-rule.ts';

const READS = 'RETURN Reject() WHEN @"riskScore" > 700';
const STAGES: ScoreStages = { scores: ['botScore', 'riskScore'], severity: 'error' };

const diagnosticsOf = (
  rule: { readonly condition?: string; readonly code: string; readonly scores?: readonly ScoreName[] },
  stages: ScoreStages | undefined = STAGES,
  symbols: SymbolTable = EMPTY_SYMBOL_TABLE,
): readonly string[] =>
  checkRule(
    {
      condition: rule.condition ?? '',
      clauses: [{ id: 'c', name: 'c', code: rule.code, scores: rule.scores ?? [] }],
      stages,
    },
    symbols,
  ).diagnostics.map(({ part, severity, code }) => `${part} ${severity} ${code}`);

describe('a score', () => {
  it('is refused where it is read before its stage, in whatever spelling', () => {
    expect(diagnosticsOf({ code: READS })).toEqual(['c error FQL-RISK-SCORE-EARLY']);
    expect(diagnosticsOf({ code: READS, scores: ['botScore'] })).toEqual(['c error FQL-RISK-SCORE-EARLY']);
    expect(diagnosticsOf({ code: 'RETURN Reject() WHEN @BOTSCORE > 1' })).toEqual(['c error FQL-BOT-SCORE-EARLY']);
    expect(diagnosticsOf({ code: 'OBSERVE Output(s = @@"riskScore")' })).toEqual(['c error FQL-RISK-SCORE-EARLY']);
    expect(diagnosticsOf({ code: 'RETURN Reject() WHEN Exists(@"riskScore")' })).toEqual([
      'c error FQL-RISK-SCORE-EARLY',
    ]);
    expect(diagnosticsOf({ condition: 'WHEN @"riskScore" > 1', code: 'RETURN Reject()' })).toEqual([
      'condition error FQL-SCORE-IN-CONDITION',
    ]);
  });

  it('is read from its stage on', () => {
    expect(diagnosticsOf({ code: READS, scores: ['botScore', 'riskScore'] })).toEqual([]);
    expect(diagnosticsOf({ code: 'RETURN Reject() WHEN @"botScore" > 1', scores: ['botScore'] })).toEqual([]);
  });

  it('is an attribute like any where the assessment has no such stage, or none at all', () => {
    expect(
      diagnosticsOf({ code: 'RETURN Reject() WHEN @"botScore" > 1' }, { ...STAGES, scores: ['riskScore'] }),
    ).toEqual([]);
    const source = { condition: '', clauses: [{ id: 'c', name: 'c', code: READS }] };
    expect(checkRule(source, EMPTY_SYMBOL_TABLE).diagnostics).toEqual([]);
    expect(diagnosticsOf({ code: 'RETURN Reject() WHEN @"customData.riskScore" > 1' })).toEqual([]);
  });

  it('is told of and no more in a text that was brought along', () => {
    expect(diagnosticsOf({ code: READS }, { ...STAGES, severity: 'warning' })).toEqual([
      'c warning FQL-RISK-SCORE-EARLY',
    ]);
  });

  it('is said to come with the event, unless events are known to carry it', () => {
    const read = { code: READS, scores: ['riskScore'] } as const;
    const amount = { path: 'totalAmount', type: 'number' } as const;
    expect(diagnosticsOf(read, STAGES, { attributes: [amount], lists: [] })).toEqual(['c hint FQL-SCORE-NOT-CARRIED']);
    const carried = { path: 'customData.riskScore', type: 'number' } as const;
    expect(diagnosticsOf(read, STAGES, { attributes: [amount, carried], lists: [] })).toEqual([]);
  });
});

describe('a property of a function that reads a score', () => {
  const functions: SymbolTable['functions'] = [
    {
      name: 'Level',
      parameters: [],
      properties: [
        { name: 'high', type: 'Boolean', scores: ['riskScore'] },
        { name: 'worst', type: 'Boolean', scores: ['botScore', 'riskScore'] },
        { name: 'plain', type: 'Boolean' },
      ],
    },
  ];
  const symbols: SymbolTable = { ...EMPTY_SYMBOL_TABLE, functions };
  const reading = (property: string): string => `RETURN Reject() WHEN Functions.level().${property}`;

  it('is refused where the score would be, and named with it', () => {
    const { diagnostics } = checkRule(
      { condition: '', clauses: [{ id: 'c', name: 'c', code: reading('high'), scores: ['botScore'] }], stages: STAGES },
      symbols,
    );
    expect(diagnostics).toMatchObject([
      { code: 'FQL-RISK-SCORE-EARLY', severity: 'error', params: { name: 'Functions.Level.high (riskScore)' } },
    ]);
    expect(diagnosticsOf({ code: reading('worst') }, STAGES, symbols)).toEqual(['c error FQL-RISK-SCORE-EARLY']);
    expect(
      diagnosticsOf({ code: 'LET $level = Functions.level() RETURN Reject() WHEN $level.high' }, STAGES, symbols),
    ).toEqual(['c error FQL-RISK-SCORE-EARLY']);
    expect(
      diagnosticsOf({ condition: 'WHEN Functions.level().high', code: 'RETURN Reject()' }, STAGES, symbols),
    ).toEqual(['condition error FQL-SCORE-IN-CONDITION']);
  });

  it('is read from the stage of its scores on, and anywhere where there are no stages', () => {
    expect(diagnosticsOf({ code: reading('high'), scores: ['botScore', 'riskScore'] }, STAGES, symbols)).toEqual([]);
    expect(diagnosticsOf({ code: reading('plain') }, STAGES, symbols)).toEqual([]);
    const source = { condition: '', clauses: [{ id: 'c', name: 'c', code: reading('worst') }] };
    expect(checkRule(source, symbols).diagnostics).toEqual([]);
  });

  it('is told of and no more in a text that was brought along', () => {
    expect(diagnosticsOf({ code: reading('high') }, { ...STAGES, severity: 'warning' }, symbols)).toEqual([
      'c warning FQL-RISK-SCORE-EARLY',
    ]);
  });
});
