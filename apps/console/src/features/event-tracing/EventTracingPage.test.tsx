import type { TraceSubscription } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { EventTracingPage } from './EventTracingPage.tsx';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51';
const AT = '2026-11-28T10:00:00.000Z';

const subscription: TraceSubscription = {
  id: ID,
  name: 'To the warehouse',
  description: '',
  events: ['assessments', 'audit'],
  kind: 'webhook',
  settings: { url: 'https://warehouse.example/in' },
  secretNames: ['signing'],
  filter: '',
  projection: '',
  masked: true,
  state: 'failing',
  sentPerHour: 120,
  failedPerHour: 2.5,
  lagMs: 4000,
  problem: { code: 'busy', message: 'The receiver answered 503.', at: AT },
  deadLetters: 1,
  created: { by: 'Mara Lindqvist', at: AT },
  changed: { by: 'Mara Lindqvist', at: AT },
  version: 'v1',
};

const show = async (address: string, given: { readonly canWrite?: boolean; readonly none?: boolean } = {}) => {
  const writes: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  const answer: Answer = ({ method, path, body }) => {
    if (method !== 'GET') {
      writes.push({ method, path, body });
      if (path.endsWith('/check')) return { found: { host: 'warehouse.example' }, problem: null };
      if (path.endsWith('/secret')) return { secret: 'whsec_c2VjcmV0' };
      if (path.endsWith('/test'))
        return { found: {}, problem: { code: 'busy', message: 'The receiver answered 503.' } };
      return subscription;
    }
    if (path.endsWith('/samples')) return { samples: [{ event: 'audit', sample: { uniqueId: 'sample' } }] };
    if (path.endsWith('/dead-letters')) {
      const letter = { source: 'log', position: 12, name: 'FraudProtection.Assessments.Purchase', tries: 3, at: AT };
      return { deadLetters: [{ ...letter, problem: 'The receiver answered 422.', isReplayed: false }] };
    }
    if (path.endsWith('/lags')) {
      const ends = [100, 250, 300_000, null];
      return { spans: ends.map((endMs, at) => ({ endMs, events: [90, 9, 0, 1][at] })), p50: 0, p90: 0, p99: 1 };
    }
    const subscriptions = given.none === true ? [] : [subscription];
    return { subscriptions, limit: 50, canWrite: given.canWrite ?? true, hasDirectory: false };
  };
  await renderConsole(<EventTracingPage />, { address, answer });
  return writes;
};

beforeAll(giveLayout);
afterEach(cleanup);

describe('event tracing', () => {
  it('lists subscriptions with events, destination, state, rates, lag and the last error', async () => {
    await show('/data/eventtracing');
    await screen.findByText('To the warehouse');
    const row = screen.getAllByRole('row')[1]?.textContent ?? '';
    for (const said of ['Assessments, Audit', 'Webhook: https://warehouse.example/in', 'Failing', '120', '2.50', '503'])
      expect(row).toContain(said);
    expect(screen.getByText('Failing: 1')).toBeTruthy();
  });

  it('makes a subscription whose destination was tried before', async () => {
    const writes = await show('/data/eventtracing?do=new', { none: true });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Audit trail' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Address' }), {
      target: { value: 'https://desk.example/in' },
    });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Audit' }));
    fireEvent.click(screen.getByRole('button', { name: 'Test connection' }));
    await screen.findByText('The destination accepted it');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(writes).toHaveLength(2));
    expect(writes[1]?.body).toEqual({
      name: 'Audit trail',
      description: '',
      events: ['audit'],
      kind: 'webhook',
      settings: { url: 'https://desk.example/in' },
      secrets: {},
      filter: '',
      projection: '',
      masked: true,
    });
  });

  it('shows what was refused, and sends it again', async () => {
    const writes = await show(`/data/eventtracing?subscription=${ID}`);
    const letters = await screen.findByRole('region', { name: 'Dead letters' });
    fireEvent.click(within(letters).getByRole('button', { name: 'Send all again' }));
    await waitFor(() => expect(writes[0]?.path).toContain(`/${ID}/dead-letters/replay`));
    expect(await within(letters).findByText('The receiver answered 422.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send test events' }));
    expect(await screen.findByText('Nothing can be sent')).toBeTruthy();
  });

  it('shows how long events took, as bars and as a table', async () => {
    await show(`/data/eventtracing?subscription=${ID}`);
    const lags = await screen.findByRole('region', { name: 'Time to delivery' });
    expect(await within(lags).findByText('p50 up to 100 ms · p90 up to 100 ms · p99 up to 250 ms')).toBeTruthy();
    fireEvent.click(within(lags).getByRole('button', { name: 'As a table' }));
    const rows = within(lags).getAllByRole('row');
    expect(new Set(rows.map(({ textContent }) => textContent))).toEqual(
      new Set(['TimeEvents', 'up to 100 ms90', 'up to 250 ms9', 'up to 5 min0', 'above 5 min1']),
    );
  });

  it('offers nothing to change to people who only read', async () => {
    await show(`/data/eventtracing?subscription=${ID}`, { canWrite: false });
    await screen.findByText('The receiver answered 422.');
    expect(screen.queryByRole('button', { name: 'Send test events' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New subscription' })).toBeNull();
  });
});
