import type { AlertRow } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { AlertsPage } from './AlertsPage.tsx';

const ID = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c51';
const AT = '2026-11-21T10:00:00.000Z';

const incident: NonNullable<AlertRow['incident']> = {
  id: '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c61',
  openedAt: '2026-11-21T09:00:00.000Z',
  seenAt: AT,
  closedAt: null,
  value: 31.4,
  low: null,
  high: null,
  messages: 1,
};

const alert: AlertRow = {
  id: ID,
  name: 'Many rejections',
  figure: 'decisionPercent',
  target: 'purchase',
  targetName: null,
  decision: 'Reject',
  includeChildren: true,
  windowMinutes: 15,
  condition: 'above',
  threshold: 20,
  row: 2,
  severity: 'Error',
  notified: 'roles',
  webhookUrl: 'https://desk.example/alerts',
  silenceHours: 4,
  value: 31.4,
  checkedAt: AT,
  incident,
  mutedUntil: null,
  mailed: false,
  points: [10, 12, 31.4].map((value) => ({ from: AT, value, low: null, high: null })),
  changed: { by: 'Mara Lindqvist', at: AT },
  version: 'v1',
};

const show = async (
  address: string,
  given: { readonly alerts?: readonly AlertRow[]; readonly canWrite?: boolean } = {},
) => {
  const writes: { readonly method: string; readonly path: string; readonly body: unknown }[] = [];
  const previews: string[] = [];
  const answer: Answer = ({ method, path, body }) => {
    if (method !== 'GET') {
      writes.push({ method, path, body });
      if (path.endsWith('/secret')) return { secret: 'whsec_c2VjcmV0' };
      return { ...alert, ...(path.endsWith('/follow') ? { mailed: true } : {}) };
    }
    if (path.includes('/alertpreview')) {
      previews.push(path);
      const at = { openedAt: AT, closedAt: AT };
      return { firings: [at, at, at], points: alert.points, days: 7 };
    }
    if (path.endsWith('/alerttargets'))
      return {
        assessments: [{ id: 'purchase', name: null }],
        rules: [{ id: ID, name: 'Limits' }],
        calls: [{ id: ID, name: 'score' }],
        queues: [{ id: ID, name: 'Large losses' }],
        searches: [],
        paths: [],
        figures: ['events', 'decisionPercent', 'callCount', 'backlog'],
      };
    if (path.endsWith('/history'))
      return {
        incidents: [incident],
        webhooks: [
          {
            id: ID,
            state: 'waiting',
            attempts: 2,
            problem: 'The receiver answered 503.',
            createdAt: AT,
            endedAt: null,
          },
        ],
      };
    return { alerts: given.alerts ?? [alert], limit: 100, canWrite: given.canWrite ?? true, canMail: true, at: AT };
  };
  await renderConsole(<AlertsPage />, { address, answer });
  return { writes, previews };
};

beforeAll(giveLayout);
afterEach(cleanup);

describe('alerts', () => {
  it('are listed with state, series and value, open ones first', async () => {
    const quiet = { ...alert, id: incident.id, name: 'A quiet one', incident: null, value: 3 };
    await show('/alerts', { alerts: [quiet, alert] });
    await screen.findByText('Many rejections');
    const rows = screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent ?? '');
    expect(rows[0]).toContain('Many rejections');
    expect(rows[0]).toContain('Open');
    expect(rows[0]).toContain('Share of one decision (Reject): Purchase');
    expect(rows[0]).toContain('31.40 %');
    expect(rows[1]).toContain('As expected');
    expect(screen.getByText('Open: 1')).toBeTruthy();
  });

  it('are made from what a chart hands over, with a preview of the last days', async () => {
    const { writes, previews } = await show(
      '/alerts?do=new&figure=decisionPercent&target=purchase&decision=Review&window=60',
    );
    fireEvent.change(await screen.findByRole('combobox', { name: 'Opens when the value is' }), {
      target: { value: 'above' },
    });
    expect(await screen.findByText('The preview appears when the form is complete.')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: /Threshold/ }), { target: { value: '7,5' } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Much review' } });
    expect(await screen.findByText('Would have opened: 3')).toBeTruthy();
    expect(previews.at(-1)).toMatch(/figure=decisionPercent.*threshold=7.5|threshold=7.5.*figure=decisionPercent/);
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(writes[0]?.body).toMatchObject({
        name: 'Much review',
        figure: 'decisionPercent',
        target: 'purchase',
        decision: 'Review',
        windowMinutes: 60,
        condition: 'above',
        threshold: 7.5,
      }),
    );
  });

  it('take what fits a figure when another one is chosen', async () => {
    const { writes } = await show('/alerts?do=new');
    const figure = await screen.findByRole('combobox', { name: 'Figure' });
    fireEvent.change(figure, { target: { value: 'backlog' } });
    expect(screen.queryByRole('combobox', { name: 'Decision' })).toBeNull();
    fireEvent.change(screen.getByRole('combobox', { name: 'Queue' }), { target: { value: ID } });
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Backlog' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(writes[0]?.body).toMatchObject({
        figure: 'backlog',
        target: ID,
        decision: null,
        condition: 'unusual',
        threshold: null,
      }),
    );
  });

  it('are muted, followed and tried beside their history', async () => {
    const { writes } = await show(`/alerts?alert=${ID}`);
    const history = await screen.findByRole('group', { name: 'History' });
    expect(within(history).getByText('31.40 %')).toBeTruthy();
    expect(screen.getByText('The receiver answered 503.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Mail me' }));
    await waitFor(() => expect(writes[0]).toMatchObject({ method: 'PUT', body: { mailed: true } }));
    fireEvent.click(await screen.findByRole('button', { name: 'Mute for 1 day' }));
    await waitFor(() => expect(writes[1]?.path).toMatch(/\/mute$/));
    fireEvent.click(screen.getByRole('button', { name: 'New signing secret' }));
    expect(await screen.findByText('whsec_c2VjcmV0')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Send a test' }));
    await waitFor(() => expect(writes.at(-1)?.path).toMatch(/\/test$/));
  });

  it('are only read by people who may not write', async () => {
    await show(`/alerts?alert=${ID}`, { canWrite: false });
    expect(await screen.findByText('Read only')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Mail me' })).toBeTruthy();
    for (const name of ['New alert', 'Delete', 'Mute for 1 day', 'New signing secret'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('say what they are for where there are none', async () => {
    await show('/alerts', { alerts: [] });
    expect(await screen.findByText('No alerts yet')).toBeTruthy();
  });
});
