import { describe, expect, it } from 'vitest';
import { checkRule, compileRule, type CallRequest, type SymbolTable, type EvaluationContext } from '../index.ts';
import { contextOf } from '../testing/context.ts';

const symbols: SymbolTable = {
  attributes: [],
  lists: [
    { name: 'Customers', columns: ['id', 'tier'], remote: true },
    { name: 'Here', columns: ['id'] },
  ],
};

const check = (code: string, kind?: 'velocity') =>
  checkRule({ ...(kind ? { kind } : {}), condition: '', clauses: [{ id: 'c', name: 'c', code }] }, symbols);

const decide = async (code: string, rows: Readonly<Record<string, Readonly<Record<string, string>>>>) => {
  const asked: CallRequest[] = [];
  const { checked, diagnostics } = check(code);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (!checked) throw new Error('the text does not compile');
  const compiled = compileRule(checked);
  const context: EvaluationContext = {
    ...contextOf({ payload: { user: { userId: 'nora' } } }),
    calls: {
      call: (request) => {
        asked.push(request);
        const key = request.kind === 'external' ? JSON.stringify(request.arguments[1]) : '';
        const row = rows[JSON.parse(key) as string];
        return row
          ? { response: row, httpStatusCode: 0, error: '', latencyMs: 1 }
          : { response: null, httpStatusCode: 0, error: '', latencyMs: 1 };
      },
    },
  };
  return { isAsync: compiled.isAsync, asked, outcome: await compiled.runAsync(context) };
};

describe('lists that are kept elsewhere', () => {
  it('are asked for a key while the rule waits, and give a cell of the row or the default', async () => {
    const code =
      'RETURN Reject(Lookup("customers", "ID", @"user.userId", "tier"), Lookup("Customers", "id", "nobody", "tier", "none")) WHEN ContainsKey("Customers", "id", @"user.userId")';
    const { isAsync, asked, outcome } = await decide(code, { nora: { id: 'nora', tier: 'gold' } });
    expect(isAsync).toBe(true);
    expect(asked).toContainEqual({ kind: 'external', name: 'list:Customers', arguments: ['id', 'nora'] });
    expect(outcome.decision).toMatchObject({ decision: 'Reject', reason: 'gold', supportMessage: 'none' });
  });

  it('are not asked for an empty key, and hold nothing where no answer comes', async () => {
    const { asked, outcome } = await decide('RETURN Reject() WHEN ContainsKey("Customers", "id", "")', {});
    expect(asked).toEqual([]);
    expect(outcome.decision).toBeNull();
  });

  it('leave texts that read other lists as they were', () => {
    const { checked } = check('RETURN Reject() WHEN ContainsKey("Here", "id", @"user.userId")');
    expect(checked && compileRule(checked).isAsync).toBe(false);
  });

  it('know no nearest key', () => {
    const codes = check('RETURN Reject(LookupClosest("Customers", "id", "x", "tier"))').diagnostics.map(
      ({ code }) => code,
    );
    expect(codes).toContain('FQL-NOT-HERE');
  });
});
