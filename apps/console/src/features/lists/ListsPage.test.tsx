import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { ListsPage } from './ListsPage.tsx';

const LIST = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51';
const FUNCTION = '5d0e0000-0005-4000-8000-000000000001';
const SET = '5d0e0000-0005-4000-8000-000000000002';

const list = (change: object = {}) => ({
  id: LIST,
  name: 'Risky postcodes',
  description: 'From the bank',
  source: 'csv',
  columns: ['postcode'],
  rowCount: 2,
  sizeBytes: 20,
  contentVersion: 1,
  expiryColumn: null,
  connection: null,
  hasSecret: false,
  usedBy: [],
  changed: { by: 'Tomas Berg', at: '2026-11-19T17:31:00.000Z' },
  version: 'v1',
  ...change,
});

const preview = (change: object = {}) => ({
  delimiter: ',',
  encoding: 'utf-8',
  likelyDivider: null,
  columns: ['postcode'],
  rowCount: 1,
  sizeBytes: 12,
  rows: [['18519']],
  problems: [],
  difference: null,
  ...change,
});

const version = (contentVersion: number, origin: string, connection: object | null = null) => ({
  contentVersion,
  origin,
  columns: ['postcode'],
  rowCount: 2,
  sizeBytes: 20,
  expiryColumn: null,
  connection,
  restoredVersion: null,
  made: { by: 'Tomas Berg', at: '2026-11-19T17:31:00.000Z' },
});

const answering =
  (
    lists: readonly object[],
    more: Partial<Record<string, unknown>> = {},
    canWrite = true,
    calls: string[] = [],
  ): Answer =>
  ({ method, path, body }) => {
    calls.push(`${method} ${decodeURIComponent(path.split('/lists')[1] ?? '')}`);
    if (path.includes('/preview')) return more['preview'] ?? preview();
    if (path.includes('/lookup')) return more['lookup'];
    if (path.includes('/database')) {
      (more['sent'] as unknown[] | undefined)?.push(body);
      return path.includes('/test') ? more['found'] : list();
    }
    if (path.includes('/rollback')) (more['sent'] as unknown[] | undefined)?.push(body);
    if (path.includes('/versions')) return { versions: more['versions'] ?? [], nextCursor: null };
    if (path.includes('/difference')) return more['difference'];
    if (method === 'POST' && path.includes('/rows')) {
      (more['sent'] as unknown[] | undefined)?.push(body);
      return list({ contentVersion: 2, version: 'v2' });
    }
    if (path.includes('/rows')) return { list: lists[0], rows: [{ ordinal: 1, cells: ['18519'] }], nextCursor: null };
    if (method === 'POST') return list({ id: LIST, name: 'countries' });
    if (method === 'DELETE') return more['delete'] ?? new Response(null, { status: 204 });
    return { lists, canWrite };
  };

const choose = async (): Promise<void> => {
  const input = await screen.findByLabelText('browse', { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File(['postcode\n18519\n'], 'countries.csv')] } });
};

/** Begins to write in the first row of the open list. */
const editFirstRow = async () => {
  const panel = await screen.findByRole('complementary', { name: 'Edit rows of Risky postcodes' });
  const grid = await within(panel).findByRole('grid');
  await within(panel).findByRole('gridcell', { name: '18519' });
  grid.focus();
  await within(panel).findByRole('row', { selected: true });
  fireEvent.keyDown(grid, { key: 'Enter' });
  const cell = await within(panel).findByRole('textbox', { name: 'postcode' });
  return { panel, grid, cell };
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

  it('takes the name of a file that is chosen second, warns of one that looks divided, and keeps a name that was typed', async () => {
    const calls: string[] = [];
    const seen = preview({ likelyDivider: ';', delimiter: ';' });
    await renderConsole(<ListsPage />, { address: '/?do=new', answer: answering([], { preview: seen }, true, calls) });
    const input = await screen.findByLabelText('browse', { selector: 'input' });
    const choose = (name: string) => fireEvent.change(input, { target: { files: [new File(['a\n1;2\n'], name)] } });
    const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    choose('first.csv');
    expect((await field()).value).toBe('first');
    choose('second.csv');
    await waitFor(async () => expect((await field()).value).toBe('second'));
    expect(await screen.findByText(/Every row holds “;”, but there is only one column/)).toBeDefined();
    expect(screen.getByText(/divided by semicolons/)).toBeDefined();
    fireEvent.change(await field(), { target: { value: 'Mine' } });
    choose('third.csv');
    expect((await field()).value).toBe('Mine');
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

  it('refuses to delete a list in use and leads to who uses it', async () => {
    const calls: string[] = [];
    const used = list({
      usedBy: [
        { kind: 'rule', id: LIST, name: 'Postcodes', assessment: 'purchase' },
        { kind: 'function', id: FUNCTION, name: 'Functions.zoneOf', assessment: null },
        { kind: 'velocitySet', id: SET, name: 'Zones', assessment: null },
      ],
    });
    await renderConsole(<ListsPage />, { address: `/?list=${LIST}`, answer: answering([used], {}, true, calls) });
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    const refusal = screen.getByRole('alert');
    const leadsTo = (name: string) => within(refusal).getByRole('link', { name }).getAttribute('href');
    expect(leadsTo('Postcodes')).toContain(`rule=${LIST}`);
    expect(leadsTo('Functions.zoneOf')).toContain(`function=${FUNCTION}`);
    expect(leadsTo('Zones')).toContain(`set=${SET}`);
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

  it('changes, removes and adds rows by keyboard as one change set that is seen before it is saved', async () => {
    const sent: unknown[] = [];
    await renderConsole(<ListsPage />, {
      address: `/?list=${LIST}&do=edit`,
      answer: answering([list()], { sent }),
    });
    const { panel, grid, cell } = await editFirstRow();
    fireEvent.change(cell, { target: { value: '18520' } });
    fireEvent.keyDown(cell, { key: 'Enter' });
    expect(await within(panel).findByText('0 added, 1 changed, 0 removed')).toBeDefined();
    fireEvent.keyDown(grid, { key: 'Insert' });
    const added = await within(panel).findByRole('textbox', { name: 'postcode' });
    fireEvent.change(added, { target: { value: '10115' } });
    fireEvent.keyDown(added, { key: 'Enter' });
    expect(await within(panel).findByText('1 added, 1 changed, 0 removed')).toBeDefined();
    expect(within(panel).getByRole('list', { name: 'What changes' }).textContent).toContain('18519 → 18520');
    fireEvent.keyDown(grid, { key: 'Enter', ctrlKey: true });
    await waitFor(() =>
      expect(sent).toEqual([
        {
          version: 'v1',
          changes: [
            { kind: 'set', ordinal: 1, cells: ['18520'] },
            { kind: 'add', cells: ['10115'] },
          ],
        },
      ]),
    );
  });

  it('leaves a row as it was on Escape, and asks before changes are discarded', async () => {
    await renderConsole(<ListsPage />, { address: `/?list=${LIST}&do=edit`, answer: answering([list()]) });
    const { panel, grid, cell } = await editFirstRow();
    fireEvent.change(cell, { target: { value: 'x' } });
    fireEvent.keyDown(cell, { key: 'Escape' });
    expect(await within(panel).findByRole('gridcell', { name: '18519' })).toBeDefined();
    fireEvent.keyDown(grid, { key: 'Delete' });
    expect(await within(panel).findByText('0 added, 0 changed, 1 removed')).toBeDefined();
    fireEvent.click(within(panel).getByRole('button', { name: 'Cancel' }));
    expect(await within(panel).findByRole('alertdialog', { name: 'Discard 1 change?' })).toBeDefined();
  });

  it('shows what an earlier version would change before it rolls back', async () => {
    const calls: string[] = [];
    const difference = {
      added: 1,
      removed: 0,
      unchanged: 2,
      columnsAdded: [],
      columnsRemoved: [],
      addedRows: [['18519']],
      removedRows: [],
    };
    await renderConsole(<ListsPage />, {
      address: `/?list=${LIST}&do=versions`,
      answer: answering(
        [list({ contentVersion: 2 })],
        { versions: [version(2, 'edit'), version(1, 'upload')], difference },
        true,
        calls,
      ),
    });
    fireEvent.click(await screen.findByRole('button', { name: /Version 1/ }));
    expect(await screen.findByText('1 added, 0 removed, 2 stay')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Roll back' }));
    const question = screen.getByRole('alertdialog', { name: 'Roll back to version 1?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Roll back' }));
    await waitFor(() => expect(calls).toContain(`POST /${LIST}/rollback`));
  });

  it('makes a list whose rows are kept in a database, after its connection was tried', async () => {
    const sent: unknown[] = [];
    const found = { columns: ['id', 'tier'], rows: [['a', 'gold']] };
    await renderConsole(<ListsPage />, { address: '/?do=connect', answer: answering([], { sent, found }) });
    const panel = await screen.findByRole('complementary', { name: 'New database list' });
    const type = (name: string, value: string) =>
      fireEvent.change(within(panel).getByRole('textbox', { name }), { target: { value } });
    type('Name', 'Customers');
    type('Host', 'db.shop.example');
    type('Database', 'shop');
    type('User', 'reader');
    type('Table or view', 'customers');
    fireEvent.change(within(panel).getByLabelText('Password'), { target: { value: 'hidden' } });
    fireEvent.click(within(panel).getByRole('button', { name: 'Test connection' }));
    expect(await within(panel).findByRole('cell', { name: 'gold' })).toBeDefined();
    fireEvent.click(within(panel).getByRole('button', { name: 'Create list' }));
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({
        name: 'Customers',
        columns: ['id', 'tier'],
        secret: 'hidden',
        source: { kind: 'postgresql', host: 'db.shop.example', port: 5432, schema: 'public', tls: true },
      }),
    );
  });

  it('asks for the secret again where a connection would read something else with it', async () => {
    const sent: unknown[] = [];
    const place = { kind: 'postgresql', host: 'db.shop.example', port: 5432, database: 'shop', user: 'reader' };
    const connection = { ...place, schema: 'public', table: 'customers', tls: true, timeoutMs: 200, cacheSeconds: 60 };
    const kept = list({ name: 'Customers', source: 'database', connection, hasSecret: true });
    await renderConsole(<ListsPage />, { address: `/?list=${LIST}&do=source`, answer: answering([kept], { sent }) });
    const panel = await screen.findByRole('complementary', { name: /Customers/ });
    fireEvent.change(within(panel).getByRole('textbox', { name: 'Table or view' }), { target: { value: 'salaries' } });
    expect(within(panel).getByText('Enter it again: it was entered for another place.')).toBeDefined();
    for (const name of ['Save', 'Test connection']) fireEvent.click(within(panel).getByRole('button', { name }));
    expect(sent).toEqual([]);
    fireEvent.change(within(panel).getByLabelText('Password'), { target: { value: 'hidden' } });
    fireEvent.click(within(panel).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toMatchObject([{ secret: 'hidden', source: { table: 'salaries' } }]));
  });

  it('rolls a database list back to an earlier place with the secret of that place', async () => {
    const sent: unknown[] = [];
    const at = (url: string) => ({ kind: 'http', url, timeoutMs: 200, cacheSeconds: 60 });
    const kept = list({
      name: 'Customers',
      source: 'http',
      connection: at('https://new.example/rows'),
      hasSecret: true,
      contentVersion: 3,
    });
    const versions = [
      version(3, 'source', kept.connection),
      version(2, 'source', { ...at('https://new.example/rows'), cacheSeconds: 0 }),
      version(1, 'source', at('https://old.example/rows')),
    ];
    await renderConsole(<ListsPage />, {
      address: `/?list=${LIST}&do=versions`,
      answer: answering([kept], { versions, sent }),
    });
    fireEvent.click(await screen.findByRole('button', { name: /Version 1/ }));
    expect(screen.getByText('https://old.example/rows')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Roll back' }));
    const question = screen.getByRole('alertdialog', { name: 'Roll back to version 1?' });
    const confirm = () => fireEvent.click(within(question).getByRole('button', { name: 'Roll back' }));
    confirm();
    expect(sent).toEqual([]);
    fireEvent.change(within(question).getByLabelText('Authorization header'), { target: { value: 'Bearer old' } });
    confirm();
    await waitFor(() => expect(sent).toMatchObject([{ contentVersion: 1, secret: 'Bearer old' }]));
    fireEvent.click(await screen.findByRole('button', { name: /Version 2/ }));
    fireEvent.click(screen.getByRole('button', { name: 'Roll back' }));
    expect(screen.queryByLabelText('Authorization header')).toBeNull();
  });

  it('tells which lists hold a value', async () => {
    const lookup = {
      custom: [
        {
          id: LIST,
          name: 'Risky postcodes',
          columns: ['postcode'],
          usedBy: [{ kind: 'rule', id: LIST, name: 'Postcodes', assessment: 'purchase' }],
          hits: [{ ordinal: 7, columns: ['postcode'], cells: ['18519'], expired: false }],
        },
      ],
      support: [],
      isComplete: true,
    };
    await renderConsole(<ListsPage />, { address: '/?look=18519', answer: answering([list()], { lookup }) });
    const panel = await screen.findByRole('complementary', { name: 'Which lists hold this value?' });
    expect(await within(panel).findByRole('cell', { name: '18519' })).toBeDefined();
    expect(within(panel).getByText('Read by: Postcodes')).toBeDefined();
  });

  it('shows readers the lists without the means to change them', async () => {
    await renderConsole(<ListsPage />, { address: `/?list=${LIST}`, answer: answering([list()], {}, false) });
    expect(await screen.findByText('Read only')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Versions' })).toBeDefined();
    for (const name of [/New list/, 'Replace', 'Delete', /Edit rows/, 'Append file'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('teaches what a list is where there is none', async () => {
    await renderConsole(<ListsPage />, { answer: answering([]) });
    expect(await screen.findByText('No lists yet')).toBeDefined();
  });
});
