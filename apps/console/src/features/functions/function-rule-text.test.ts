import type { FunctionDetail } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { conflictTexts } from '../../shared/authoring/editing/versioned-kind.ts';
import { conflictIn } from '../../shared/authoring/merge/conflict.ts';
import { linesPlace, mergeRule, resolveMerge } from '../../shared/authoring/merge/merge-rule.ts';
import type { FunctionForm } from './function-form.ts';
import { formOfRuleText, functionKind, ruleTextOf } from './function-rule-text.ts';

const form: FunctionForm = {
  parameters: [
    { name: 'word', type: 'String', fallback: 'a "quoted" = one' },
    { name: 'limit', type: 'Double', fallback: '100' },
  ],
  outputs: [
    {
      id: 'o1',
      name: 'over',
      description: 'Whether it is more.',
      type: 'Boolean',
      fallback: 'false',
      code: 'RETURN 1\n\n',
    },
    { id: 'o2', name: 'half', description: '', type: 'Double', fallback: '0', code: 'LET $a = 1\nRETURN $a' },
  ],
  samplePayload: { a: 1 },
};

const asText = (each: FunctionForm) => ruleTextOf(each, 'Inputs');
const withCode = (code: string, changes: Partial<FunctionForm> = {}): FunctionForm => ({
  ...form,
  ...changes,
  outputs: form.outputs.map((output) => (output.id === 'o2' ? { ...output, code } : output)),
});

describe('a function as a rule text', () => {
  it('comes back as it was', () => {
    expect(formOfRuleText(asText(form))).toEqual(form);
    const none: FunctionForm = { parameters: [], outputs: [], samplePayload: {} };
    expect(formOfRuleText(asText(none))).toEqual(none);
  });

  it('merges inputs, defaults and code of two people', () => {
    const mine = withCode('LET $a = 1\nRETURN $a / 2');
    const parameters = [...form.parameters, { name: 'more', type: 'Integer', fallback: '3' } as const];
    const theirs = withCode('LET $a = 7\nRETURN $a', { parameters });
    const merge = mergeRule(asText(form), asText(mine), asText(theirs));
    const open = merge.places;
    const choices = new Map(open.map((place) => [place, 'both'] as const));
    const merged = resolveMerge(merge, choices);
    expect(merged && formOfRuleText(merged)).toMatchObject({ parameters, outputs: [form.outputs[0], { id: 'o2' }] });
  });

  it('keeps the declaration of one side where both are taken', () => {
    const change = (fallback: string): FunctionForm => ({
      ...form,
      outputs: form.outputs.map((output) => (output.id === 'o2' ? { ...output, fallback } : output)),
    });
    const merge = mergeRule(asText(form), asText(change('1')), asText(change('2')));
    expect(merge.places).toEqual([linesPlace('o2', 0)]);
    const merged = resolveMerge(merge, new Map([[linesPlace('o2', 0), 'both']]));
    expect(merged && formOfRuleText(merged).outputs[1]).toMatchObject({ fallback: '1', code: 'LET $a = 1\nRETURN $a' });
  });
});

describe('a conflict over a function', () => {
  const at = '2026-11-19T17:31:00.000Z';
  const text = { parameters: [], outputs: [], samplePayload: {} };
  const version = (number: number) => ({
    ...text,
    version: number,
    published: { by: 'Mara', at },
    note: '',
    restores: null,
  });
  const stored = (basedOnVersion: number, publishedVersion: number | null): FunctionDetail => ({
    id: 'f',
    name: 'f',
    description: '',
    status: 'PublishedWithDraft',
    publishedVersion,
    callers: [],
    changed: { by: 'Mara', at },
    version: 'v',
    draft: { ...text, savedAt: at, by: 'Mara', basedOnVersion },
    versions: [version(2), version(1)],
    canWrite: true,
  });
  const texts = conflictTexts(functionKind('Inputs'));

  it('is there where the draft is older than what is published, and not where nothing is published', () => {
    expect(conflictIn(texts, { phase: 'clean', saved: stored(1, 2), theirs: null })).toMatchObject({
      kind: 'behind',
      base: 1,
    });
    expect(conflictIn(texts, { phase: 'clean', saved: stored(2, 2), theirs: null })).toBeNull();
    expect(conflictIn(texts, { phase: 'clean', saved: stored(0, null), theirs: null })).toBeNull();
  });

  it('says whether the other person saved, published or deleted', () => {
    const saved = { ...stored(2, 2), draft: null };
    const other = (theirs: FunctionDetail | null) => conflictIn(texts, { phase: 'conflict', saved, theirs })?.kind;
    expect(other(null)).toBe('gone');
    expect(other(stored(2, 2))).toBe('saved');
    expect(other({ ...stored(2, 2), draft: null, publishedVersion: 1 })).toBe('published');
  });
});
