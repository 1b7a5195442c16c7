import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { checkRule, compileRule, FUNCTIONS, hasError, type RuleKind, type RuleOutcome } from '../index.ts';
import { EXAMPLE_SYMBOLS, EXAMPLE_CONTEXT } from './example-world.ts';
import { type GuideEntry, languageGuide } from './guide.ts';
import { guideMarkdown } from './markdown.ts';

const run = async (kind: RuleKind, code: string): Promise<RuleOutcome> => {
  const source = { kind, condition: '', clauses: [{ id: 'c', name: 'c', code }] };
  const { checked, diagnostics } = checkRule(source, EXAMPLE_SYMBOLS);
  expect(hasError(diagnostics) ? diagnostics : []).toEqual([]);
  const rule = compileRule(checked);
  const outcome = await (rule.isAsync ? rule.runAsync(EXAMPLE_CONTEXT) : rule.run(EXAMPLE_CONTEXT));
  expect([...outcome.errors, ...outcome.notices]).toEqual([]);
  return outcome;
};

/** What came of a text, without what did not. */
const summaryOf = (outcome: RuleOutcome): Json => {
  const { clauseId: _clause, ...decision } = outcome.decision ?? { clauseId: '' };
  const members = {
    ...decision,
    output: outcome.outputs['c'],
    trace: outcome.traces[0]?.attributes,
    variables: outcome.variables,
    response: outcome.response,
    contributions: outcome.contributions.map(({ velocity, key, value }) => ({ velocity, key, value })),
    queue: outcome.queue,
    value: outcome.values['c'],
    labels: outcome.labels.map(({ eventId, label, reason }) => ({ eventId, label, reason })),
  };
  const isThere = (value: unknown): boolean =>
    value !== undefined && value !== null && (typeof value !== 'object' || Object.keys(value).length > 0);
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isThere(value))) as Json;
};

const entries = languageGuide().flatMap(({ id, entries: all }) =>
  all.map((entry) => [`${id}: ${entry.id}`, entry] as const),
);
const withExample = entries.filter(([, { example }]) => example !== null);

describe('the language guide', () => {
  it.each(withExample)('%s: its example gives what it says', async (_name, { example }: GuideEntry) => {
    if (!example) return;
    const { kind, text, gives } = example;
    if (kind !== null) expect(summaryOf(await run(kind, text))).toEqual(gives);
    else expect((await run('decision', `OBSERVE Output(value = ${text})`)).outputs['c']?.['value']).toEqual(gives);
  });

  it('has every function of the table, each with an example that uses it', () => {
    const byId = new Map(languageGuide().flatMap(({ entries: all }) => all.map((entry) => [entry.id, entry])));
    for (const spec of FUNCTIONS) {
      const text = byId.get(spec.id)?.example?.text ?? '';
      expect(text, `${spec.id} has no example`).toContain(spec.name);
    }
  });

  it('names each entry once in its section', () => {
    expect(new Set(entries.map(([name]) => name)).size).toBe(entries.length);
  });

  it('is what docs/language/guide.md says', () => {
    const written = readFileSync(join(import.meta.dirname, '../../../../docs/language/guide.md'), 'utf8');
    expect(written, 'run: npm run guide -w packages/fql').toBe(guideMarkdown());
  });
});
