import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AUTOSAVE_MS, createDraftStore, type DraftPorts } from './draft-store.ts';

const text = (condition: string): RuleText => ({
  condition,
  clauses: [{ id: 'c', name: 'Clause 1', code: 'RETURN Approve()' }],
  samplePayload: {},
});

const ruleOf = (condition: string, version: string): RuleDetail => ({
  id: 'r',
  environmentId: 'e',
  assessment: 'purchase',
  name: 'Rule',
  description: '',
  status: 'DraftOnly',
  order: null,
  published: null,
  draft: { ...text(condition), savedAt: '2026-11-20T14:31:00.000Z', by: 'Priya', basedOnVersion: 0 },
  history: [],
  version,
  canWrite: true,
});

/** A server that keeps one rule and refuses stale tags. */
const server = () => {
  const kept = { rule: ruleOf('a', '1'), saves: [] as string[] };
  const ports: DraftPorts = {
    save: async (version, saved) => {
      if (version !== kept.rule.version) throw new Error('stale');
      kept.saves.push(saved.condition);
      kept.rule = ruleOf(saved.condition, String(Number(version) + 1));
      return kept.rule;
    },
    read: async () => kept.rule,
    isConflict: (error) => error instanceof Error && error.message === 'stale',
    onFailure: () => undefined,
  };
  return { kept, ports };
};

describe('draft store', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('the draft is saved once after a pause in typing', async () => {
    const { kept, ports } = server();
    const store = createDraftStore(kept.rule, ports);
    store.edit(text('b'));
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
    store.edit(text('bc'));
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    expect(kept.saves).toEqual(['bc']);
    expect(store.get()).toMatchObject({ phase: 'clean', rule: { version: '2' } });
  });

  test('flushing saves at once and answers whether everything is saved', async () => {
    const { kept, ports } = server();
    const store = createDraftStore(kept.rule, ports);
    store.edit(text('b'));
    await expect(store.flush()).resolves.toBe(true);
    expect(kept.saves).toEqual(['b']);
  });

  test('a stale tag becomes a conflict, and overwriting keeps my text', async () => {
    const { kept, ports } = server();
    const store = createDraftStore(kept.rule, ports);
    kept.rule = ruleOf('theirs', '7');
    store.edit(text('mine'));
    await expect(store.flush()).resolves.toBe(false);
    expect(store.get()).toMatchObject({ phase: 'conflict', text: { condition: 'mine' }, theirs: { version: '7' } });
    await expect(store.overwrite()).resolves.toBe(true);
    expect(kept.rule.draft?.condition).toBe('mine');
  });

  test('a failed save is tried again with the next change', async () => {
    const { kept, ports } = server();
    let broken = true;
    const store = createDraftStore(kept.rule, {
      ...ports,
      save: (version, saved) => (broken ? Promise.reject(new Error('down')) : ports.save(version, saved)),
    });
    store.edit(text('b'));
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    expect(store.get().phase).toBe('failed');
    broken = false;
    store.edit(text('c'));
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    expect(kept.saves).toEqual(['c']);
  });

  test('text typed during a save is saved after it', async () => {
    const { kept, ports } = server();
    let release: () => void = () => undefined;
    const store = createDraftStore(kept.rule, {
      ...ports,
      save: async (version, saved) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return ports.save(version, saved);
      },
    });
    store.edit(text('b'));
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    store.edit(text('c'));
    release();
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(kept.saves).toEqual(['b', 'c']);
    expect(store.get().phase).toBe('clean');
  });
});
