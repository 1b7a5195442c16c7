import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** A queue with the order in which work began; each piece ends when the test says. */
const createScene = (most = 50, mostOfPerson = 3) => {
  const queue = new FairQueue({ most, mostOfPerson });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (tenantId: string, personId: string, name: string) =>
    queue.run({ tenantId, personId }, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  const endOne = async () => {
    await new Promise(setImmediate);
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { ask, begun, endOne };
};

describe('a fair queue', () => {
  it('gives tenants their turns, however much one of them asks for', async () => {
    const { ask, begun, endOne } = createScene();
    const all = [
      ...['a1', 'a2', 'a3'].map((name) => ask('A', 'ann', name)),
      ...['a4', 'a5', 'a6'].map((name) => ask('A', 'ada', name)),
      ...['b1', 'b2'].map((name) => ask('B', 'bob', name)),
      ask('C', 'cy', 'c1'),
    ];
    for (const _each of all) await endOne();
    expect(await Promise.all(all)).toHaveLength(9);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5', 'a6']);
  });

  it('refuses what one person asks for beyond their share, until some of it is done', async () => {
    const { ask, endOne } = createScene();
    const all = ['1', '2', '3'].map((name) => ask('A', 'ann', name));
    await expect(ask('A', 'ann', '4')).rejects.toMatchObject({ code: 'REQ-OVERLOADED' });
    const other = ask('A', 'ada', '5');
    await endOne();
    const again = ask('A', 'ann', '6');
    for (let left = 4; left > 0; left -= 1) await endOne();
    expect(await Promise.all([...all, other, again])).toEqual(['1', '2', '3', '5', '6']);
  });

  it('refuses more than it holds, and goes on after work that failed', async () => {
    const queue = new FairQueue({ most: 2, mostOfPerson: 2 });
    const asker = { tenantId: 'A', personId: 'ann' };
    const failing = queue.run(asker, () => Promise.reject(new Error('no')));
    const next = queue.run(asker, async () => 'done');
    await expect(queue.run({ tenantId: 'B', personId: 'bob' }, async () => '')).rejects.toMatchObject({
      code: 'REQ-OVERLOADED',
    });
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });

  it('lets no tenant wait for another while a place is free, and runs one piece of each', async () => {
    const queue = new FairQueue({ most: 50, mostOfPerson: 9, atOnce: 2 });
    const places: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (tenantId: string, name: string) =>
      queue.run({ tenantId, personId: 'p' }, (place) => {
        places.push(`${name} in ${place}`);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const end = async (name: string) => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    };
    const all = [ask('A', 'a1'), ask('A', 'a2'), ask('B', 'b1'), ask('C', 'c1')];
    await new Promise(setImmediate);
    expect(places).toEqual(['a1 in 0', 'b1 in 1']);
    await end('b1');
    expect(places.at(-1)).toBe('c1 in 1');
    await end('c1');
    expect(places).toHaveLength(3);
    await end('a1');
    expect(places.at(-1)).toBe('a2 in 0');
    await end('a2');
    await Promise.all(all);
  });
});
