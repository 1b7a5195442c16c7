import { describe, expect, it } from 'vitest';
import { fileClauseOf, misplacedClause } from './file-clauses.ts';

const SECTIONS = ['prior', 'postRisk'] as const;

describe('the clauses of a file', () => {
  it('say nothing of the first section, nor of code as their view', () => {
    expect(fileClauseOf({ name: 'a', code: 'x', section: 'prior', view: 'code' })).toEqual({ name: 'a', code: 'x' });
    const other = { name: 'a', code: 'x', section: 'postRisk', view: 'visual' } as const;
    expect(fileClauseOf(other)).toEqual(other);
  });

  it('stand in the order they run, in sections that there are', () => {
    expect(misplacedClause(SECTIONS, [{}, { section: 'prior' }, { section: 'postRisk' }])).toBeNull();
    expect(misplacedClause(SECTIONS, [{ section: 'postRisk' }, {}])).toMatchObject({ index: 1 });
    expect(misplacedClause(SECTIONS, [{}, { section: 'postBot' }])).toMatchObject({ index: 1 });
  });
});
