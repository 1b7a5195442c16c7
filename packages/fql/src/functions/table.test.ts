import { describe, expect, it } from 'vitest';
import { IMPLEMENTATIONS } from '../runtime/implementations.ts';
import { readCorpus } from '../testing/corpus.ts';
import { FUNCTIONS } from './table.ts';

const inStatements = new Set(['decision', 'observation', 'action', 'aggregate']);
/** The emitter writes these itself: one looks at a slot, the other captures a compiled pattern. */
const emittedInline = new Set(['Exists', 'Patterns.IsRegexMatch']);

const corpusText = readCorpus()
  .flatMap((file) =>
    file.cases.flatMap((example) => [
      example.value,
      example.when,
      example.clause,
      example.rule?.condition,
      ...(example.rule?.clauses ?? []),
    ]),
  )
  .join('\n')
  .toLowerCase();

describe('the function table', () => {
  it('has no two rows of one id', () => {
    expect(new Set(FUNCTIONS.map(({ id }) => id)).size).toBe(FUNCTIONS.length);
  });

  it.each(FUNCTIONS.map((spec) => [spec.id, spec] as const))(
    '%s is documented, used in the corpus and has an implementation',
    (id, spec) => {
      expect(spec.summary).toMatch(/\.$|…$/);
      expect(corpusText.includes(spec.name.toLowerCase()), `a case of ${spec.name}`).toBe(true);
      if (!inStatements.has(spec.form) && !emittedInline.has(id)) expect(IMPLEMENTATIONS[id]).toBeTypeOf('function');
    },
  );

  it('has a row for every implementation', () => {
    const ids = new Set(FUNCTIONS.map(({ id }) => id));
    expect(Object.keys(IMPLEMENTATIONS).filter((id) => !ids.has(id))).toEqual([]);
  });
});
