import type { VelocityBackfill, VelocityHistory } from '@redoubt/contracts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answer, renderConsole, TEST_ENVIRONMENT_ID } from '../../../testing/render-console.tsx';
import { VelocitySetHistory } from './VelocitySetHistory.tsx';

const SET_ID = '00000000-0000-4000-8000-000000000001';

const backfillOf = (change: Partial<VelocityBackfill> = {}): VelocityBackfill => ({
  id: '10000000-0000-4000-8000-000000000001',
  status: 'running',
  velocities: ['orders', 'spent'],
  eventsDone: 2500,
  eventsTotal: 10_000,
  eventsCounted: 2000,
  eventsPerSecond: 1500,
  secondsLeft: 5,
  missingLists: [],
  problem: null,
  started: { by: 'Priya Nandakumar', at: '2026-11-01T08:00:00.000Z' },
  finishedAt: null,
  ...change,
});

const historyOf = (change: Partial<VelocityHistory> = {}): VelocityHistory => ({
  backfill: backfillOf(),
  fromNow: [],
  canWrite: true,
  ...change,
});

afterEach(cleanup);

/** Answers looks from a list of states, one further each time, and writes with what they come to. */
const server = (looks: readonly VelocityHistory[], written: VelocityHistory = historyOf()) => {
  const sent: string[] = [];
  let look = -1;
  const answer: Answer = ({ method, path }) => {
    if (method === 'POST') {
      sent.push(path.slice(path.indexOf('/backfill')));
      return written;
    }
    look = Math.min(look + 1, looks.length - 1);
    return looks[look];
  };
  return { answer, sent };
};

const show = (answer: Answer) =>
  renderConsole(<VelocitySetHistory environmentId={TEST_ENVIRONMENT_ID} setId={SET_ID} />, { answer });

describe('the history of a velocity set', () => {
  test('is followed with rate and time left until it is counted', async () => {
    const done = backfillOf({ status: 'done', eventsDone: 10_000, secondsLeft: null, eventsCounted: 8000 });
    const { answer } = server([historyOf(), historyOf({ backfill: done })]);
    await show(answer);
    expect(await screen.findByText('Events: 2,500 of 10,000')).toBeTruthy();
    expect(screen.getByText('1,500 events/s')).toBeTruthy();
    expect(screen.getByText('about 5 seconds left')).toBeTruthy();
    expect(screen.getByText('orders and spent')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'History' })).toHaveProperty('value', 2500);
    expect(await screen.findByText('8,000 past events counted', {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('is cancelled on demand, and goes on later', async () => {
    const cancelled = historyOf({ backfill: backfillOf({ status: 'cancelled', secondsLeft: null }) });
    const { answer, sent } = server([historyOf()], cancelled);
    await show(answer);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Counting history was cancelled')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Go on' }));
    await expect.poll(() => sent).toEqual(['/backfill/cancel', '/backfill']);
  });

  test('says why it could not be counted, and which lists were not there yet', async () => {
    const failed = backfillOf({
      status: 'failed',
      problem: 'VELOCITY-SET-NOT-PUBLISHABLE',
      missingLists: ['Trusted', 'Watched'],
      secondsLeft: null,
    });
    await show(server([historyOf({ backfill: failed })]).answer);
    expect(await screen.findByText('History could not be counted')).toBeTruthy();
    expect(screen.getByText(/has problems and cannot be published/)).toBeTruthy();
    expect(screen.getByText(/Counted without the lists Trusted and Watched/)).toBeTruthy();
  });

  test('that was not requested can be counted later; a user who may only read is offered nothing', async () => {
    const { answer, sent } = server([historyOf({ backfill: null, fromNow: ['orders'] })]);
    await show(answer);
    expect(await screen.findByText('orders counts from its publication on.')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Count history too' }));
    await expect.poll(() => sent).toEqual(['/backfill']);
    cleanup();
    await show(server([historyOf({ fromNow: ['orders'], canWrite: false })]).answer);
    expect(await screen.findByText('orders counts from its publication on.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
