import { fail } from '@redoubt/domain';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurnChannel, type Handlers, type TurnChannel } from './turn-channel.ts';

/** Two channels that are each other's other side, and the messages that went to the second. */
const pair = (handlers: Handlers) => {
  const sent: unknown[] = [];
  const ends: { first?: TurnChannel; second?: TurnChannel } = {};
  const later = (end: 'first' | 'second') => (messages: unknown) => {
    if (end === 'second') sent.push(messages);
    const copy: unknown = structuredClone(messages);
    setImmediate(() => ends[end]?.take(copy));
  };
  const first = createTurnChannel({ postMessage: later('second') }, {});
  ends.first = first;
  ends.second = createTurnChannel({ postMessage: later('first') }, handlers);
  return { channel: first, sent };
};

it('answers questions in one message for each turn, whatever order they are answered in', async () => {
  const waiting = Promise.withResolvers<string>();
  const { channel, sent } = pair({ at: () => 'once', later: () => waiting.promise });
  const slow = channel.ask('later', null);
  const quick = channel.ask('at', null);
  expect(await quick).toBe('once');
  waiting.resolve('then');
  expect(await slow).toBe('then');
  expect(sent).toHaveLength(1);
  expect(await channel.ask('at', null)).toBe('once');
  expect(sent).toHaveLength(2);
});

it('gives failures as they were, with code and facts', async () => {
  const { channel } = pair({
    refuse: () => Promise.reject(fail('SRV-LOG-UNAVAILABLE', { outcome: 'unknown' })),
    break: () => {
      throw new Error('a mistake');
    },
  });
  await expect(channel.ask('refuse', null)).rejects.toMatchObject({
    code: 'SRV-LOG-UNAVAILABLE',
    params: { outcome: 'unknown' },
  });
  await expect(channel.ask('break', null)).rejects.toThrow('a mistake');
  await expect(channel.ask('missing', null)).rejects.toThrow('is not understood');
});

it('fails what waits, and what is asked later, once the other side is gone', async () => {
  const { channel } = pair({ never: () => new Promise(() => undefined) });
  const waiting = channel.ask('never', null);
  await nextTurn();
  channel.fail(new Error('it ended'));
  await expect(waiting).rejects.toThrow('it ended');
  await expect(channel.ask('never', null)).rejects.toThrow('it ended');
});

it('passes on what is only told', async () => {
  const heard: unknown[] = [];
  const { channel } = pair({ note: (content: unknown) => heard.push(content) });
  channel.tell('note', 1);
  channel.tell('note', 2);
  while (heard.length < 2) await nextTurn();
  expect(heard).toEqual([1, 2]);
});
