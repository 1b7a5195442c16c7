import type { UploadDetail } from '@redoubt/contracts';
import { suggestMapping } from '@redoubt/domain';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CurrentRoute } from '../../routes/current-route.ts';
import { routeOf } from '../../routes/route-table.ts';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { UploadBody } from './components/UploadBody.tsx';
import { UploadsPage } from './UploadsPage.tsx';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c31';
const COLUMNS = ['Order ID', 'Created at', 'Total', 'Shop floor'];

const uploadOf = (changes: Partial<UploadDetail> = {}): UploadDetail => ({
  id: ID,
  dataSet: 'purchases',
  name: 'history.csv.gz',
  sizeBytes: 4_000_000,
  receivedBytes: 4_000_000,
  state: 'mapping',
  rows: 0,
  refused: 0,
  doneRows: 0,
  stored: 0,
  repeated: 0,
  undone: 0,
  problem: null,
  problemLine: null,
  created: { by: 'Mara Lindqvist', at: '2026-11-20T08:12:00.000Z' },
  changedAt: '2026-11-20T08:12:00.000Z',
  work: null,
  actions: ['map', 'check', 'delete'],
  hasHeader: true,
  format: { isPacked: true, encoding: 'utf-8', delimiter: ';', columns: COLUMNS },
  firstRows: [
    ['o-1', '2025-03-01 10:00', '12.50', '2nd'],
    ['o-2', '2025-03-02 10:00', 'much', '2nd'],
  ],
  isMasked: false,
  mapping: [...suggestMapping('purchases', COLUMNS)],
  mappingProblems: [],
  refusals: [],
  firstRefusals: [],
  lastPart: null,
  ...changes,
});

type Sent = { readonly method: string; readonly path: string; readonly body: unknown };

const show = async (upload: UploadDetail, answerOf: () => unknown = () => upload) => {
  const sent: Sent[] = [];
  const answer: Answer = (request) => {
    sent.push(request);
    return answerOf();
  };
  await renderConsole(<UploadBody upload={upload} />, { answer });
  await screen.findByRole('heading', { level: 1, name: upload.name });
  return sent;
};

const CHECKED = {
  state: 'ready',
  rows: 1000,
  refused: 2,
  refusals: [{ reason: 'value', lines: 2 }],
  firstRefusals: [
    {
      line: 7,
      column: 'Total',
      reason: 'value',
      message: 'column Total holds "much"',
      problem: { code: 'cellNumber', params: { column: 'Total', cell: 'much' } },
      cells: ['o-2'],
    },
  ],
  actions: ['map', 'check', 'process', 'delete'],
} as const satisfies Partial<UploadDetail>;

beforeEach(giveLayout);
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

describe('the page of an upload', () => {
  it('stands below the list that its file is in', async () => {
    const route = routeOf('/data/upload/purchaseprotection/:uploadId') ?? null;
    const pageOf = (upload: UploadDetail) => (
      <CurrentRoute value={route}>
        <UploadBody upload={upload} />
      </CurrentRoute>
    );
    await renderConsole(pageOf(uploadOf({ dataSet: 'retailSales' })), { answer: () => ({}) });
    const till = await screen.findByRole('link', { name: 'Point-of-sale history' });
    expect(till.getAttribute('href')).toBe('/data/upload/lossprevention');
    expect(screen.queryByRole('link', { name: 'Purchase history' })).toBeNull();
    cleanup();
    await renderConsole(pageOf(uploadOf()), { answer: () => ({}) });
    const purchases = await screen.findByRole('link', { name: 'Purchase history' });
    expect(purchases.getAttribute('href')).toBe('/data/upload/purchaseprotection');
  });

  it('shows what fills which field, and the first lines as they will be read', async () => {
    await show(uploadOf());
    const mapping = screen.getByRole('group', { name: 'Mapping' });
    expect(within(mapping).getByRole('combobox', { name: 'Filled by, for purchaseId' })).toHaveProperty(
      'value',
      'cOrder ID',
    );
    expect(within(mapping).getAllByText('Proposed').length).toBeGreaterThan(3);
    const preview = screen.getByRole('group', { name: 'First lines' });
    expect(within(preview).getAllByText('2025-03-01T10:00:00Z')).toHaveLength(2);
    expect(within(preview).getByText('12.5')).toBeTruthy();
    expect(within(preview).getByText('much').title).toContain('not a number');
    fireEvent.click(screen.getByRole('button', { name: 'As in the file' }));
    expect(screen.getByText('12.50')).toBeTruthy();
  });

  it('saves a changed mapping before it is checked, and checks nothing while a field is missing', async () => {
    const upload = uploadOf();
    const sent = await show(upload);
    const id = screen.getByRole('combobox', { name: 'Filled by, for purchaseId' });
    fireEvent.change(id, { target: { value: '' } });
    expect(await screen.findByText('Needed')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Save and check/ }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.change(screen.getByRole('combobox', { name: 'Field for column Order ID' }), {
      target: { value: 'purchaseId' },
    });
    fireEvent.change(screen.getByRole('combobox', { name: 'Field for column Shop floor' }), {
      target: { value: 'customData.Shop_floor' },
    });
    fireEvent.click(screen.getByRole('button', { name: /Save and check/ }));
    await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PUT', 'POST']));
    expect(sent[0]?.body).toMatchObject({
      mapping: expect.arrayContaining([{ field: 'customData.Shop_floor', source: { column: 'Shop floor' } }]),
    });
    expect(sent[1]?.path).toMatch(/\/check$/);
  });

  it('says what would be stored and what is refused, line by line', async () => {
    const sent = await show(uploadOf(CHECKED));
    expect(screen.getByText('998 lines can be stored as past events. 2 refused lines are left out.')).toBeTruthy();
    expect(within(screen.getByRole('group', { name: 'Refused lines' })).getByText('7')).toBeTruthy();
    expect(
      screen.getByText('column Total holds "much", which is not a number (digits, with a point before decimals)'),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Store 998 lines' }));
    await waitFor(() => expect(sent[0]?.path).toMatch(/\/process$/));
  });

  it('says before the storing of later events that it cannot be undone', async () => {
    await show(uploadOf({ ...CHECKED, dataSet: 'labels' }));
    expect(screen.getByText(/cannot be undone/)).toBeTruthy();
  });

  it('shows how far the work is and stops it', async () => {
    const work = { done: 250, total: 1000, secondsLeft: 90 };
    const sent = await show(uploadOf({ state: 'processing', rows: 1000, work, actions: ['cancel'] }));
    expect(screen.getByRole('progressbar')).toHaveProperty('value', 250);
    expect(screen.getByText(/Lines: 250 of 1,000 · 25% · about 90 seconds left/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Stop storing' }));
    await waitFor(() => expect(sent[0]?.path).toMatch(/\/cancel$/));
  });

  it('asks before events are taken back, and names what stays', async () => {
    const sent = await show(uploadOf({ state: 'succeeded', rows: 10, stored: 10, actions: ['undo', 'delete'] }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    const question = screen.getByRole('alertdialog');
    expect(within(question).getByText(/10 events go/)).toBeTruthy();
    expect(within(question).getByText(/What velocities counted stays/)).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(sent[0]?.path).toMatch(/\/undo$/));
  });

  it('asks for the file again where this browser does not have it', async () => {
    await show(uploadOf({ state: 'uploading', receivedBytes: 1_000_000, format: null, actions: ['send', 'delete'] }));
    expect(screen.getByText(/Choose history.csv.gz \(4 MB\) again/)).toBeTruthy();
    expect(screen.getByText(/1 MB of 4 MB · 25%/)).toBeTruthy();
  });

  it('names the line at which a file could not be read', async () => {
    await show(uploadOf({ state: 'failed', problem: 'UPLOAD-QUOTES', problemLine: 12, format: null }));
    expect(screen.getByText('The work ended at line 12.')).toBeTruthy();
    expect(screen.getByText(/A quote that nothing closes/)).toBeTruthy();
  });

  it('shows masked values as they are in the file, and offers nothing to those who only look', async () => {
    await show(uploadOf({ isMasked: true, actions: [] }));
    expect(screen.getByText(/Your role sees masks/)).toBeTruthy();
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.queryByRole('button', { name: /Check|Delete|Another/ })).toBeNull();
  });
});

describe('the list of uploads', () => {
  const list = async (uploads: readonly UploadDetail[], address = '/', canWrite = true) => {
    const sent: Sent[] = [];
    const answer: Answer = (request) => {
      sent.push(request);
      return request.method === 'GET' ? { uploads, canWrite } : uploadOf({ state: 'uploading' });
    };
    await renderConsole(<UploadsPage />, { address, answer });
    return sent;
  };

  it('says what each file is, how far it is, and who brought it', async () => {
    const work = { done: 500, total: 1000, secondsLeft: 3 };
    await list([uploadOf({ ...CHECKED }), uploadOf({ id: `${ID.slice(0, -1)}2`, state: 'checking', work })]);
    expect(await screen.findByText('Ready to store')).toBeTruthy();
    for (const said of ['Purchases', 'Mara Lindqvist', '1,000', '50%'])
      expect(screen.getAllByText(said).length).toBeGreaterThan(0);
  });

  it('teaches where there is nothing, and offers the first step only to those who may take it', async () => {
    await list([]);
    expect(await screen.findByText('No history uploaded yet')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /New upload/ }).length).toBeGreaterThan(0);
    cleanup();
    await list([], '/', false);
    expect(await screen.findByText('No history uploaded yet')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /New upload/ })).toBeNull();
  });

  it('begins an upload with the mapping of an earlier file', async () => {
    const sent = await list([uploadOf({ dataSet: 'refunds' })], `/?do=new&like=${ID}`);
    const panel = await screen.findByRole('complementary', { name: 'Upload history' });
    const send = within(panel).getByRole('button', { name: 'Upload' });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    expect(within(panel).getByRole('combobox', { name: 'Data set' })).toHaveProperty('value', 'refunds');
    const input = within(panel).getByLabelText('Choose a file', { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['a,b\n1,2\n'], 'next.csv')] } });
    expect(await within(panel).findByText('next.csv')).toBeTruthy();
    fireEvent.click(within(panel).getByRole('button', { name: 'Upload' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
        dataSet: 'refunds',
        name: 'next.csv',
        sizeBytes: 8,
        mappingOf: ID,
      }),
    );
  });
});
