import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { keepLayout } from '../../testing/keep-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { GraphExplorerPage } from './GraphExplorerPage.tsx';
import type { GraphAnswer } from './model/graph-model.ts';

keepLayout();

const node = (kind: GraphAnswer['nodes'][number]['kind'], value: string, steps: number) => ({
  kind,
  value,
  steps,
  isMasked: false,
  name: null,
  isFollowed: true,
  fraudLabel: 'None' as const,
});
const event = (eventId: string, nodes: number[], fraudLabel: 'Fraud' | 'None' = 'None') => ({
  environmentId: TEST_ENVIRONMENT_ID,
  eventType: 'purchase',
  eventId,
  eventTime: `2026-11-0${nodes.length}T08:00:00.000Z`,
  decision: 'Reject' as const,
  fraudLabel,
  amount: 10,
  currency: 'EUR',
  case: null,
  nodes,
});
const ANSWER: GraphAnswer = {
  nodes: [
    node('deviceId', 'dev-1', 0),
    node('userId', 'ana', 1),
    node('userId', 'ben', 1),
    node('email', 'b@x.example', 1),
  ],
  events: [event('p-1', [1, 0], 'Fraud'), event('p-2', [2, 3, 0])],
  seeds: [0],
  isCut: true,
  asOf: '2026-11-05T09:30:00.000Z',
};

const LIST = {
  id: '00000000-0000-4000-8000-00000000000a',
  name: 'Blocked',
  description: '',
  source: 'csv',
  connection: null,
  hasSecret: false,
  columns: ['value', 'note', 'kind'],
  rowCount: 1,
  sizeBytes: 10,
  contentVersion: 1,
  expiryColumn: null,
  usedBy: [],
  changed: { by: 'Mara', at: '2026-11-01T08:00:00.000Z' },
  version: '1',
};

const show = async (query: string, answer: GraphAnswer = ANSWER) => {
  const bodies: unknown[] = [];
  const writes: { readonly path: string; readonly body: unknown }[] = [];
  const answers: Answer = ({ path, method, body }) => {
    if (path.endsWith('/search/attributes')) return { attributes: [], observations: [], canWrite: false };
    if (path.endsWith('/lists')) return { lists: [LIST], canWrite: true };
    if (method === 'POST' && !path.endsWith('/search/graph')) {
      writes.push({ path, body });
      return path.endsWith('/rows')
        ? LIST
        : { notes: [], attachments: [], drafts: [], canWrite: true, canManage: false };
    }
    if (!path.endsWith('/search/graph')) return new Response(null, { status: 404 });
    bodies.push(body);
    return answer;
  };
  const view = await renderConsole(<GraphExplorerPage />, { address: `/data/explorer${query}`, answer: answers });
  return { ...view, bodies, writes };
};

/** Chooses the value in hand and the one below it. */
const chooseTwo = async (grid: HTMLElement, address: () => string): Promise<void> => {
  fireEvent.keyDown(grid, { key: 'x' });
  fireEvent.keyDown(grid, { key: 'j' });
  await waitFor(() => expect(address()).toContain('x.example'));
  fireEvent.keyDown(grid, { key: 'x' });
  expect(await screen.findByText('2 selected')).toBeTruthy();
};

describe('the graph explorer', () => {
  it('says before it is asked which kinds of values there are, and asks nothing', async () => {
    const { bodies } = await show('');
    expect(await screen.findByText('Linked with Customer id, IP address')).toBeTruthy();
    expect(bodies).toEqual([]);
  });

  it('lists what is connected, fraud first, and what is known of the value in hand', async () => {
    const { bodies } = await show('?kind=deviceId&value=dev-1');
    const grid = await screen.findByRole('grid', { name: 'Values, as in the picture' });
    expect(
      within(grid)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringContaining('dev-1'),
      expect.stringContaining('ana'),
      expect.stringContaining('b@x.example'),
      expect.stringContaining('ben'),
    ]);
    expect(bodies).toMatchObject([{ seed: { of: 'value', kind: 'deviceId', value: 'dev-1' }, steps: 2, limit: 500 }]);
    expect(screen.getByText('Not all are shown')).toBeTruthy();
    fireEvent.click(within(grid).getByText('ben'));
    expect(await screen.findByRole('button', { name: /Start here/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Search these events/ }).getAttribute('href')).toContain(
      'userId%7Eis%7Eben',
    );
  });

  it('sends chosen values to columns of a list, by keyboard alone', async () => {
    const { writes, address } = await show('?kind=deviceId&value=dev-1&at=userId+ana');
    const grid = await screen.findByRole('grid', { name: 'Values, as in the picture' });
    await chooseTwo(grid, address);
    fireEvent.keyDown(grid, { key: 'b' });
    fireEvent.change(await screen.findByLabelText('Column for Kind'), { target: { value: 'kind' } });
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
    expect(writes.map(({ body }) => body)).toEqual([
      {
        version: '1',
        changes: [
          { kind: 'add', cells: ['ana', '', 'Customer id'] },
          { kind: 'add', cells: ['b@x.example', '', 'E-mail'] },
        ],
      },
    ]);
  });

  it('puts a value beside a case as a note of its event', async () => {
    const waiting = { id: LIST.id, queueId: LIST.id, isOpen: true };
    const { writes } = await show('?kind=deviceId&value=dev-1&at=userId+ben', {
      ...ANSWER,
      events: [
        { ...event('p-1', [1, 0]), case: null },
        { ...event('p-2', [2, 3, 0]), case: waiting },
      ],
    });
    const grid = await screen.findByRole('grid', { name: 'Values, as in the picture' });
    fireEvent.keyDown(grid, { key: 'c' });
    const note = await screen.findByLabelText<HTMLTextAreaElement>('Note');
    expect(note.value).toBe('Customer id: ben (1 event)');
    fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    expect(await screen.findByRole('link', { name: 'p-2' })).toBeTruthy();
    expect(writes).toMatchObject([{ path: expect.stringContaining('/p-2/notes'), body: { text: note.value } }]);
  });

  it('joins only values of one kind in a search', async () => {
    const { address } = await show('?kind=deviceId&value=dev-1&at=userId+ana');
    const grid = await screen.findByRole('grid', { name: 'Values, as in the picture' });
    await chooseTwo(grid, address);
    expect(screen.queryByRole('link', { name: /Search these events/ })).toBeNull();
  });

  it('leads from one value to another', async () => {
    await show('?kind=deviceId&value=dev-1&from=userId+ana&at=userId+ben');
    expect(await screen.findByText('ana → dev-1 → ben')).toBeTruthy();
  });

  it('starts anew from a value on Enter', async () => {
    const { bodies } = await show('?kind=deviceId&value=dev-1&at=userId+ben');
    const grid = await screen.findByRole('grid', { name: 'Values, as in the picture' });
    fireEvent.keyDown(grid, { key: 'Enter' });
    await screen.findByDisplayValue('ben');
    expect(bodies.at(-1)).toMatchObject({ seed: { kind: 'userId', value: 'ben' } });
  });

  it('says that no event has a value', async () => {
    await show('?kind=email&value=none@x.example', { ...ANSWER, nodes: [], events: [], seeds: [] });
    expect(await screen.findByText('No event has this value')).toBeTruthy();
  });
});
