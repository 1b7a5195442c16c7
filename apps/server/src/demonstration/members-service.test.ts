import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoopbackService } from './loopback-service.ts';
import { startMembersService } from './members-service.ts';

let service: LoopbackService;
beforeAll(async () => {
  service = await startMembersService(0);
});
afterAll(() => service.close());

const ask = async (query: string) => {
  const answer = await fetch(`http://127.0.0.1:${service.port}/members${query}`);
  return [answer.status, await answer.json()];
};

describe('the loyalty programme of the demonstration', () => {
  it('answers the row of a key, and null where there is none', async () => {
    const row = { member: 'cust-48213', tier: 'gold', since: '2021-06-18' };
    expect(await ask('?column=member&key=cust-48213')).toEqual([200, row]);
    expect(await ask('?column=tier&key=gold')).toEqual([200, row]);
    expect(await ask('?column=member&key=cust-1')).toEqual([200, null]);
  });

  it('refuses a column that it does not have', async () => {
    expect(await ask('?column=constructor&key=x')).toMatchObject([400, {}]);
    expect(await ask('')).toMatchObject([400, {}]);
  });
});
