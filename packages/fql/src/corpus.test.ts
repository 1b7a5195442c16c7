import { describe, expect, it } from 'vitest';
import {
  checkRule,
  compileRule,
  explainRule,
  explainRuleAsync,
  format,
  functionSource,
  type SymbolTable,
  type FunctionSource,
  type FunctionUnit,
  type RuleOutcome,
} from './index.ts';
import { type CorpusCase, type CorpusFile, type CorpusFunction, readCorpus, ruleOfCase } from './testing/corpus.ts';
import { contextOf } from './testing/context.ts';

const symbolsOf = (file: CorpusFile, arrayPath: 'first' | 'any' = 'first'): SymbolTable => ({
  velocities: Object.keys(file.velocities),
  sources: (['geo', 'bin', 'device', 'models', 'graph'] as const).filter((kind) =>
    Object.hasOwn(file.enrichment, kind),
  ),
  attributes: file.attributes,
  lists: Object.entries(file.lists).map(([name, rows]) => ({ name, columns: Object.keys(rows[0] ?? {}) })),
  calls: Object.entries(file.calls).map(([name, { parameters }]) => ({ name, parameters })),
  assessments: Object.keys(file.assessments).map((name) => ({ name })),
  functions: file.functions.map(({ name, scope = 'here', isAsync = false, parameters = [], properties }) => ({
    name,
    scope,
    isAsync,
    parameters,
    properties: Object.entries(properties).map(([property, [type]]) => ({ name: property, type })),
  })),
  arrayPath,
});

const unitOf = (file: CorpusFile, { parameters = [], properties }: CorpusFunction): FunctionUnit => {
  const entries = Object.entries(properties);
  const { checked, diagnostics } = checkRule(
    {
      kind: 'function',
      condition: '',
      parameters,
      clauses: entries.map(([name, [result, code]]) => ({ id: name, name, code, result })),
    },
    symbolsOf(file),
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return {
    compiled: compileRule(checked),
    properties: new Map(entries.map(([name]) => [name.toLowerCase(), name])),
  };
};

const functionsOf = (file: CorpusFile): FunctionSource => {
  const units = new Map(
    file.functions.map((entry) => [`${entry.scope ?? 'here'}/${entry.name}`, unitOf(file, entry)] as const),
  );
  return functionSource((scope, name) => units.get(`${scope}/${name}`));
};

const decisionText = ({ decision }: RuleOutcome): string =>
  decision
    ? [
        decision.decision,
        [decision.reason, decision.supportMessage, decision.challengeType].map((text) => text ?? '').join(' / '),
      ]
        .join(': ')
        .replace(/[:/ ]+$/, '')
    : 'none';

const run = async (file: CorpusFile, example: CorpusCase) => {
  const { checked, diagnostics } = checkRule(ruleOfCase(example), symbolsOf(file, example.arrayPath));
  const context = contextOf({
    payload: example.payload ?? file.payload,
    generated: example.generated ?? file.generated,
    now: file.now,
    lists: file.lists,
    supportLists: file.supportLists,
    velocities: file.velocities,
    enrichment: file.enrichment,
    switches: example.switches ?? {},
    arguments: example.arguments ?? [],
    answers: { ...file.calls, ...file.assessments },
    functions: functionsOf(file),
    variables: example.globals ?? {},
    ...(example.decision ? { decision: example.decision } : {}),
  });
  return { checked, diagnostics, context, outcome: await compileRule(checked).runAsync(context) };
};

const expectOutcome = (example: CorpusCase, outcome: RuleOutcome): void => {
  if (example.value !== undefined && example.is !== undefined)
    expect(outcome.outputs['c1']?.['value']).toEqual(example.is);
  if (example.when !== undefined && example.is !== undefined) expect(outcome.decision !== null).toBe(example.is);
  if (example.decides !== undefined) expect(decisionText(outcome)).toBe(example.decides);
  if (example.outputs !== undefined) expect(outcome.outputs).toEqual(example.outputs);
  if (example.traces !== undefined) expect(outcome.traces).toEqual(example.traces);
  if (example.variables !== undefined) expect(outcome.variables).toEqual(example.variables);
  for (const key of ['queue', 'contributions', 'response', 'values', 'labels'] as const) {
    if (example[key] !== undefined) expect(outcome[key]).toEqual(example[key]);
  }
  if (example.calls !== undefined) expect(outcome.calls.map(({ request }) => request)).toEqual(example.calls);
  if (example.steps !== undefined) expect(outcome.steps.map((step) => step.outcome)).toEqual(example.steps);
  if (example.problems === undefined) expect(outcome.errors.map((error) => error.code)).toEqual(example.errors ?? []);
  if (example.notices !== undefined) expect(outcome.notices.map((notice) => notice.code)).toEqual(example.notices);
};

for (const file of readCorpus()) {
  describe(`corpus ${file.path.replace('.yaml', '')}`, () => {
    it.each(file.cases.map((example) => [example.name, example] as const))('%s', async (_name, example) => {
      const { checked, diagnostics, context, outcome } = await run(file, example);
      if (example.problems === undefined) {
        expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      } else {
        const found = diagnostics.map(
          ({ part, code, line, column }) => `${part === 'condition' ? 'condition ' : ''}${code} ${line}:${column}`,
        );
        expect(found).toEqual(example.problems);
      }
      expectOutcome(example, outcome);
      expectOutcome(example, (await explainRuleAsync(checked, context)).outcome);
      if (!compileRule(checked).isAsync) expectOutcome(example, explainRule(checked, context).outcome);
    });

    it('means the same after formatting', async () => {
      for (const example of file.cases.filter(({ problems }) => problems === undefined)) {
        const formatted = (text: string): string => format('decisionClause', text);
        const rule = ruleOfCase(example);
        const rewritten: CorpusCase = {
          ...example,
          rule: { condition: formatted(rule.condition), clauses: rule.clauses.map(({ code }) => formatted(code)) },
        };
        // oxlint-disable-next-line eslint/no-await-in-loop -- one case after the other, to know which one failed
        expectOutcome(rewritten, (await run(file, rewritten)).outcome);
      }
    });
  });
}
