import type { GraphEvent } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { fraudCommunities } from './communities.ts';
import { drawGraph, inOrder, kindsOf, pathBetween, type GraphAnswer, type GraphView } from './graph-model.ts';

const ALL: GraphView = { hiddenKinds: new Set(), opened: new Set() };
const START_MS = Date.UTC(2026, 10, 1);

/** An answer of events, each a list of `kind value`; the first value is asked for. */
const answerOf = (
  events: readonly (readonly string[])[],
  fraud: readonly number[] = [],
  masked: readonly string[] = [],
  labelled: readonly string[] = [],
): GraphAnswer => {
  const values = [...new Set(events.flat())];
  return {
    nodes: values.map((each, at) => {
      const [kind = '', value = ''] = each.split(' ');
      const isMasked = masked.includes(each);
      return {
        kind: kind as GraphAnswer['nodes'][number]['kind'],
        value: isMasked ? '•••' : value,
        name: null,
        steps: at,
        isFollowed: true,
        isMasked,
        fraudLabel: labelled.includes(each) ? 'Fraud' : 'None',
      };
    }),
    events: events.map((own, at): GraphEvent => ({
      environmentId: '00000000-0000-4000-8000-000000000001',
      eventType: 'purchase',
      eventId: `e-${at}`,
      eventTime: new Date(START_MS + at * 1000).toISOString(),
      decision: at % 2 === 0 ? 'Approve' : 'Review',
      fraudLabel: fraud.includes(at) ? 'Fraud' : 'None',
      amount: null,
      currency: null,
      case: null,
      nodes: own.map((each) => values.indexOf(each)),
    })),
    seeds: [0],
    isCut: false,
    asOf: new Date(START_MS).toISOString(),
  };
};

const linksOf = (answer: GraphAnswer, view = ALL): readonly string[] =>
  drawGraph(answer, view)
    .links.map(({ from, to, events, fraud }) => `${from} – ${to}: ${events}, ${fraud}`)
    .toSorted();

describe('the drawn graph', () => {
  it('links the account of an event with its other values, and a device with an address', () => {
    const answer = answerOf(
      [
        ['userId ana', 'deviceId d', 'ipAddress 1.1.1.1'],
        ['userId ana', 'deviceId d'],
      ],
      [1],
    );
    expect(linksOf(answer)).toEqual([
      'deviceId d – ipAddress 1.1.1.1: 1, 0',
      'userId ana – deviceId d: 2, 1',
      'userId ana – ipAddress 1.1.1.1: 1, 0',
    ]);
    expect(linksOf(answerOf([['deviceId d', 'ipAddress 1.1.1.1']]))).toEqual(['deviceId d – ipAddress 1.1.1.1: 1, 0']);
  });

  it('says of each value how many events it has, how many are fraud, and the worst decision', () => {
    const model = drawGraph(answerOf([['userId ana'], ['userId ana']], [0]), ALL);
    expect(model.items).toMatchObject([{ fraud: 1, worst: 'Review', isSeed: true, members: ['ana'] }]);
    expect(model.items[0]?.events).toHaveLength(2);
  });

  it('tells of the time and the kinds asked for alone, but keeps what was asked for', () => {
    const answer = answerOf([
      ['userId ana', 'deviceId d'],
      ['userId ana', 'email a@x.example'],
    ]);
    expect(linksOf(answer, { ...ALL, toMs: START_MS + 500 })).toEqual(['userId ana – deviceId d: 1, 0']);
    expect(linksOf(answer, { ...ALL, hiddenKinds: new Set(['email', 'userId']) })).toEqual([
      'userId ana – deviceId d: 1, 0',
    ]);
    const later = drawGraph(answer, { ...ALL, fromMs: START_MS + 5000 });
    expect(later.items.map(({ id }) => id)).toEqual(['userId ana']);
    expect(kindsOf(answer, new Set())).toEqual(['userId', 'email', 'deviceId']);
  });

  it('draws more than ten neighbours that hang on one value alone as one, until it is opened', () => {
    const events = Array.from({ length: 11 }, (_, at) => [`deviceId kiosk`, `userId u${at}`]);
    const answer = answerOf(events, [3]);
    const model = drawGraph(answer, ALL);
    expect(model.items.map(({ members, fraud }) => [members.length, fraud])).toEqual([
      [1, 1],
      [11, 1],
    ]);
    expect(model.links).toMatchObject([{ events: 11, fraud: 1 }]);
    expect(model.items.map(({ fraudMembers }) => fraudMembers)).toEqual([1, 1]);
    const cluster = model.items.find(({ members }) => members.length > 1);
    expect(drawGraph(answer, { ...ALL, opened: new Set([cluster?.id ?? '']) }).items).toHaveLength(12);
    expect(drawGraph(answerOf(events.slice(0, 10)), ALL).items).toHaveLength(11);
  });

  it('tells masked values apart that look alike', () => {
    const answer = answerOf(
      [
        ['userId ana', 'deviceId d'],
        ['userId ben', 'deviceId d'],
      ],
      [],
      ['userId ana', 'userId ben'],
    );
    expect(drawGraph(answer, ALL).items).toHaveLength(3);
  });

  it('lists what is labelled fraud most first', () => {
    const answer = answerOf([['userId ana'], ['userId ben'], ['userId ben'], ['userId eve']], [3]);
    expect(inOrder(drawGraph(answer, ALL).items).map(({ value }) => value)).toEqual(['eve', 'ben', 'ana']);
  });
});

describe('a path', () => {
  const model = drawGraph(
    answerOf([
      ['userId ana', 'deviceId d'],
      ['userId ben', 'deviceId d'],
      ['userId ben', 'email b@x.example'],
      ['userId eve', 'email e@x.example'],
    ]),
    ALL,
  );

  it('is the shortest way, or none', () => {
    expect(pathBetween(model, 'userId ana', 'email b@x.example')).toEqual([
      'userId ana',
      'deviceId d',
      'userId ben',
      'email b@x.example',
    ]);
    expect(pathBetween(model, 'userId ana', 'userId ana')).toEqual(['userId ana']);
    expect(pathBetween(model, 'userId ana', 'userId eve')).toBeUndefined();
  });
});

describe('communities', () => {
  it('are named where more than half of the accounts have fraud, the same each time', () => {
    const ring = ['a', 'b', 'c'].map((user) => [`userId ${user}`, 'deviceId shared']);
    const others = ['x', 'y', 'z'].map((user) => [`userId ${user}`, 'deviceId honest']);
    const model = drawGraph(answerOf([...ring, ...others], [0, 1]), ALL);
    const found = fraudCommunities(model);
    expect(found.map(({ head, members, fraud }) => [head.value, members, fraud])).toEqual([['shared', 3, 2]]);
    expect(fraudCommunities(model)).toEqual(found);
    expect(fraudCommunities(drawGraph(answerOf([['userId a']]), ALL))).toEqual([]);
  });

  it('count each account of a group', () => {
    const users = Array.from({ length: 12 }, (_, at) => ['deviceId kiosk', `userId u${at}`]);
    const most = drawGraph(answerOf(users, [0, 1, 2, 3, 4, 5, 6]), ALL);
    expect(fraudCommunities(most).map(({ members, fraud }) => [members, fraud])).toEqual([[12, 7]]);
    expect(fraudCommunities(drawGraph(answerOf(users, [0]), ALL))).toEqual([]);
  });
});
