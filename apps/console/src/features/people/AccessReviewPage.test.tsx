import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { AccessReviewPage } from './AccessReviewPage.tsx';
import { personRow } from './people-fixtures.ts';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c61';
const row = (change: object = {}) =>
  personRow({
    lastSeenAt: '2026-06-20T09:00:00.000Z',
    isAbsent: true,
    review: null,
    dueAt: '2026-09-20T09:00:00.000Z',
    isDue: true,
    endable: 0,
    ...change,
  });
type Call = { readonly path: string; readonly body: unknown };

const answering =
  (rows: readonly object[], calls: Call[] = [], canWrite = true): Answer =>
  ({ method, path, body }) => {
    if (path.endsWith('/access/options'))
      return { roles: [], environments: [], rolesEverywhere: [], canWrite, sendsMail: false };
    if (method === 'GET') {
      const counts = { all: 3, absent: rows.length, due: 1 };
      return {
        rows,
        total: rows.length,
        nextCursor: null,
        counts,
        nextDueAt: '2026-09-20T09:00:00.000Z',
        everyDays: 90,
      };
    }
    calls.push({ path: path.split(`${TEST_ENVIRONMENT_ID}/`)[1] ?? '', body });
    return { count: 1, ended: 0 };
  };

describe('the review of access', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('keeps the decision about people who are marked, with a reason where access ends', async () => {
    const calls: Call[] = [];
    await renderConsole(<AccessReviewPage />, { answer: answering([row()], calls) });
    expect(await screen.findByText('Jun 20, 2026')).toBeDefined();
    expect(screen.getByText('No sign-in: 1')).toBeDefined();
    fireEvent.click(screen.getByText('Priya Nandakumar'));
    expect(await screen.findByLabelText('Marked')).toBeDefined();
    expect(screen.getByRole('button', { name: 'End roles' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Disable' }));
    const question = await screen.findByRole('alertdialog', { name: 'Disable 1 person?' });
    const confirm = () => within(question).getByRole('button', { name: 'Disable' });
    expect(confirm().getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(within(question).getByRole('textbox', { name: 'Reason' }), { target: { value: 'Left in June' } });
    fireEvent.click(confirm());
    await waitFor(() =>
      expect(calls).toEqual([
        { path: 'access/review', body: { people: [ID], decision: 'Disable', reason: 'Left in June' } },
      ]),
    );
  });

  it('is only looked at by who may not give roles', async () => {
    await renderConsole(<AccessReviewPage />, { answer: answering([row()], [], false) });
    expect(await screen.findByText('Read only')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Keep access' })).toBeNull();
  });
});
