import { describe, expect, it } from 'vitest';
import { checkRule } from '../check/check-rule.ts';
import { contextOf } from '../testing/context.ts';
import { ProgramGenerator } from '../testing/generate.ts';
import { evaluateByOracle } from '../testing/oracle.ts';
import { Random } from '../testing/random.ts';
import { compileRule } from './compile-rule.ts';
import { programOf, shapeOf } from './rule-program.ts';
import { explainRuleAsync } from './explain-rule.ts';
import type { SymbolTable } from '../program/symbol-table.ts';
import type { DeclaredType, RuleSource } from '../program/source.ts';
import { functionSource, type FunctionUnit } from '../runtime/functions.ts';
import type { RuleOutcome } from '../runtime/outcome.ts';

const RULES = 600;
const PAYLOADS = 4;
const LISTS = {
  Rows: [
    { Key: 'Nora', Value: 'v' },
    { Key: '12', Value: '' },
  ],
};
const ANSWERS = { remote: { response: { id: 7, tags: ['a', '12'] } }, other: { response: 'Nora' } };
const SYMBOLS: SymbolTable = {
  attributes: [],
  lists: [{ name: 'Rows', columns: ['Key', 'Value'] }],
  calls: [
    { name: 'remote', parameters: ['a'] },
    { name: 'broken', parameters: [] },
  ],
  assessments: [{ name: 'other' }],
  functions: [
    {
      name: 'twice',
      parameters: [{ name: 'n', type: 'Double' }],
      properties: [
        { name: 'value', type: 'Double' },
        { name: 'fails', type: 'String' },
      ],
    },
    { name: 'far', isAsync: true, parameters: [], properties: [{ name: 'id', type: 'Integer' }] },
  ],
};

const unit = (
  parameters: RuleSource['parameters'] & {},
  properties: Readonly<Record<string, readonly [DeclaredType, string]>>,
) => {
  const entries = Object.entries(properties);
  const { checked } = checkRule(
    {
      kind: 'function',
      condition: '',
      parameters,
      clauses: entries.map(([name, [result, code]]) => ({ id: name, name, code, result })),
    },
    SYMBOLS,
  );
  return { compiled: compileRule(checked), properties: new Map(entries.map(([name]) => [name, name])) };
};
const UNITS: Readonly<Record<string, FunctionUnit>> = {
  twice: unit([{ name: 'n', type: 'Double' }], {
    value: ['Double', 'RETURN n * 2'],
    fails: ['String', 'RETURN 1 / 0'],
  }),
  far: unit([], { id: ['Integer', 'RETURN External.remote(1).id'] }),
};
const FUNCTIONS_OF_CUSTOMER = functionSource((_scope, name) => UNITS[name]);

const essence = (outcome: RuleOutcome) => ({
  conditionMet: outcome.conditionMet,
  decision: outcome.decision,
  outputs: outcome.outputs,
  traces: outcome.traces,
  variables: outcome.variables,
  response: outcome.response,
  queue: outcome.queue,
  calls: outcome.calls,
  errors: outcome.errors.map((error) => error.code),
});

describe('generated programs', () => {
  it('give the same outcome compiled, explained and by the oracle', async () => {
    let decided = 0;
    for (let seed = 1; seed <= RULES; seed += 1) {
      const generator = new ProgramGenerator(new Random(seed));
      const source = generator.rule();
      const { checked, diagnostics } = checkRule(source, { ...SYMBOLS, arrayPath: seed % 3 === 0 ? 'any' : 'first' });
      expect(
        diagnostics.filter(({ severity }) => severity === 'error'),
        `seed ${seed}\n${JSON.stringify(source, null, 1)}`,
      ).toEqual([]);
      const compiled = compileRule(checked);
      const shape = shapeOf(programOf(checked).shape);
      for (let round = 0; round < PAYLOADS; round += 1) {
        const untypedCompare = round % 2 === 0 ? 'text' : 'auto';
        const context = contextOf({
          payload: generator.payload(),
          generated: { riskScore: 700 },
          lists: LISTS,
          answers: ANSWERS,
          functions: FUNCTIONS_OF_CUSTOMER,
          decision: 'Review',
          switches: { untypedCompare, strict: round === 3 },
        });
        const live = essence(await compiled.runAsync(context));
        expect(await evaluateByOracle(checked, context, shape), `seed ${seed}`).toEqual(live);
        expect(essence((await explainRuleAsync(checked, context)).outcome), `seed ${seed}`).toEqual(live);
        if (!compiled.isAsync) expect(essence(compiled.run(context)), `seed ${seed}`).toEqual(live);
        decided += live.decision ? 1 : 0;
      }
    }
    expect(decided).toBeGreaterThan(RULES);
  }, 120_000);
});
