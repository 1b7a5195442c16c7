import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { ListsPage } from './ListsPage.tsx';

const LIST = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51';

const list = (change: object = {}) => ({
  id: LIST,
  name: 'Risky postcodes',
  description: 'From the bank',
  source: 'csv',
  columns: ['postcode'],
  rowCount: 2,
  sizeBytes: 20,
  contentVersion: 1,
  usedBy: [],
  changed: { by: 'Tomas Berg', at: '2026-11-19T17:31:00.000Z' },
  version: 'v1',
  ...change,
});

const preview = (change: object = {}) => ({
  columns: ['postcode'],
  rowCount: 1,
  sizeBytes: 12,
  rows: [['18519']],
  problems: [],
  difference: null,
  ...change,
});

const answering =
  (
    lists: readonly object[],
    more: Partial<Record<string, unknown>> = {},
    canWrite = true,
    calls: string[] = [],
  ): Answer =>
  ({ method, path }) => {
    calls.push(`${method} ${decodeURIComponent(path.split('/lists')[1] ?? '')}`);
    if (path.includes('/preview')) return more['preview'] ?? preview();
    if (path.includes('/rows')) return { list: lists[0], rows: [{ ordinal: 1, cells: ['18519'] }], nextCursor: null };
    if (method === 'POST') return list({ id: LIST, name: 'countries' });
    if (method === 'DELETE') return more['delete'] ?? new Response(null, { status: 204 });
    return { lists, canWrite };
  };

const choose = async (): Promise<void> => {
  const input = await screen.findByLabelText('browse', { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File(['postcode\n18519\n'], 'countries.csv')] } });
};

describe('the lists page', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('keeps an uploaded file only after it was seen, under a name taken from the file', async () => {
    const calls: string[] = [];
    const { address } = await renderConsole(<ListsPage />, {
      address: '/?do=new',
      answer: answering([list()], {}, true, calls),
    });
    await choose();
    expect(await screen.findByRole('cell', { name: '18519' })).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('countries');
    expect(calls.some((call) => call.startsWith('POST ?'))).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Create list' }));
    await waitFor(() => expect(calls).toContain('POST ?name=countries&description='));
    await waitFor(() => expect(address()).toContain(`list=${LIST}`));
  });

  it('names the lines that are wrong and does not keep the file', async () => {
    const calls: string[] = [];
    const bad = preview({ problems: [{ line: 17, message: 'x', code: 'raggedRow' }] });
    await renderConsole(<ListsPage />, { address: '/?do=new', answer: answering([], { preview: bad }, true, calls) });
    await choose();
    expect((await screen.findByRole('alert')).textContent).toContain('Line 17: The row has more or fewer cells');
    fireEvent.click(screen.getByRole('button', { name: 'Create list' }));
    expect(calls.some((call) => call.startsWith('POST ?'))).toBe(false);
  });

  it('shows the difference before it replaces', async () => {
    const difference = {
      added: 1,
      removed: 2,
      unchanged: 3,
      columnsAdded: [],
      columnsRemoved: ['zone'],
      addedRows: [['18519']],
      removedRows: [['10115']],
    };
    await renderConsole(<ListsPage />, {
      address: `/?list=${LIST}&do=replace`,
      answer: answering([list()], { preview: preview({ difference }) }),
    });
    await choose();
    expect(await screen.findByText('1 added, 2 removed, 3 stay')).toBeDefined();
    expect(screen.getByText('Columns that disappear: zone')).toBeDefined();
  });

  it('refuses to delete a list in use and leads to its rules', async () => {
    const calls: string[] = [];
    const used = list({ usedBy: [{ ruleId: LIST, ruleName: 'Postcodes' }] });
    await renderConsole(<ListsPage />, { address: `/?list=${LIST}`, answer: answering([used], {}, true, calls) });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const refusal = screen.getByRole('alert');
    expect(within(refusal).getByRole('link', { name: 'Postcodes' }).getAttribute('href')).toContain(`rule=${LIST}`);
    expect(calls.some((call) => call.startsWith('DELETE'))).toBe(false);
  });

  it('asks beside the list before it deletes', async () => {
    const calls: string[] = [];
    await renderConsole(<ListsPage />, { address: `/?list=${LIST}`, answer: answering([list()], {}, true, calls) });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const question = screen.getByRole('alertdialog', { name: 'Delete the list Risky postcodes?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(calls).toContain(`DELETE /${LIST}?version=v1`));
  });

  it('shows readers the lists without the means to change them', async () => {
    await renderConsole(<ListsPage />, { address: `/?list=${LIST}`, answer: answering([list()], {}, false) });
    expect(await screen.findByText('Read only')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Download' })).toBeDefined();
    for (const name of [/New list/, 'Replace', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('teaches what a list is where there is none', async () => {
    await renderConsole(<ListsPage />, { answer: answering([]) });
    expect(await screen.findByText('No lists yet')).toBeDefined();
  });
});
