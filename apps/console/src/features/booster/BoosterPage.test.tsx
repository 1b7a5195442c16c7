import type { BoosterDetail, BoosterPreview, BoosterSharings } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import '../../testing/no-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { BoosterPage } from './BoosterPage.tsx';

beforeAll(giveLayout);
afterEach(cleanup);

const CALL = '0f0f0f0f-0000-4000-8000-000000000001';
const CHILD = '0f0f0f0f-0000-4000-8000-000000000002';

const DETAIL: BoosterDetail = {
  optedIn: false,
  attributes: [],
  holdoutPercent: 0,
  connectors: [],
  inheritedFrom: null,
  isChosenHere: false,
  consent: null,
  consentVersion: 1,
  below: [{ id: CHILD, name: 'Shop', isChosenThere: true, optedIn: false }],
  calls: [{ id: CALL, name: 'firstBank', unknownParameters: ['shelf'] }],
  changed: null,
  version: '0',
  canWrite: true,
};

const SHARINGS: BoosterSharings = {
  from: '2026-02-12T10:00:00.000Z',
  counts: [{ connector: 'First Bank', waiting: 0, sent: 41, accepted: 40, declined: 1, failed: 2, heldOut: 3 }],
  newest: [
    {
      environmentId: TEST_ENVIRONMENT_ID,
      environmentName: 'Production',
      eventId: 'order-1',
      receivedAt: '2026-03-14T10:00:00.000Z',
      state: 'sent',
      attempts: 1,
      connector: 'First Bank',
      bin: '411111',
      network: 'Visa',
      httpStatus: 200,
      answer: 'accepted',
      reference: 'ref-7',
      problem: null,
      finishedAt: '2026-03-14T10:00:01.000Z',
    },
  ],
};

const PREVIEW: BoosterPreview = {
  purchase: { eventId: 'order-9', receivedAt: '2026-03-14T10:00:00.000Z' },
  connector: 'First Bank',
  fields: [{ name: 'email', value: 'n•••@mailbox.example', isRaw: true, isMasked: true }],
};

const show = async (changes: Partial<BoosterDetail> = {}, sharings: BoosterSharings = SHARINGS) => {
  const detail = { ...DETAIL, ...changes };
  const sent: { readonly method: string; readonly body: unknown }[] = [];
  const answer: Answer = ({ path, method, body }) => {
    sent.push({ method, body });
    if (path.endsWith('/preview')) return PREVIEW;
    return path.endsWith('/sharings') ? sharings : detail;
  };
  await renderConsole(<BoosterPage />, { address: '/settings/transactionacceptancebooster/optin', answer });
  return sent;
};

describe('the page of the booster', () => {
  it('shares nothing before a connector is there and the opened terms are agreed to', async () => {
    const sent = await show();
    expect(await screen.findByText('Never chosen: nothing is shared.')).toBeDefined();
    fireEvent.click(screen.getByRole('switch', { name: 'Acceptance booster service' }));
    fireEvent.click(screen.getByRole('button', { name: 'Add connector' }));
    const row = screen.getByRole('group', { name: 'New connector' });
    fireEvent.change(within(row).getByRole('textbox', { name: 'Issuer or network' }), {
      target: { value: 'First Bank' },
    });
    const named = screen.getByRole('group', { name: 'First Bank' });
    fireEvent.change(within(named).getByRole('textbox', { name: 'BINs and ranges' }), {
      target: { value: '411111, 510000-510099' },
    });
    expect(within(named).getByText('Parameters of the call that stay empty: shelf')).toBeDefined();
    const agree = screen.getByRole('checkbox', { name: /^I agree/ });
    expect(agree).toHaveProperty('disabled', true);
    fireEvent(screen.getByText('Terms and participants').closest('details') as HTMLElement, new Event('toggle'));
    await waitFor(() => expect(agree).toHaveProperty('disabled', false));
    fireEvent.click(agree);
    expect(screen.getByText('Saving ends the choices of: Shop')).toBeDefined();
    const save = screen.getByRole('button', { name: 'Save' });
    await waitFor(() => expect(save.getAttribute('aria-disabled')).not.toBe('true'));
    fireEvent.click(save);
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({
        method: 'PUT',
        body: {
          optedIn: true,
          consentVersion: 1,
          connectors: [{ name: 'First Bank', callId: CALL, bins: ['411111', '510000-510099'], networks: [] }],
        },
      }),
    );
  });

  it('shows what would be sent, and what became of purchases', async () => {
    await show();
    fireEvent.click(await screen.findByRole('button', { name: 'Show a real purchase' }));
    const preview = await screen.findByRole('table', { name: 'What would be sent' });
    expect(within(preview).getByText(/masked for you/)).toBeDefined();
    const counts = screen.getByRole('table', { name: 'By connector' });
    expect(within(counts).getByRole('row', { name: /^First Bank 41 40 1 2 3 0/ })).toBeDefined();
    expect(screen.getByText('Used by the issuer · ref-7')).toBeDefined();
  });

  it('says where the choice comes from, and lets readers only read', async () => {
    const empty = { ...SHARINGS, counts: [], newest: [] };
    await show({ inheritedFrom: { id: CHILD, name: 'Root' }, optedIn: true, canWrite: false, below: [] }, empty);
    expect(await screen.findByText(/^Chosen in Root, above this environment/)).toBeDefined();
    expect(screen.getByText('No purchase was shared yet.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.getByRole('switch', { name: 'Acceptance booster service' })).toHaveProperty('disabled', true);
  });
});
