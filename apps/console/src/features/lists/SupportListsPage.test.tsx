import { SUPPORT_LISTS } from '@redoubt/domain';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BLOCKED_EMAIL } from '../../testing/fixtures.ts';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { SupportListsPage } from './SupportListsPage.tsx';
import { linesOf } from '../../shared/forms/lines-of.ts';
import { endOfDay } from '../../shared/support-lists/use-entry-form.ts';

const summary = (change: object = {}) => ({
  ...SUPPORT_LISTS[0],
  counts: { Safe: 1, Watch: 0, Block: 2 },
  expiringSoon: 0,
  usedBy: [],
  changed: { by: 'Tomas Berg', at: '2026-11-19T17:31:00.000Z' },
  ...change,
});

const answering =
  (entries: readonly object[], canWrite = true, sent: unknown[] = []): Answer =>
  ({ method, path, body }) => {
    if (method === 'POST') {
      sent.push(body);
      const results = [
        { line: 1, value: 'a@x.example', outcome: 'changed', before: 'Block', problem: null },
        { line: 2, value: 'nora', outcome: 'invalid', before: null, problem: 'notEmail' },
      ];
      return { results, list: summary() };
    }
    if (path.includes('/value')) return { current: BLOCKED_EMAIL, earlier: [] };
    if (path.includes('/entries')) return { entries, nextCursor: null };
    return { lists: SUPPORT_LISTS.map((list) => summary(list)), canWrite };
  };

describe('the support lists page', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('gives many values one status and says what became of each line', async () => {
    const sent: unknown[] = [];
    await renderConsole(<SupportListsPage />, { address: '/?do=new', answer: answering([BLOCKED_EMAIL], true, sent) });
    const panel = await screen.findByRole('complementary');
    const values = within(panel).getByRole('textbox', { name: /one per line/ });
    fireEvent.change(values, { target: { value: 'a@x.example\n\n nora \n' } });
    fireEvent.click(within(panel).getByRole('radio', { name: 'Safe' }));
    fireEvent.change(within(panel).getByRole('textbox', { name: 'Reason' }), { target: { value: 'Called back' } });
    fireEvent.click(within(panel).getByRole('button', { name: 'Update' }));
    const results = await within(panel).findByText('1 changed · 1 unusable');
    expect(results.parentElement?.textContent).toContain('Line 2: nora is no e-mail address');
    expect(sent).toEqual([
      {
        values: ['a@x.example', 'nora'],
        status: 'Safe',
        reason: 'Called back',
        comments: '',
        expiresAt: null,
        source: 'ListPage',
      },
    ]);
  });

  it('takes values away without a reason or expiry, and refuses an expiry that is over', async () => {
    const sent: unknown[] = [];
    await renderConsole(<SupportListsPage />, {
      address: '/?value=a@x.example',
      answer: answering([BLOCKED_EMAIL], true, sent),
    });
    const panel = await screen.findByRole('complementary');
    const expiry = within(panel).getByLabelText(/^Expires/);
    fireEvent.change(expiry, { target: { value: '2020-01-01' } });
    fireEvent.blur(expiry);
    expect(await within(panel).findByText('The expiry lies in the past.')).toBeDefined();
    fireEvent.click(within(panel).getByRole('radio', { name: 'Remove' }));
    fireEvent.click(within(panel).getByRole('button', { name: 'Update' }));
    await waitFor(() => expect(sent).toMatchObject([{ values: ['a@x.example'], status: null, expiresAt: null }]));
  });

  it('shows readers the entries without a way to change them', async () => {
    await renderConsole(<SupportListsPage />, {
      address: '/?value=a@x.example',
      answer: answering([BLOCKED_EMAIL], false),
    });
    expect(await screen.findByRole('gridcell', { name: 'Chargeback' })).toBeDefined();
    expect(screen.getByText('Read only')).toBeDefined();
    expect(screen.queryByRole('button', { name: /Add values/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
  });

  it('says what an empty list is for, and that a filter found nothing', async () => {
    await renderConsole(<SupportListsPage />, { answer: answering([]) });
    expect(await screen.findByText(/compared with user.email/)).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Watch' }));
    expect(await screen.findByText('No entry fits')).toBeDefined();
  });
});

describe('what is typed', () => {
  it('is one value per line', () => {
    expect(linesOf(' a \r\n\n b\rc')).toEqual(['a', 'b', 'c']);
  });

  it('expires at the end of the day in the time zone of the user', () => {
    const end = new Date(endOfDay('2026-12-31') ?? '');
    expect([end.getFullYear(), end.getMonth(), end.getDate(), end.getHours()]).toEqual([2026, 11, 31, 23]);
    expect(endOfDay('')).toBeNull();
    expect(endOfDay('2026-99-99')).toBeNull();
  });
});
