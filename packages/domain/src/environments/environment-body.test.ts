import type { JsonObject } from '@redoubt/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnvironmentChange, readNewEnvironment } from './environment-body.ts';
import { ENVIRONMENT_CHANGE_EXAMPLE, NEW_ENVIRONMENT_EXAMPLES } from './environment-examples.ts';

const FIXED = { kind: 'Production', customerApiId: 'shop', parentEnvironmentId: 'p' };
const pathsOf = (problems: readonly { readonly path: string }[]) => problems.map(({ path }) => path);

describe('a new environment', () => {
  it('is read from both examples, in any letter case, with what is left out filled in', () => {
    expect(readNewEnvironment({ ...NEW_ENVIRONMENT_EXAMPLES.minimal })).toEqual({
      problems: [],
      environment: {
        name: 'Shop Nordics',
        friendlyName: null,
        description: '',
        tags: [],
        kind: 'Sandbox',
        customerApiId: null,
      },
    });
    const { environment, problems } = readNewEnvironment({ ...NEW_ENVIRONMENT_EXAMPLES.full });
    expect([problems, environment]).toEqual([[], NEW_ENVIRONMENT_EXAMPLES.full]);
    expect(
      readNewEnvironment({ NAME: ' Shop ', Kind: 'test', Tags: [' a ', 'a'], CustomerApiId: null }).environment,
    ).toMatchObject({ name: 'Shop', kind: 'Sandbox', tags: ['a'], customerApiId: null });
  });

  it('is refused with every wrong place at once', () => {
    const { problems } = readNewEnvironment({
      name: '-x',
      friendlyName: 'x'.repeat(61),
      description: 'x'.repeat(501),
      tags: ['ok', 1, '', 'x'.repeat(51)],
      kind: 'Staging',
      customerApiId: 'a b',
    });
    expect(pathsOf(problems)).toEqual([
      '$.name',
      '$.friendlyName',
      '$.description',
      '$.tags[1]',
      '$.tags[2]',
      '$.tags[3]',
      '$.kind',
      '$.customerApiId',
    ]);
    expect(readNewEnvironment({}).problems).toMatchObject([{ path: '$.name', message: 'is required', missing: true }]);
    expect(pathsOf(readNewEnvironment({ name: 7, tags: {} }).problems)).toEqual(['$.name', '$.tags']);
    expect(pathsOf(readNewEnvironment({ name: 'A', tags: Array.from({ length: 21 }, String) }).problems)).toEqual([
      '$.tags',
    ]);
  });
});

describe('any object at all', () => {
  const members = fc.constantFrom('name', 'friendlyName', 'description', 'tags', 'kind', 'customerApiId', 'NAME', 'x');
  const values = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary', maxLength: 600 }));

  it('is an environment within its limits, or has its wrong places named', () => {
    fc.assert(
      fc.property(fc.dictionary(members, values), (body) => {
        const { environment, problems } = readNewEnvironment(structuredClone(body) as JsonObject);
        if (problems.length > 0) return;
        expect(environment.name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ ]{0,59}$/u);
        expect(environment.description.length).toBeLessThanOrEqual(500);
        expect(JSON.stringify(environment).isWellFormed()).toBe(true);
      }),
      { seed: 7 },
    );
  });
});

describe('a change of an environment', () => {
  it('leaves out what was left out, and takes a friendly name away by an empty one', () => {
    expect(readEnvironmentChange({ ...ENVIRONMENT_CHANGE_EXAMPLE }, FIXED)).toEqual({
      problems: [],
      change: ENVIRONMENT_CHANGE_EXAMPLE,
    });
    expect(readEnvironmentChange({ friendlyName: '', description: null }, FIXED).change).toEqual({
      friendlyName: null,
    });
  });

  it('takes what cannot change only as it is', () => {
    expect(readEnvironmentChange({ ...FIXED, name: 'B' }, FIXED)).toEqual({ problems: [], change: { name: 'B' } });
    const moved = readEnvironmentChange({ kind: 'Sandbox', parentEnvironmentId: 'q', name: '' }, FIXED);
    expect(pathsOf(moved.problems)).toEqual(['$.name', '$.kind', '$.parentEnvironmentId']);
  });
});
