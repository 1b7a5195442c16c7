import { describe, expect, it } from 'vitest';
import { checkRule } from '../check/check-rule.ts';
import { contextOf } from '../testing/context.ts';
import { ProgramGenerator } from '../testing/generate.ts';
import { evaluateByOracle } from '../testing/oracle.ts';
import { Random } from '../testing/random.ts';
import { compileRule, loadRule } from './compile-rule.ts';
import { explainRule } from './explain-rule.ts';
import type { RuleOutcome } from '../runtime/outcome.ts';

const RULES = 600;
const PAYLOADS = 4;
const LISTS = {
  Rows: [
    { Key: 'Nora', Value: 'v' },
    { Key: '12', Value: '' },
  ],
};
const CATALOGUE = { attributes: [], lists: [{ name: 'Rows', columns: ['Key', 'Value'] }] };

const essence = (outcome: RuleOutcome) => ({
  conditionMet: outcome.conditionMet,
  decision: outcome.decision,
  outputs: outcome.outputs,
  traces: outcome.traces,
  variables: outcome.variables,
  errors: outcome.errors.map((error) => error.code),
});

describe('generated programs', () => {
  it('give the same outcome compiled, explained and by the oracle', () => {
    let decided = 0;
    for (let seed = 1; seed <= RULES; seed += 1) {
      const generator = new ProgramGenerator(new Random(seed));
      const source = generator.rule();
      const { checked, diagnostics } = checkRule(source, CATALOGUE);
      expect(
        diagnostics.filter(({ severity }) => severity === 'error'),
        `seed ${seed}\n${JSON.stringify(source, null, 1)}`,
      ).toEqual([]);
      const compiled = compileRule(checked);
      const { shape } = loadRule(checked, false);
      for (let round = 0; round < PAYLOADS; round += 1) {
        const untypedCompare = round % 2 === 0 ? 'text' : 'auto';
        const context = contextOf({
          payload: generator.payload(),
          generated: { riskScore: 700 },
          lists: LISTS,
          switches: { untypedCompare, strict: round === 3 },
        });
        const live = essence(compiled.run(context));
        expect(evaluateByOracle(checked, context, shape), `seed ${seed}`).toEqual(live);
        expect(essence(explainRule(checked, context).outcome), `seed ${seed}`).toEqual(live);
        decided += live.decision ? 1 : 0;
      }
    }
    expect(decided).toBeGreaterThan(RULES);
  }, 120_000);
});
