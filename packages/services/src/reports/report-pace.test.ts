import { newId } from '@redoubt/kernel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReportPace } from './report-pace.ts';

const shop = newId();

/** Questions that take a second each and answer with how many were answered before. */
const scene = (position?: () => Promise<string>) => {
  let utilization = 1;
  const ran: string[] = [];
  let running = 0;
  let most = 0;
  const options = { monotonicMs: () => Date.now(), utilization: () => utilization, atOnce: 2 };
  const pace = new ReportPace(position ? { ...options, position } : options);
  const ask = (question: string, tenantId: string = shop) =>
    pace.answer(tenantId, question, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      running -= 1;
      ran.push(question);
      return ran.length;
    });
  return {
    pace,
    ask,
    ran,
    most: () => most,
    work: (busy: boolean) => {
      utilization = busy ? 1 : 0.1;
    },
  };
};

/** The answer of a question, once so many seconds have passed. */
const after = async <T>(seconds: number, answer: Promise<T>): Promise<T> => {
  const caught = answer.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  const given = await caught;
  if (given instanceof Error) throw given;
  return given as T;
};

describe('the pace of reports', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('gives work of its own its turn under load, and neither shares nor keeps what it gives', async () => {
    const { pace, ask, ran } = scene();
    const turn = (name: string) =>
      pace.turn(shop, async () => {
        ran.push(name);
        return name;
      });
    const asked = [ask('a'), turn('b'), turn('b')];
    await after(1, Promise.resolve());
    expect(ran).toEqual(['a']);
    // A second of work is followed by two of rest.
    await expect(after(3, Promise.all(asked))).resolves.toEqual([1, 'b', 'b']);
    expect(ran).toEqual(['a', 'b', 'b']);
  });

  it('asks every question anew while the thread has time, a few side by side', async () => {
    const { ask, ran, work, most } = scene();
    work(false);
    const answers = await after(2, Promise.all([ask('a'), ask('a'), ask('b'), ask('c')]));
    expect(answers.toSorted()).toEqual([1, 2, 3, 4]);
    expect(ran).toHaveLength(4);
    expect(most()).toBe(2);
    await expect(after(1, ask('a'))).resolves.toBe(5);
  });

  it('gives equal questions one answer until sums move, something is written, or five seconds pass', async () => {
    let position = 7;
    const { pace, ask, ran, work } = scene(() => Promise.resolve(String(position)));
    work(false);
    await expect(after(1, Promise.all([ask('a'), ask('a')]))).resolves.toEqual([1, 1]);
    await expect(after(0, ask('a'))).resolves.toBe(1);
    await expect(after(1, ask('b'))).resolves.toBe(2);
    await expect(after(1, ask('a', newId()))).resolves.toBe(3);
    position += 1;
    await expect(after(1, ask('a'))).resolves.toBe(4);
    pace.forget(shop);
    await expect(after(1, ask('a'))).resolves.toBe(5);
    await vi.advanceTimersByTimeAsync(3900);
    await expect(after(0, ask('a'))).resolves.toBe(5);
    await vi.advanceTimersByTimeAsync(100);
    await expect(after(1, ask('a'))).resolves.toBe(6);
    expect(ran).toEqual(['a', 'b', 'a', 'a', 'a', 'a']);
  });

  it('asks equal questions once under load, and others one after another with rests', async () => {
    const { ask, ran, most } = scene();
    const all = Promise.all([ask('a'), ask('b'), ask('a'), ask('c')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ran).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(2900);
    expect(ran).toEqual(['a']);
    await expect(after(3.2, all)).resolves.toEqual([1, 2, 1, 3]);
    expect(most()).toBe(1);
  });

  it('gives a kept answer under load and renews it in what reports may take', async () => {
    const { ask, ran } = scene();
    await after(1, ask('a'));
    await vi.advanceTimersByTimeAsync(500);
    await expect(after(0, ask('a'))).resolves.toBe(1);
    for (let second = 0; second < 25; second += 1) await after(1, ask('a'));
    expect(ran).toHaveLength(2);
    await expect(after(0, ask('a'))).resolves.toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(after(1, ask('a'))).resolves.toBe(3);
  });

  it('renews no answer that is not asked for any more', async () => {
    const { ask, ran } = scene();
    await after(1, ask('a'));
    await vi.advanceTimersByTimeAsync(2000);
    await after(0, ask('a'));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(ran).toEqual(['a']);
  });

  it('lets a question that a person waits for go before renewals', async () => {
    const { ask, ran } = scene();
    await after(1, ask('a'));
    await vi.advanceTimersByTimeAsync(2000);
    await after(0, ask('a'));
    await after(1, ask('b'));
    expect(ran).toEqual(['a', 'b']);
  });

  it('tells tenants apart, and forgets what one had answered before its set-up changed', async () => {
    const { ask, pace } = scene();
    const other = newId();
    await after(1, ask('a'));
    await expect(after(4, ask('a', other))).resolves.toBe(2);
    const begun = ask('b');
    await vi.advanceTimersByTimeAsync(2500);
    pace.forget(shop);
    await after(1, begun);
    await expect(after(0, ask('a', other))).resolves.toBe(2);
    await expect(after(6, ask('b'))).resolves.toBeGreaterThan(3);
    await expect(after(6, ask('a'))).resolves.toBeGreaterThan(4);
  });

  it('keeps no answer of a question that failed, and refuses what it cannot queue', async () => {
    const { ask, pace } = scene();
    const broken = () => Promise.reject(new Error('broken'));
    await expect(after(1, pace.answer(shop, 'a', broken))).rejects.toThrow('broken');
    await expect(after(4, ask('a'))).resolves.toBe(1);
    const many = Array.from({ length: 110 }, (_each, at) => ask(`of many ${at}`).catch((error: unknown) => error));
    const last = await many[109];
    expect(last).toMatchObject({ code: 'REQ-OVERLOADED' });
  });

  it('asks at once again when the load is gone', async () => {
    const { ask, ran, work } = scene();
    await after(1, ask('a'));
    const waiting = ask('b');
    work(false);
    await after(4.3, waiting);
    expect(ran).toEqual(['a', 'b']);
    await expect(after(1, ask('a'))).resolves.toBe(3);
  });
});
