import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AUTOSAVE_MS, createDraftStore, type DraftPorts } from './draft-store.ts';
import { note, NOTE_TEXTS, type Note } from './testing/note.ts';

/** A server that keeps one note and refuses stale tags. */
const server = () => {
  const kept = { note: note('a', '1'), saves: [] as string[] };
  const ports: DraftPorts<Note, string> = {
    ...NOTE_TEXTS,
    save: async (version, saved) => {
      if (version !== kept.note.version) throw new Error('stale');
      kept.saves.push(saved);
      kept.note = note(saved, String(Number(version) + 1));
      return kept.note;
    },
    read: async () => kept.note,
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
    const store = createDraftStore(kept.note, ports);
    store.edit('b');
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS - 1);
    store.edit('bc');
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    expect(kept.saves).toEqual(['bc']);
    expect(store.get()).toMatchObject({ phase: 'clean', saved: { version: '2' } });
  });

  test('flushing saves at once and answers whether everything is saved', async () => {
    const { kept, ports } = server();
    const store = createDraftStore(kept.note, ports);
    store.edit('b');
    await expect(store.flush()).resolves.toBe(true);
    expect(kept.saves).toEqual(['b']);
  });

  test('a stale tag becomes a conflict, and overwriting keeps my text', async () => {
    const { kept, ports } = server();
    const store = createDraftStore(kept.note, ports);
    kept.note = note('theirs', '7');
    store.edit('mine');
    await expect(store.flush()).resolves.toBe(false);
    expect(store.get()).toMatchObject({ phase: 'conflict', text: 'mine', theirs: { version: '7' } });
    await expect(store.overwrite()).resolves.toBe(true);
    expect(kept.note.draft).toBe('mine');
  });

  test('a text that brings both together is saved on top of theirs', async () => {
    const { kept, ports } = server();
    const store = createDraftStore(kept.note, ports);
    kept.note = note('theirs', '7');
    store.edit('mine');
    await store.flush();
    await expect(store.settle('theirs and mine')).resolves.toBe(true);
    expect(kept.note).toMatchObject({ draft: 'theirs and mine', version: '8' });
    await expect(store.settle('again')).resolves.toBe(true);
    expect(kept.note.draft).toBe('again');
  });

  test('a failed save is tried again with the next change', async () => {
    const { kept, ports } = server();
    let broken = true;
    const store = createDraftStore(kept.note, {
      ...ports,
      save: (version, saved) => (broken ? Promise.reject(new Error('down')) : ports.save(version, saved)),
    });
    store.edit('b');
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    expect(store.get().phase).toBe('failed');
    broken = false;
    store.edit('c');
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    expect(kept.saves).toEqual(['c']);
  });

  test('text typed during a save is saved after it', async () => {
    const { kept, ports } = server();
    let release: () => void = () => undefined;
    const store = createDraftStore(kept.note, {
      ...ports,
      save: async (version, saved) => {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        return ports.save(version, saved);
      },
    });
    store.edit('b');
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    store.edit('c');
    release();
    await vi.advanceTimersByTimeAsync(AUTOSAVE_MS);
    release();
    await vi.advanceTimersByTimeAsync(0);
    expect(kept.saves).toEqual(['b', 'c']);
    expect(store.get().phase).toBe('clean');
  });
});
