import { describe, expect, it } from 'vitest';
import { createOutage } from './outage.ts';

const createScene = () => {
  const lines: [string, object][] = [];
  let nowMs = 1000;
  const note = (fields: object, message: string): void => void lines.push([message, fields]);
  const outage = createOutage({ error: note, warn: note } as never, { now: () => nowMs });
  return { outage, lines, wait: (ms: number) => (nowMs += ms) };
};

describe('an outage', () => {
  it('is reported once when it begins, and once with its number of calls when it is over', () => {
    const { outage, lines, wait } = createScene();
    const error = new Error('no database');
    for (let call = 0; call < 50; call += 1) {
      outage.failed(error);
      wait(10);
    }
    outage.succeeded();
    expect(lines).toEqual([['events cannot be stored; callers are asked to try again', { err: error }]]);
    wait(5000);
    outage.succeeded();
    outage.succeeded();
    expect(lines.slice(1)).toEqual([['events are stored again', { refused: 50, lastedMs: 490 }]]);
  });

  it('that never was is not told', () => {
    const { outage, lines } = createScene();
    outage.succeeded();
    expect(lines).toEqual([]);
  });
});
