import type { InventoryRule } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { runningAfter } from './components/running-after.ts';
import { viewOf } from './rule-filters.ts';

const NOW = Date.parse('2026-03-31T12:00:00Z');

const rule = (name: string, change: Partial<InventoryRule> = {}): InventoryRule => ({
  key: `rule:${name}`,
  id: name,
  type: 'decision',
  name,
  description: '',
  status: 'Active',
  order: 1,
  conditionExcerpt: '',
  clauseCount: 1,
  publishedVersion: 1,
  changed: { by: 'Nora', at: '2026-01-01T00:00:00.000Z' },
  requested: false,
  hits24h: 0,
  decisions24h: {},
  sincePublished: null,
  assessment: 'purchase',
  branch: null,
  environmentId: 'e',
  environmentName: null,
  problems: [],
  ...change,
});

const RULES = [
  rule('B', { hits24h: 5 }),
  rule('A', { status: 'Inactive', order: 2, changed: { by: 'Ole', at: '2026-03-29T00:00:00.000Z' } }),
  rule('C', { status: 'DraftOnly', order: null, problems: ['x'] }),
];

const names = (rules: readonly InventoryRule[]): string => rules.map(({ name }) => name).join('');

describe('the inventory of rules', () => {
  it('is narrowed and sorted', () => {
    expect(names(viewOf(RULES, {}, NOW))).toBe('BAC');
    expect(names(viewOf(RULES, { sort: 'name' }, NOW))).toBe('ABC');
    expect(names(viewOf(RULES, { sort: 'changed' }, NOW))).toBe('ABC');
    expect(names(viewOf(RULES, { sort: 'hits' }, NOW))).toBe('BAC');
    expect(names(viewOf(RULES, { since: 'week' }, NOW))).toBe('A');
    expect(names(viewOf(RULES, { state: 'inactive' }, NOW))).toBe('A');
    expect(names(viewOf(RULES, { state: 'draft', only: 'problems' }, NOW))).toBe('C');
    expect(names(viewOf(RULES, { only: 'silent' }, NOW))).toBe('');
    const all = [...RULES, rule('D', { branch: { name: 'Strict', apiName: 'strict' } })];
    expect(names(viewOf(all, { place: 'branches' }, NOW))).toBe('D');
    expect(names(viewOf(all, { place: 'production' }, NOW))).toBe('BAC');
    expect(names(viewOf(all, { only: 'silent' }, NOW))).toBe('');
  });

  it('says what runs once some rules are activated or deactivated', () => {
    expect(names(runningAfter(RULES, new Set(['rule:A']), true))).toBe('BA');
    expect(names(runningAfter(RULES, new Set(['rule:B']), false))).toBe('');
  });
});
