import { describe, expect, it } from 'vitest';
import type { SymbolTable } from '../../program/symbol-table.ts';
import { checkRule } from '../check-rule.ts';
import { missingScores } from './missing-scores.ts';

const AMOUNT = { path: 'totalAmount', type: 'number' } as const;
const NOTHING: SymbolTable = { attributes: [AMOUNT], lists: [] };

const missing = (code: string, symbols: SymbolTable = NOTHING) =>
  missingScores(checkRule({ condition: '', clauses: [{ id: 'c', name: 'c', code }] }, symbols).checked, symbols).map(
    ({ score, through }) => (through === null ? score : `${score} by ${through}`),
  );

describe('the scores that nothing provides', () => {
  it('are named, attributes before models', () => {
    const code = 'RETURN Approve("low risk") WHEN Model.Bot(@"x").Score + Model.Risk().Score + @"RISKSCORE" < 400';
    expect(missing(code)).toEqual(['riskScore', 'Model.Risk', 'Model.Bot']);
    expect(missing('LET $s = @@"botScore"\nRETURN Reject() WHEN $s.AsInt() > 5')).toEqual(['botScore']);
  });

  it('are none where events carry them or a model answers', () => {
    const carried = { path: 'customData.riskScore', type: 'number' } as const;
    expect(missing('RETURN Reject() WHEN @"riskScore" > 1', { ...NOTHING, attributes: [carried] })).toEqual([]);
    expect(missing('RETURN Reject() WHEN Model.Risk().Score > 1', { ...NOTHING, sources: ['models'] })).toEqual([]);
    expect(missing('RETURN Reject() WHEN @"totalAmount" > 1')).toEqual([]);
    expect(missing('RETURN Reject() WHEN @"customData.riskScore" > 1')).toEqual([]);
  });

  it('are looked for in the properties of functions that a text reads, and in no other', () => {
    const level = {
      name: 'level',
      parameters: [],
      properties: [
        { name: 'high', type: 'Boolean', scores: ['riskScore'], models: ['Model.Bot'] },
        { name: 'name', type: 'String' },
      ],
    } as const;
    const functions = [level, { ...level, scope: 'root' }] as const;
    const code = 'RETURN Reject() WHEN Functions.LEVEL().High && Functions.root.level().high';
    expect(missing(code, { ...NOTHING, functions })).toEqual([
      'riskScore by Functions.level.high',
      'Model.Bot by Functions.level.high',
      'riskScore by Functions.root.level.high',
      'Model.Bot by Functions.root.level.high',
    ]);
    const carried = { ...NOTHING, attributes: [{ path: 'riskScore', type: 'number' } as const], functions };
    expect(missing('RETURN Reject() WHEN Functions.level().high', carried)).toEqual([
      'Model.Bot by Functions.level.high',
    ]);
    expect(missing('RETURN Reject(Functions.level().name)', { ...NOTHING, functions })).toEqual([]);
  });
});
