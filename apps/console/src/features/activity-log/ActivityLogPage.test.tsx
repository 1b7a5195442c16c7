import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { ActivityLogPage } from './ActivityLogPage.tsx';

const entry = (n: number, change: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  sequence: n,
  isErased: false,
  at: '2026-11-21T14:00:00.000Z',
  changedBy: { id: 'u-1', name: 'Ada Byron' },
  operation: 'Publish',
  resource: { type: 'DecisionRule', id: 'r-1', name: `Rule ${n}` },
  assessment: { id: 'purchase', name: 'purchase' },
  environment: { id: TEST_ENVIRONMENT_ID, name: 'Contoso' },
  ...change,
});

const checked = { at: '2026-11-21T02:00:00.000Z', sequence: 40, broken: 0, findings: [] };
const sound = { entries: 42, checked, isChecking: false };

const answering =
  (entries: readonly object[], state: object, asked: unknown[]): Answer =>
  ({ path, method, body }) => {
    if (path.endsWith('/audit/state')) return state;
    if (path.endsWith('/audit/verification')) {
      asked.push(method);
      return { ...sound, isChecking: true };
    }
    if (path.endsWith('/audit/search')) {
      asked.push(body);
      return { entries, nextCursor: null, total: entries.length, asOf: '2026-11-21T14:32:05.000Z' };
    }
    return new Response(null, { status: 404 });
  };

beforeAll(() => giveLayout());
afterEach(cleanup);

describe('the page of the activity log', () => {
  it('lists who did what, and says how far the log holds', async () => {
    const entries = [entry(2), entry(1, { isErased: true, operation: 'Later', environment: null })];
    await renderConsole(<ActivityLogPage />, { answer: answering(entries, sound, []) });
    const grid = await screen.findByRole('grid', { name: 'Entries of the activity log' });
    expect(await within(grid).findByText('Rule 2')).toBeDefined();
    expect(within(grid).getByText('Publish')).toBeDefined();
    expect(within(grid).getAllByText('erased')).toHaveLength(2);
    expect(within(grid).getByText('Later')).toBeDefined();
    expect(within(grid).getByText('Whole tenant')).toBeDefined();
    expect(screen.getByText(/^Unchanged up to entry 40, checked /)).toBeDefined();
    expect(screen.getByText('Entries since: 2')).toBeDefined();
  });

  it('names places that are not as they were written, and checks again', async () => {
    const asked: unknown[] = [];
    const findings = [
      { kind: 'changed', sequence: 7, entryId: null },
      { kind: 'missing', sequence: 9, entryId: null, until: 11 },
    ];
    const state = { ...sound, checked: { ...checked, broken: 2, findings } };
    await renderConsole(<ActivityLogPage />, { answer: answering([entry(1)], state, asked) });
    expect(await screen.findByText(/^Not as written, checked .*; places: 2$/)).toBeDefined();
    expect(screen.getByText(/Entry 7/).textContent).toContain('was changed');
    expect(screen.getByText(/Entries 9 to 11/).textContent).toContain('was removed');
    fireEvent.click(screen.getByRole('button', { name: 'Check now' }));
    await waitFor(() => expect(asked).toContain('POST'));
    expect(await screen.findByRole('button', { name: 'Checking …' })).toBeDefined();
  });

  it('asks with the condition that was added', async () => {
    const asked: unknown[] = [];
    await renderConsole(<ActivityLogPage />, { answer: answering([entry(1)], sound, asked) });
    fireEvent.click(await screen.findByRole('button', { name: 'Add a condition' }));
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByRole('alert')).toBeDefined();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Roll back' }));
    fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        join: 'and',
        filters: [{ attribute: 'operation', operator: 'in', values: ['RollBack'] }],
      }),
    );
  });
});
