import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { RUNNING_FILL } from '../../testing/fixtures.ts';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { SearchPage } from './SearchPage.tsx';

const row = (n: number, change: object = {}) => ({
  environmentId: TEST_ENVIRONMENT_ID,
  eventType: 'purchase',
  eventId: `pur-${n}`,
  eventTime: '2026-11-21T14:00:00.000Z',
  receivedAt: '2026-11-21T14:00:00.000Z',
  decision: 'Reject',
  reason: 'LIMIT',
  rule: 'Limits',
  clause: 'Over the limit',
  riskScore: null,
  amount: 250,
  currency: 'EUR',
  userId: `u-${n}`,
  userName: `Person ${n}`,
  email: null,
  ipAddress: null,
  country: 'DE',
  deviceId: null,
  fraudLabel: 'None',
  status: null,
  ...change,
});

const asOf = '2026-11-21T14:32:05.000Z';

const answering =
  (rows: readonly object[], asked: unknown[] = []): Answer =>
  ({ path, body }) => {
    if (path.endsWith('/search/attributes')) return { attributes: [], observations: [], canWrite: true };
    if (path.includes('/search/')) asked.push(body);
    if (path.endsWith('/search/events')) return { rows, nextCursor: null, asOf };
    if (path.endsWith('/search/summary'))
      return {
        total: rows.length,
        amount: 500,
        currency: 'EUR',
        decisions: { Reject: rows.length },
        labelledFraud: 0,
        bucketMs: 1_800_000,
        buckets: [{ from: '2026-11-21T14:00:00.000Z', decisions: { Reject: rows.length } }],
        ruleNames: [],
        facets: {
          clause: [{ rule: 'Limits', value: 'Over the limit', events: 2 }],
          country: [{ value: null, events: 1 }],
          reason: [],
        },
        asOf,
      };
    return new Response(null, { status: 404 });
  };

const TIER = {
  eventType: 'purchase',
  field: 'own:customData.tier',
  path: 'customData.tier',
  name: '',
  type: 'string',
  kept: { id: 'a1', isHere: true, made: { by: 'Priya', at: asOf }, work: null },
};

describe('a search by an attribute that was made searchable', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  const show = (attribute: object, address: string) =>
    renderConsole(<SearchPage />, {
      address,
      answer: (request) =>
        request.path.endsWith('/search/attributes')
          ? { attributes: [attribute], observations: [], canWrite: true }
          : answering([row(1, { own: [{ path: 'customData.tier', values: ['gold'] }] })])(request),
    });
  const ASKED = '/?range=13mo&where=own%3AcustomData.tier~is~gold';

  it('shows its values, and says that stored events are still looked through', async () => {
    await show({ ...TIER, kept: { ...TIER.kept, work: RUNNING_FILL } }, ASKED);
    expect(await screen.findByText(/customData.tier: stored events are still being looked through, 40%/)).toBeDefined();
    expect(within(screen.getByRole('grid', { name: 'Events found' })).getByText('gold')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Show attribute' }).getAttribute('href')).toContain('attribute=purchase');
  });

  it('says since when events are found by it, unless stored ones were looked through', async () => {
    await show(TIER, ASKED);
    expect(await screen.findByText(/customData.tier: only events since/)).toBeDefined();
    cleanup();
    await show({ ...TIER, kept: { ...TIER.kept, work: { ...RUNNING_FILL, status: 'done' } } }, ASKED);
    await screen.findByText('gold', { selector: '[role=gridcell] *, [role=gridcell]' });
    expect(screen.queryByText(/only events since/)).toBe(null);
  });
});

describe('a search by a condition', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  const page = (n: number, nextCursor: string | null, unknown: readonly object[] = []) => ({
    rows: [row(n)],
    nextCursor,
    asked: 1000,
    share: nextCursor === null ? 1 : 0.4,
    isByIndex: false,
    errors: { events: 0, messages: [] },
    unknown,
    asOf,
  });
  const ADDRESS = `/?fql=${encodeURIComponent('@"totalAmount" > 500')}`;

  it('goes on by itself until everything was looked at, and says what was not recorded', async () => {
    const asked: { cursor: string | null }[] = [];
    await renderConsole(<SearchPage />, {
      address: ADDRESS,
      answer: ({ path, body }) => {
        if (!path.endsWith('/search/scan')) return answering([])({ path, body } as Parameters<Answer>[0]);
        asked.push(body as { cursor: string | null });
        return asked.length === 1 ? page(1, 'more') : page(2, null, [{ kind: 'velocity', name: 'tries', events: 3 }]);
      },
    });
    expect(await screen.findByText('2 events')).toBeDefined();
    expect(asked).toMatchObject([
      { condition: '@"totalAmount" > 500', cursor: null },
      { condition: '@"totalAmount" > 500', cursor: 'more' },
    ]);
    expect(screen.getByText('2,000 events looked at')).toBeDefined();
    expect(screen.getByText(/“tries” was not recorded with 3 events/)).toBeDefined();
    expect(within(screen.getByRole('grid', { name: 'Events found' })).getAllByRole('row').length).toBe(3);
  });

  it('stops when it is asked to, and goes on from there', async () => {
    let calls = 0;
    await renderConsole(<SearchPage />, {
      address: ADDRESS,
      answer: async ({ path, body }) => {
        if (!path.endsWith('/search/scan')) return answering([])({ path, body } as Parameters<Answer>[0]);
        calls += 1;
        if (calls === 2) await new Promise(() => undefined);
        return calls === 1 ? page(1, 'more') : page(2, null);
      },
    });
    expect(await screen.findByText('1 event so far')).toBeDefined();
    await waitFor(() => expect(calls).toBe(2));
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Go on' }));
    expect(await screen.findByText('2 events')).toBeDefined();
  });
});

describe('the search page', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('asks what the address says and shows rows and counts', async () => {
    const asked: unknown[] = [];
    await renderConsole(<SearchPage />, {
      address: '/?where=decision~is~Reject',
      answer: answering([row(1), row(2)], asked),
    });
    await screen.findByText('2 events');
    expect(within(screen.getByRole('grid', { name: 'Events found' })).getByText('Person 2')).toBeDefined();
    const filters = [{ field: 'decision', operator: 'is', values: ['Reject'] }];
    expect(asked).toContainEqual(expect.objectContaining({ includeChildren: true, filters }));
  });

  it('narrows by a frequent value, by its absence, and by the value of a cell', async () => {
    const { address } = await renderConsole(<SearchPage />, { answer: answering([row(1)]) });
    fireEvent.click(await screen.findByRole('button', { name: /^Limits · Over the limit/ }));
    await waitFor(() =>
      expect(decodeURIComponent(address())).toContain('where=rule~is~Limits;clause~is~Over%20the%20limit'),
    );
    const countries = await screen.findByRole('group', { name: 'Country' });
    fireEvent.click(within(countries).getByRole('button'));
    await waitFor(() => expect(address()).toContain('country%7EisEmpty'));
    fireEvent.pointerEnter((await screen.findByText('Person 1')).closest('[role="row"]') as Element);
    fireEvent.click(await screen.findByRole('button', { name: 'Only this value: Customer' }));
    await waitFor(() => expect(address()).toContain('userId%7Eis%7Eu-1'));
  });

  it('sorts by a press on the head of a column, and offers the order of time where that is refused', async () => {
    const asked: { sort?: object }[] = [];
    await renderConsole(<SearchPage />, {
      answer: (request) => {
        const { sort } = (request.body ?? {}) as { sort?: { field: string } };
        if (sort?.field !== 'eventId') return answering([row(1), row(2)], asked)(request);
        return Response.json({ code: 'SRCH-SORT-TOO-MANY', status: 422, title: 'Too many' }, { status: 422 });
      },
    });
    const grid = await screen.findByRole('grid', { name: 'Events found' });
    const head = (name: RegExp) => within(grid).getByRole('columnheader', { name });
    expect(head(/^Time/).getAttribute('aria-sort')).toBe('descending');
    fireEvent.click(head(/^Amount/));
    await waitFor(() => expect(asked.at(-1)?.sort).toEqual({ field: 'amount', direction: 'descending' }));
    await waitFor(() => expect(head(/^Amount/).getAttribute('aria-sort')).toBe('descending'));
    fireEvent.click(head(/^Amount/));
    await waitFor(() => expect(asked.at(-1)?.sort).toEqual({ field: 'amount', direction: 'ascending' }));
    fireEvent.click(head(/^Event/));
    fireEvent.click(await screen.findByRole('button', { name: 'Sort by time, newest first' }));
    await waitFor(() => expect(screen.getByRole('grid', { name: 'Events found' })).toBeDefined());
  });

  it('does things with the rows that are chosen, by keyboard too', async () => {
    const asked: { eventType?: string; events?: object[]; filters?: object[] }[] = [];
    await renderConsole(<SearchPage />, {
      answer: (request) => {
        const { path, body } = request;
        if (path.endsWith('/lists'))
          return { lists: [{ id: 'l1', name: 'Bad', columns: ['value'], source: 'csv', version: 'v1' }] };
        if (path.endsWith('/search/cases')) {
          asked.push(body as object);
          const events = (body as { events: object[] }).events.map((event) => ({
            ...event,
            eventType: 'purchase',
            eventTime: asOf,
            case: { id: 'c1', queueId: 'q1', isOpen: true },
          }));
          return { events };
        }
        return answering([1, 2, 3].map((n) => row(n, { deviceId: 'd-1' })))(request);
      },
    });
    const grid = await screen.findByRole('grid', { name: 'Events found' });
    await within(grid).findByText('pur-3');
    act(() => grid.focus());
    const press = (key: string, shiftKey = false) => fireEvent.keyDown(grid, { key, shiftKey });
    press('ArrowDown', true);
    const bar = await screen.findByRole('toolbar', { name: '2 selected' });
    press('ArrowDown', true);
    await screen.findByRole('toolbar', { name: '3 selected' });
    press(' ', true);
    await screen.findByRole('toolbar', { name: '2 selected' });
    const graph = within(screen.getByRole('toolbar', { name: '2 selected' })).getByRole('link', {
      name: /Open in graph/,
    });
    expect(graph.getAttribute('href')).toContain('kind=deviceId&value=d-1');
    expect(bar).toBeDefined();
    press('b');
    const values = await screen.findByRole('combobox', { name: 'Values of' });
    expect(
      within(values)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(expect.arrayContaining([expect.stringMatching(/2 values$/), expect.stringMatching(/1 value$/)]));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    press('c');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })).value).toMatch(
      /^pur-1, .*\npur-2, /,
    );
    expect(asked[0]).toEqual({
      eventType: 'purchase',
      events: ['pur-1', 'pur-2'].map((eventId) => ({ eventEnvironmentId: TEST_ENVIRONMENT_ID, eventId })),
    });
  });

  it('peeks with Space and follows the list', async () => {
    await renderConsole(<SearchPage />, { answer: answering([row(1), row(2)]) });
    await screen.findByText('Person 1');
    const grid = screen.getByRole('grid');
    fireEvent.focus(grid);
    fireEvent.keyDown(grid, { key: ' ' });
    expect(await screen.findByRole('heading', { name: /1 of 2/ })).toBeDefined();
    fireEvent.keyDown(grid, { key: 'j' });
    expect(await screen.findByRole('heading', { name: /2 of 2/ })).toBeDefined();
    fireEvent.keyDown(grid, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('heading', { name: /of 2/ })).toBeNull());
  });

  it('links each row to its event, the question included', async () => {
    await renderConsole(<SearchPage />, { address: '/?range=7d', answer: answering([row(1)]) });
    const link = await screen.findByRole('link', { name: 'pur-1' });
    expect(link.getAttribute('href')).toContain(`/search/purchase/${TEST_ENVIRONMENT_ID}/pur-1?range=7d`);
  });

  it('offers to widen the time range where nothing fits', async () => {
    const { address } = await renderConsole(<SearchPage />, { answer: answering([]) });
    fireEvent.click(await screen.findByRole('button', { name: 'Widen the time range' }));
    await waitFor(() => expect(address()).toContain('range=7d'));
  });

  it('says what failed and keeps the question', async () => {
    const failure = {
      type: 'about:blank',
      title: 'x',
      status: 400,
      code: 'SRCH-QUERY-INVALID',
      params: {},
      correlationId: 'c',
    };
    await renderConsole(<SearchPage />, { answer: () => Response.json(failure, { status: 400 }) });
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.getByText('SRCH-QUERY-INVALID')).toBeDefined();
    expect(screen.getByRole('button', { name: /in the last 24 hours/ })).toBeDefined();
  });
});
