import type { SearchIndexDetail } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import '../../testing/no-layout.ts';
import { SearchOff } from '../../shared/search/search-switch.tsx';
import { renderConsole, testMe, TEST_ENVIRONMENT_ID, type Answer } from '../../testing/render-console.tsx';
import { SearchIndexPage } from './SearchIndexPage.tsx';

afterEach(cleanup);

const DETAIL: SearchIndexDetail = {
  isOn: true,
  foundFrom: null,
  task: null,
  work: null,
  environments: [
    {
      id: TEST_ENVIRONMENT_ID,
      name: 'Production',
      rows: 12_400,
      bytes: 2_340_000,
      oldestEvent: '2026-01-02T10:00:00.000Z',
      retentionDays: 395,
    },
  ],
  root: null,
  isWhole: true,
  changed: null,
  version: '0',
  canWrite: true,
};
const FILLING: SearchIndexDetail = {
  ...DETAIL,
  task: 'fill',
  work: {
    kind: 'fill',
    state: 'running',
    done: 500,
    total: 2000,
    secondsLeft: 30,
    problem: null,
    asked: { by: 'Ines Holm', at: '2026-03-14T10:00:00.000Z' },
    finishedAt: null,
  },
};

const show = async (detail: SearchIndexDetail): Promise<{ path: string; body: unknown }[]> => {
  const sent: { path: string; body: unknown }[] = [];
  const answer: Answer = ({ method, path, body }) => {
    if (method !== 'GET') sent.push({ path, body });
    return detail;
  };
  await renderConsole(<SearchIndexPage />, { address: '/adminsettings/search', answer });
  return sent;
};

describe('the search switch', () => {
  it('shows the size by environment, and asks before it is turned off', async () => {
    const sent = await show(DETAIL);
    const table = await screen.findByRole('table', { name: 'Size by environment' });
    expect(within(table).getByRole('row', { name: /^Production 12,400 2\.3.MB .* 395 days$/ })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Switch search off' }));
    const asked = screen.getByRole('alertdialog', { name: 'Switch search off for the whole tenant?' });
    expect(sent).toEqual([]);
    fireEvent.click(within(asked).getByRole('button', { name: 'Switch search off' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ version: '0', isOn: false, backfill: true }));
  });

  it('is turned on with stored events or without', async () => {
    const sent = await show({ ...DETAIL, isOn: false });
    fireEvent.click(await screen.findByRole('button', { name: 'Switch search on' }));
    const asked = screen.getByRole('alertdialog');
    fireEvent.click(within(asked).getByRole('checkbox', { name: 'Find stored events too' }));
    fireEvent.click(within(asked).getByRole('button', { name: 'Switch search on' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ version: '0', isOn: true, backfill: false }));
  });

  it('shows how far the index is, cancels, goes on and begins anew', async () => {
    const sent = await show(FILLING);
    expect(await screen.findByText('Events: 500 of 2,000')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('500');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(sent[0]?.path).toMatch(/search-index\/cancel$/));
    cleanup();
    const stopped = { ...FILLING, work: FILLING.work && { ...FILLING.work, state: 'cancelled' as const } };
    const then = await show(stopped);
    fireEvent.click(await screen.findByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(then[0]?.path).toMatch(/search-index\/resume$/));
    expect(screen.getByRole('button', { name: 'Rebuild the index' })).toBeTruthy();
  });

  it('is only shown where the person may not turn it', async () => {
    await show({ ...DETAIL, canWrite: false, root: 'Northfell', isWhole: false });
    expect(await screen.findByText('The switch is in the root environment “Northfell”.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Switch search off' })).toBeNull();
  });
});

describe('a page of search that is off', () => {
  it('leads those who may to the switch, and names who else can', async () => {
    await renderConsole(<SearchOff />, { answer: () => ({}) });
    expect(screen.getByRole('link', { name: 'Open the search switch' }).getAttribute('href')).toContain(
      '/adminsettings/search',
    );
    cleanup();
    const [environment] = testMe().environments;
    const me = testMe({ environments: environment ? [{ ...environment, capabilities: { search: 'read' } }] : [] });
    await renderConsole(<SearchOff />, { me, answer: () => ({}) });
    expect(screen.getByText(/A product administrator can switch it on/)).toBeTruthy();
  });
});
