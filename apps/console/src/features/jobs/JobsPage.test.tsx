import type { Job } from '@redoubt/contracts';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { giveLayout } from '../../testing/give-layout.ts';
import { renderConsole, type Answer } from '../../testing/render-console.tsx';
import { JobsPage } from './JobsPage.tsx';

const [ID, SET] = ['7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c31', '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c32'];

const jobOf = (changes: Partial<Job> = {}): Job => ({
  kind: 'velocityBackfill',
  id: ID,
  name: 'Card velocities',
  environment: { id: 'e-other', name: 'Northfell' },
  setId: SET,
  assessment: null,
  ruleId: null,
  state: 'running',
  done: 250,
  total: 1000,
  secondsLeft: 5,
  problem: null,
  node: 'risk-1/4711',
  asked: { by: 'Mara Lindqvist', at: '2026-11-20T08:12:00.000Z' },
  startedAt: '2026-11-20T08:12:01.000Z',
  finishedAt: null,
  canCancel: true,
  ...changes,
});

const show = async (jobs: readonly Job[], isCut = false) => {
  const sent: { readonly method: string; readonly path: string }[] = [];
  const answer: Answer = (request) => {
    sent.push(request);
    return { jobs, isCut, kinds: ['velocityBackfill', 'backtest', 'environmentPurge'] };
  };
  await renderConsole(<JobsPage />, { address: '/settings/jobs', answer });
  await screen.findByRole('group', { name: 'Filters' });
  return sent;
};

beforeEach(giveLayout);
afterEach(cleanup);

describe('the list of jobs', () => {
  it('says what runs, where, how far it is and for whom', async () => {
    await show([jobOf()]);
    expect(await screen.findByText('Card velocities')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveProperty('value', 250);
    expect(screen.getByTitle(/^Events: 250 of 1,000 · .*5 seconds/)).toBeTruthy();
    for (const said of ['Running', 'Northfell', 'Mara Lindqvist', 'risk-1/4711', /25%.*5 seconds/])
      expect(screen.getAllByText(said).length).toBeGreaterThan(0);
  });

  it('gives the time a job began as a distance, and what is cut whole on hover', async () => {
    await show([jobOf({ startedAt: new Date(Date.now() - 3 * 3_600_000).toISOString() })]);
    expect((await screen.findByText('3 hours ago')).title).toMatch(/\d{4} \d+:\d\d:\d\d/);
    expect(screen.getByTitle('risk-1/4711')).toBeTruthy();
  });

  it('takes a job that began after the time of this browser for one that begins now', async () => {
    await show([jobOf({ startedAt: new Date(Date.now() + 60_000).toISOString() })]);
    expect(await screen.findByText('now')).toBeTruthy();
  });

  it('says that there are more jobs than are shown, where there are', async () => {
    await show([jobOf(), jobOf({ id: SET })], true);
    expect(await screen.findByText(/^Only the first 2 jobs are shown: /)).toBeTruthy();
    cleanup();
    await show([jobOf()]);
    expect(await screen.findByText('Card velocities')).toBeTruthy();
    expect(screen.queryByText(/^Only the first/)).toBeNull();
  });

  it('says why one failed, and counts what a purge removed', async () => {
    const failed = jobOf({ state: 'failed', problem: 'JOB-INTERRUPTED', canCancel: false, finishedAt: null });
    const purge = jobOf({
      kind: 'environmentPurge',
      id: SET,
      name: 'Old shop',
      total: null,
      done: 4000,
      canCancel: false,
    });
    await show([failed, purge]);
    expect(await screen.findByText(/The work was given up/)).toBeTruthy();
    expect(screen.getByText('Removed: 4,000')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  });

  it('cancels a job by the endpoint of its thing, in its environment', async () => {
    const sent = await show([jobOf()]);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel Card velocities' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.path).toMatch(new RegExp(`e-other/.*${SET}.*cancel`)),
    );
  });

  it('asks for what the filters say, and says so where nothing matches', async () => {
    const sent = await show([]);
    expect(await screen.findByText('No jobs yet')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Failed' }));
    expect(await screen.findByText('No job matches the filters')).toBeTruthy();
    expect(sent.some(({ path }) => path.includes('show=failed'))).toBe(true);
    fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'backtest' } });
    await waitFor(() => expect(sent.some(({ path }) => path.includes('kind=backtest'))).toBe(true));
  });
});
