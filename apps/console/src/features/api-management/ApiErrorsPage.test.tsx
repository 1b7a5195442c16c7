import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { ApiErrorsPage } from './ApiErrorsPage.tsx';

const PURCHASE = '/v1.0/MerchantServices/events/Purchase';
const LABEL = '/v1.0/MerchantServices/events/Label';

const group = (code: string, path: string, count: number, status = 400) => ({
  id: `${code} ${path}`,
  code,
  status,
  path,
  count,
  lastAt: '2026-11-21T10:00:00.000Z',
  lastMessage: `${code} was said`,
});
const errors = (groups: readonly ReturnType<typeof group>[], keptSince: string | null = null) => ({
  from: '2026-11-20T10:30:00.000Z',
  to: '2026-11-21T10:30:00.000Z',
  groups,
  buckets: [
    { from: '2026-11-20T10:30:00.000Z', to: '2026-11-20T22:30:00.000Z', counts: {} },
    {
      from: '2026-11-20T22:30:00.000Z',
      to: '2026-11-21T10:30:00.000Z',
      counts: Object.fromEntries(groups.map(({ id, count }) => [id, count])),
    },
  ],
  keptSince,
});
const SAMPLE = {
  at: '2026-11-21T10:00:00.000Z',
  correlationId: 'c0ffee00-0000-4000-8000-000000000001',
  clientId: 'shop-back-end',
  environmentId: null,
  environmentReference: '/nowhere',
  message: 'Input validation failed - $.totalAmount: is no number',
  excerpt: '{"totalAmount":"x xxx"}',
};
const BOTH = [group('REQ-INVALID', PURCHASE, 7), group('AUTH-FORBIDDEN', LABEL, 2, 403)];

const answering =
  (answer: object, asked: string[] = []): Answer =>
  ({ path }) => {
    asked.push(path.split('/apimanagement/')[1] ?? path);
    return path.includes('/samples') ? { samples: [SAMPLE] } : answer;
  };

describe('errors of the public API', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('stand in a grid with what was said last; one in hand shows its newest calls', async () => {
    const asked: string[] = [];
    const { address } = await renderConsole(<ApiErrorsPage />, { answer: answering(errors(BOTH), asked) });
    expect(await screen.findByText('9 refused calls')).toBeDefined();
    fireEvent.click(await screen.findByText('400 Bad Request'));
    const panel = await screen.findByRole('complementary', { name: '400 Bad Request · REQ-INVALID' });
    expect(await within(panel).findByText('{"totalAmount":"x xxx"}')).toBeDefined();
    expect(within(panel).getByText('not found: /nowhere')).toBeDefined();
    expect(address()).toContain('error=REQ-INVALID');
    expect(asked.some((each) => each.startsWith('errors/REQ-INVALID/samples'))).toBe(true);
    fireEvent.keyDown(panel, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  });

  it('open with one press, also where it gives the grid the focus', async () => {
    await renderConsole(<ApiErrorsPage />, { answer: answering(errors(BOTH)) });
    const cell = await screen.findByText('400 Bad Request');
    fireEvent.pointerDown(cell);
    fireEvent.focus(screen.getByRole('grid'));
    fireEvent.click(cell);
    expect(await screen.findByRole('complementary', { name: /REQ-INVALID$/ })).toBeDefined();
    expect(screen.getByRole('row', { selected: true })).toBeDefined();
  });

  it('are narrowed by API and period, which stand in the address', async () => {
    const { address } = await renderConsole(<ApiErrorsPage />, { answer: answering(errors(BOTH)) });
    fireEvent.change(await screen.findByRole('combobox', { name: 'API' }), { target: { value: LABEL } });
    expect(await screen.findByText('2 refused calls')).toBeDefined();
    expect(screen.queryByText('400 Bad Request')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '7 days' }));
    await waitFor(() => expect(address()).toContain('period=7d'));
  });

  it('say that there are none, and how far back is known', async () => {
    const { unmount } = await renderConsole(<ApiErrorsPage />, { answer: answering(errors([])) });
    expect(await screen.findByText('No errors in this period')).toBeDefined();
    unmount();
    await renderConsole(<ApiErrorsPage />, { answer: answering(errors(BOTH, '2026-11-21T01:00:00.000Z')) });
    expect(await screen.findByText(/Only the newest calls are kept/)).toBeDefined();
  });
});
