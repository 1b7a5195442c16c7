import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { ApiRequestsPage } from './ApiRequestsPage.tsx';

const PURCHASE = '/v1.0/MerchantServices/events/Purchase';
const GROUP = {
  path: PURCHASE,
  calls: 1234,
  perMinute: 0.857,
  accepted: 1200,
  refused: 30,
  failed: 4,
  latencyMs: { p50: 5, p95: 15, p99: null },
};
const requests = (groups: readonly object[]) => ({
  from: '2026-11-20T10:30:00.000Z',
  to: '2026-11-21T10:30:00.000Z',
  groups,
  buckets: [{ from: '2026-11-20T10:30:00.000Z', to: '2026-11-21T10:30:00.000Z', counts: { [PURCHASE]: 1234 } }],
});

describe('requests of the public API', () => {
  beforeAll(giveLayout);
  afterEach(cleanup);

  it('stand by address with how they were answered and how fast, and lead to their errors', async () => {
    const { address } = await renderConsole(<ApiRequestsPage />, { answer: () => requests([GROUP]) });
    expect(await screen.findByText('1,234 calls')).toBeDefined();
    for (const cell of ['0.86', '1,200', '30', '4', '≤ 5 ms', '≤ 15 ms', '–']) {
      expect(await screen.findByText(cell)).toBeDefined();
    }
    fireEvent.click(screen.getByText(PURCHASE));
    await waitFor(() => expect(decodeURIComponent(address())).toContain(`api=${PURCHASE}`));
    const errors = screen.getByRole('link', { name: `30 errors of ${PURCHASE}` });
    expect(decodeURIComponent(errors.getAttribute('href') ?? '')).toContain(`errors?api=${PURCHASE}`);
  });

  it('keep the period from tab to tab, and say where there were no calls', async () => {
    await renderConsole(<ApiRequestsPage />, { address: '/?period=7d', answer: () => requests([]) });
    expect(await screen.findByText('No calls in this period')).toBeDefined();
    expect(screen.getByRole('button', { name: '7 days' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('link', { name: 'Errors' }).getAttribute('href')).toContain('period=7d');
  });
});
