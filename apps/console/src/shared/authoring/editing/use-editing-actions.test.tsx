import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { DraftStore } from '../../../drafts/draft-store.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { useEditingActions } from './use-editing-actions.ts';
import type { VersionedKind } from './versioned-kind.ts';

type Saved = { readonly version: number; readonly isActive: boolean };

const AT = { by: 'Mara Lindqvist', at: '2026-11-20T08:12:00.000Z' };
const KIND = {
  versionsOf: ({ version }: Saved) => ({ draft: null, published: { version, published: AT }, history: [] }),
} as unknown as VersionedKind<Saved, string>;

/** Publishes what is there as the next version, active or not; steps that undoing takes are noted. */
const Publisher = (props: { readonly before: Saved; readonly active: boolean; readonly steps: string[] }) => {
  const { before, active, steps } = props;
  const stored = { now: before };
  const store = {
    get: () => ({ saved: stored.now }),
    replace: (next: Saved) => {
      stored.now = next;
    },
    saveForPublishing: () => Promise.resolve(true),
  } as unknown as DraftStore<Saved, string>;
  const actions = useEditingActions(KIND, store, {
    read: () => Promise.resolve(stored.now),
    rollBack: (saved, to) => {
      steps.push(`back to ${to}`);
      return Promise.resolve({ ...saved, version: saved.version + 1 });
    },
    takeOut: (saved) => Promise.resolve(saved),
    activation: {
      isActive: ({ isActive }) => isActive,
      set: (saved, isActive) => {
        steps.push(isActive ? 'on' : 'off');
        return Promise.resolve({ ...saved, isActive });
      },
    },
    words: { rolledBack: () => 'Rolled back', takenOut: 'Taken out', discarded: 'Discarded' },
  });
  const publish = () =>
    actions.publish(
      ({ version }) => Promise.resolve({ version: version + 1, isActive: active }),
      () => 'Published',
      () => undefined,
    );
  return (
    <button type="button" onClick={() => void publish()}>
      Publish
    </button>
  );
};

afterEach(cleanup);

test.each([
  { was: 'off', published: 'on', steps: ['back to 3', 'off'] },
  { was: 'on', published: 'off', steps: ['back to 3', 'on'] },
  { was: 'on', published: 'on', steps: ['back to 3'] },
  { was: 'off', published: 'off', steps: ['back to 3'] },
])(
  'undoing the publication of what was $was and is $published leaves it as it was',
  async ({ was, published, steps }) => {
    const taken: string[] = [];
    const before = { version: 3, isActive: was === 'on' };
    await renderConsole(<Publisher before={before} active={published === 'on'} steps={taken} />);
    fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Rolled back');
    await waitFor(() => expect(taken).toEqual(steps));
  },
);
