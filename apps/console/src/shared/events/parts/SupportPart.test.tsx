import type { EventDetail } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { BLOCKED_EMAIL } from '../../../testing/fixtures.ts';
import { renderConsole, testMe, type Answer } from '../../../testing/render-console.tsx';
import { SupportPart } from './SupportPart.tsx';

const ENVIRONMENT = '00000000-0000-4000-8000-000000000001';

const detail = {
  environmentId: ENVIRONMENT,
  request: { user: { email: 'a@x.example', userId: 'nora' } },
} as unknown as EventDetail;

const answering =
  (sent: unknown[] = []): Answer =>
  ({ method, path, body }) => {
    if (method !== 'POST') return { current: path.includes('/email/') ? BLOCKED_EMAIL : null, earlier: [] };
    sent.push([path.split('/supportlists')[1], body]);
    return {
      results: [{ line: 1, value: 'nora', outcome: 'added', before: null, problem: null }],
      list: {
        entity: 'userId',
        name: 'User Support List',
        column: 'UserIds',
        attribute: 'user.userId',
        counts: { Safe: 1, Watch: 0, Block: 0 },
        expiringSoon: 0,
        usedBy: [],
        changed: null,
      },
    };
  };

describe('support lists on the page of an event', () => {
  afterEach(cleanup);

  it('say what stands about each value, and take another status with its reason', async () => {
    const sent: unknown[] = [];
    await renderConsole(<SupportPart detail={detail} />, { answer: answering(sent) });
    expect(await screen.findByText('Chargeback')).toBeDefined();
    const pencil = await screen.findByRole('button', { name: 'Change the status of nora' });
    fireEvent.click(pencil);
    const form = await screen.findByRole('form', { name: 'Change the status of nora' });
    fireEvent.click(within(form).getByRole('radio', { name: 'Safe' }));
    fireEvent.change(within(form).getByRole('textbox', { name: 'Reason' }), { target: { value: 'Called back' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Update' }));
    await waitFor(() =>
      expect(sent).toEqual([
        [
          '/userId/entries',
          {
            values: ['nora'],
            status: 'Safe',
            reason: 'Called back',
            comments: '',
            expiresAt: null,
            source: 'EventPage',
          },
        ],
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  });

  it('are left as they are on Escape, and the pencil has the focus again', async () => {
    await renderConsole(<SupportPart detail={detail} />, { answer: answering() });
    const pencil = await screen.findByRole('button', { name: 'Change the status of a@x.example' });
    fireEvent.click(pencil);
    fireEvent.keyDown(await screen.findByRole('form'), { key: 'Escape' });
    expect(screen.queryByRole('form')).toBeNull();
    expect(document.activeElement).toBe(pencil);
  });

  it('say the status of masked values, of each where several have one mask, and offer no change of them', async () => {
    const masked = {
      environmentId: ENVIRONMENT,
      request: {
        user: { email: 'n•••@mailbox.example', userId: 'nora' },
        paymentInstrumentList: [{ merchantPaymentInstrumentId: '•••' }, { merchantPaymentInstrumentId: '•••' }],
      },
      masked: {
        fields: ['user.email', 'paymentInstrumentList.merchantPaymentInstrumentId'],
        canReveal: true,
        statuses: [
          { entity: 'email', value: 'n•••@mailbox.example', status: 'Block' },
          { entity: 'paymentInstrument', value: '•••', status: 'Safe' },
          { entity: 'paymentInstrument', value: '•••', status: null },
        ],
      },
    } as unknown as EventDetail;
    const asked: string[] = [];
    await renderConsole(<SupportPart detail={masked} />, {
      answer: ({ path }) => {
        asked.push(path);
        return { current: null, earlier: [] };
      },
    });
    const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(lines).toEqual([
      'E-mailn•••@mailbox.exampleBlockmasked: reveal it to change its status',
      'Payment•••Safemasked: reveal it to change its status',
      'Payment•••not listedmasked: reveal it to change its status',
      expect.stringContaining('nora'),
    ]);
    await screen.findByRole('button', { name: 'Change the status of nora' });
    expect(screen.getAllByRole('button')).toHaveLength(1);
    expect(asked.every((path) => path.includes('/userId/'))).toBe(true);
  });

  it('are not shown to people who may not read them', async () => {
    const me = testMe();
    const environments = me.environments.map((each) => ({ ...each, capabilities: { search: 'read' as const } }));
    await renderConsole(<SupportPart detail={detail} />, { answer: answering(), me: testMe({ environments }) });
    await waitFor(() => expect(screen.queryByText('Support lists')).toBeNull());
  });
});
