import type { RetentionDetail } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import '../../testing/no-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { RetentionPage } from './RetentionPage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const ENVIRONMENT = TEST_ENVIRONMENT_ID;
const KEPT = { days: null, from: null };
const kindOf = (kind: RetentionDetail['kinds'][number]['kind'], minDays: number, isChosenHere = true) => ({
  kind,
  minDays,
  isChosenHere,
  inForce: KEPT,
  inherited: KEPT,
});

const DETAIL: RetentionDetail = {
  kinds: [
    kindOf('events', 100),
    kindOf('notes', 7),
    kindOf('attachments', 7),
    kindOf('refusedCalls', 1),
    kindOf('activity', 90, false),
  ],
  own: {},
  maxDays: 3650,
  holds: [
    {
      id: '0f0f0f0f-0000-4000-8000-000000000002',
      environmentId: ENVIRONMENT,
      environment: 'Production',
      scope: 'subject',
      subject: 'customer-4711',
      event: null,
      reason: 'Claim 17',
      placed: { by: 'Mara Lindqvist', at: '2026-03-14T10:00:00.000Z' },
      until: null,
      released: null,
      isActive: true,
    },
  ],
  isHeld: false,
  runs: [
    {
      kind: 'events',
      border: '2025-12-04T00:00:00.000Z',
      startedAt: '2026-03-14T10:00:00.000Z',
      finishedAt: '2026-03-14T10:01:00.000Z',
      storedBefore: 124,
      storedAfter: 53,
      removed: 71,
      removedBytes: 4000,
      oldestBefore: '2025-11-14T00:00:00.000Z',
      oldestAfter: '2025-11-15T00:00:00.000Z',
      held: 3,
      younger: { before: 20, after: 20, digestBefore: 'a1', digestAfter: 'a1' },
    },
  ],
  job: 'done',
  changed: null,
  version: '0',
  canWrite: true,
};

const PREVIEW = {
  kinds: DETAIL.kinds.map(({ kind }) => ({
    kind,
    border: kind === 'events' ? '2025-12-04T00:00:00.000Z' : null,
    stored: 124,
    oldest: '2025-11-14T00:00:00.000Z',
    due: kind === 'events' ? 71 : 0,
    dueBytes: kind === 'events' ? 2_340_000 : 0,
  })),
  environments: 2,
  heldEnvironments: 0,
  holds: 1,
};

const show = async (detail: RetentionDetail = DETAIL) => {
  const sent: { readonly path: string; readonly method: string; readonly body: unknown }[] = [];
  const answer: Answer = ({ path, method, body }) => {
    sent.push({ path, method, body });
    return path.endsWith('/preview') ? PREVIEW : detail;
  };
  await renderConsole(<RetentionPage />, { address: '/adminsettings/retention', answer });
  await screen.findByRole('table', { name: 'How long data is kept' });
  return sent;
};

const isOff = (name: string): boolean => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

describe('how long data is kept', () => {
  it('is saved only once it was looked at what would go', async () => {
    const sent = await show();
    expect(isOff('Save')).toBe(true);
    fireEvent.change(screen.getByRole('combobox', { name: 'Keep: Events' }), { target: { value: 'days' } });
    const days = screen.getByRole('textbox', { name: 'Days: Events' });
    fireEvent.change(days, { target: { value: '30' } });
    await waitFor(() => expect(isOff('What would go now')).toBe(true));
    fireEvent.change(days, { target: { value: '180' } });
    await waitFor(() => expect(isOff('What would go now')).toBe(false));
    expect(isOff('Save')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'What would go now' }));
    const table = screen.getByRole('table', { name: 'How long data is kept' });
    expect(await within(table).findByRole('row', { name: /^Events .* 71 · 2.3 MB$/ })).toBeTruthy();
    await waitFor(() => expect(isOff('Save')).toBe(false));
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.some(({ method }) => method === 'PUT')).toBe(true));
    expect(within(table).getByText('Chosen at the root')).toBeTruthy();
  });

  it('shows what runs removed and the proof, and asks why a hold is released', async () => {
    const sent = await show();
    const runs = screen.getByRole('table', { name: 'Runs' });
    expect(within(runs).getByRole('row', { name: /124 71 53 3 .* All there: 20 \(a1\)/ })).toBeTruthy();
    expect(isOff('Run now')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Release' }));
    const reason = screen.getByRole('textbox', { name: 'Why is the hold on “Person customer-4711” released?' });
    fireEvent.change(reason, { target: { value: 'Settled' } });
    fireEvent.click(screen.getAllByRole('button', { name: 'Release' }).at(-1) as HTMLElement);
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/release'))).toBe(true));
  });

  it('is only read by others, and says that all is held', async () => {
    await show({ ...DETAIL, canWrite: false, isHeld: true });
    expect(screen.getByText('Held: nothing goes')).toBeTruthy();
    for (const name of ['Save', 'Run now', 'Place hold', 'Release'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
