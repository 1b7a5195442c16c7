import type { Dashboard } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPreferences } from '../../preferences/preferences.ts';
import { PreferencesProvider } from '../../preferences/use-preferences.tsx';
import { TourProvider } from '../../shell/tours/use-tour.tsx';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, TEST_ENVIRONMENT_ID, testMe } from '../../testing/render-console.tsx';
import { DashboardPage } from './DashboardPage.tsx';

// The session, which the address comes from, is outside of what a page is rendered in.
vi.mock(import('./use-api.ts'), () => {
  const endpoint = 'https://redoubt.example';
  return { useApi: () => ({ endpoint, tokenUrl: `${endpoint}/token`, resource: endpoint }) };
});

const NONE = { Approve: 0, Challenge: 0, Review: 0, Reject: 0 };
const QUIET: Dashboard = {
  asOf: '2026-11-23T09:00:00.000Z',
  since: '2026-11-23T00:00:00.000Z',
  environmentIds: [TEST_ENVIRONMENT_ID],
  totals: {
    events: 0,
    decisions: NONE,
    amount: null,
    currency: null,
    rejectedAmount: null,
    unconverted: 0,
    fraudLabels: 0,
    latencyP50Ms: null,
    latencyP99Ms: null,
  },
  previous: { events: 0, decisions: NONE },
  series: [],
  topClauses: [],
  drafts: [],
  changes: [],
};

/** The dashboard of an environment without traffic, as a person with these rights sees it. */
const showTo = async (capabilities: ReturnType<typeof testMe>['environments'][number]['capabilities']) => {
  const me = testMe();
  await renderConsole(<DashboardPage />, {
    me: { ...me, environments: me.environments.map((each) => ({ ...each, capabilities })) },
    answer: () => QUIET,
  });
};

beforeEach(giveLayout);
afterEach(cleanup);

describe('the dashboard of an environment without traffic', () => {
  it('shows people who connect programs how to send the first event', async () => {
    await showTo({ dashboard: 'read', search: 'read', integration: 'read' });
    expect(await screen.findByText(/MerchantServices\/events\/Purchase/)).toBeTruthy();
  });

  it('leads others to earlier events', async () => {
    await showTo({ dashboard: 'read', search: 'read' });
    const link = await screen.findByRole('link', { name: 'Search the last 30 days' });
    expect(link.getAttribute('href')).toMatch(/^\/search\?.*30d/);
    expect(screen.queryByText(/MerchantServices/)).toBeNull();
  });
});

describe('what my roles let me do', () => {
  it('names roles in the language of the reader', async () => {
    const me = testMe();
    await renderConsole(<DashboardPage />, {
      me: {
        ...me,
        environments: me.environments.map((each) => ({ ...each, roles: ['ManualReviewSeniorAnalyst'] })),
      },
      answer: () => QUIET,
    });
    expect(await screen.findByText('Senior review analyst')).toBeTruthy();
    expect(screen.queryByText('ManualReviewSeniorAnalyst')).toBeNull();
  });
});

describe('tours that were not taken', () => {
  it('are offered quietly, three at a time, and stay away once they are dismissed', async () => {
    const preferences = createPreferences({ getItem: () => null, setItem: () => undefined });
    preferences.change({ tours: { environments: 'done', lossPrevention: 'declined' } });
    await renderConsole(
      <PreferencesProvider preferences={preferences}>
        <TourProvider>
          <DashboardPage />
        </TourProvider>
      </PreferencesProvider>,
      { answer: () => QUIET },
    );
    const starts = () => screen.getAllByRole('button', { name: /^Start: / }).map(({ textContent }) => textContent);
    await screen.findByRole('heading', { name: /^Tours/ });
    const before = starts();
    expect(before).toHaveLength(3);
    expect(before.join()).not.toMatch(/Environments|Loss prevention|Console/);
    const [first = ''] = before;
    fireEvent.click(screen.getByRole('button', { name: first.replace('Start', 'Do not show again') }));
    await waitFor(() => expect(starts()).not.toContain(first));
    expect(Object.values(preferences.get().tours)).toEqual(['done', 'declined', 'declined']);
  });
});
