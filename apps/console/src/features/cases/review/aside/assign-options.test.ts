import { describe, expect, it } from 'vitest';
import { assignOptions } from './HandOver.tsx';

const PEOPLE = [
  { id: 'u-1', name: 'Ann', username: 'ann@shop.example' },
  { id: 'u-2', name: 'Ben', username: 'ben@shop.example' },
];
const SAID = { yes: 'works here', no: 'elsewhere' };

const offered = (assignees: readonly (readonly ['person' | 'group', string])[], system = false) =>
  assignOptions(PEOPLE, { system, assignees: assignees.map(([kind, id]) => ({ kind, id, name: id })) }, SAID).map(
    ({ id, detail }) => [id, detail],
  );

describe('colleagues whom a case can wait for', () => {
  it('are first those whom its queue is assigned to by name', () => {
    expect(offered([['person', 'u-2']])).toEqual([
      ['u-2', 'ben@shop.example · works here'],
      ['u-1', 'ann@shop.example · elsewhere'],
    ]);
  });

  it('are not called elsewhere where a group works on the queue, or everyone does', () => {
    expect(
      offered([
        ['group', 'ManualReviewAnalyst'],
        ['person', 'u-2'],
      ]),
    ).toEqual([
      ['u-2', 'ben@shop.example · works here'],
      ['u-1', 'ann@shop.example'],
    ]);
    expect(offered([], true).map(([, detail]) => detail)).toEqual(['ann@shop.example', 'ben@shop.example']);
  });
});
