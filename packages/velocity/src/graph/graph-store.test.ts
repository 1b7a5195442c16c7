import { seededRandom } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { NaiveGraph } from '../testing/naive-graph.ts';
import { GraphStore, type GraphEvent, type GraphNode } from './graph-store.ts';
import { HUB_EVENTS, MOST_NEIGHBOURS, MOST_PLACES, MOST_VALUES, NO_FRAUD_NEAR } from './reads.ts';

const KINDS = {
  user: 0,
  device: 1,
  payment: 2,
  email: 3,
  phone: 4,
  address: 5,
  ip: 6,
  product: 8,
  marked: 128,
} as const;
type NodeKind = keyof typeof KINDS;
const NODE_KINDS = Object.keys(KINDS) as readonly NodeKind[];
const kindOf = (kind: NodeKind): number => KINDS[kind];

/** Hashes as wide as real ones, of small numbers. */
const keyOf = (number: number) => ({
  lo: Math.imul(number, 0x9e37_79b1) >>> 0,
  hi: Math.imul(number ^ 0x55, 0x85eb_ca6b) >>> 0,
});
const node = (kind: NodeKind, number: number): GraphNode => ({
  kind: kindOf(kind),
  ...keyOf(number * 256 + kindOf(kind)),
});
const event = (id: number, second: number, ...nodes: readonly GraphNode[]): GraphEvent => ({
  ...keyOf(id + 1_000_000),
  second,
  decision: 0,
  nodes,
});

const storeOf = (...events: readonly GraphEvent[]): GraphStore => {
  const store = new GraphStore();
  for (const each of events) store.add(each);
  return store;
};

describe('neighbours', () => {
  const device = node('device', 1);
  const store = storeOf(
    event(1, 100, device, node('user', 1)),
    event(2, 200, device, node('user', 2), node('email', 1)),
    event(3, 300, device, node('user', 2)),
    event(4, 400, node('device', 2), node('user', 3)),
  );

  it('are counted once each, by kind', () => {
    expect(store.neighbours(device, kindOf('user'), 0)).toBe(2);
    expect(store.neighbours(device, kindOf('email'), 0)).toBe(1);
    expect(store.neighbours(device, kindOf('ip'), 0)).toBe(0);
  });

  it('count where an event since the beginning of the window holds both', () => {
    expect(store.neighbours(device, kindOf('user'), 200)).toBe(1);
    expect(store.neighbours(device, kindOf('user'), 301)).toBe(0);
  });

  it('of a value that was never there are none', () => {
    expect(store.neighbours(node('device', 99), kindOf('user'), 0)).toBe(0);
  });

  it('of the kind of the value do not count itself', () => {
    expect(storeOf(event(1, 1, device, node('device', 2))).neighbours(device, kindOf('device'), 0)).toBe(1);
  });

  it('are counted up to a bound', () => {
    const many = new GraphStore();
    for (let each = 0; each < MOST_NEIGHBOURS + 5; each += 1) many.add(event(each, 1, device, node('user', each)));
    expect(many.neighbours(device, kindOf('user'), 0)).toBe(MOST_NEIGHBOURS);
  });

  it('are not known where a read looks at more than it may', () => {
    const busy = new GraphStore();
    for (let each = 0; each < MOST_PLACES; each += 1) busy.add(event(each, 1, device, node('user', 1)));
    expect(busy.neighbours(device, kindOf('user'), 0)).toBeUndefined();
    expect(busy.hopsToFraud(device, 0)).toBeUndefined();
    expect(busy.component(device, 0)).toBeUndefined();
  });
});

describe('events', () => {
  it('that come twice count once, and so does a value that one holds twice', () => {
    const store = storeOf(event(1, 1, node('user', 1), node('user', 1)), event(1, 9, node('user', 1), node('user', 2)));
    expect(store.statistics()).toMatchObject({ events: 1, edges: 1, nodes: 1 });
  });
});

describe('fraud', () => {
  const chain = (): GraphStore =>
    storeOf(
      event(1, 10, node('user', 1), node('device', 1)),
      event(2, 20, node('device', 1), node('payment', 1)),
      event(3, 30, node('payment', 1), node('email', 1)),
      event(4, 40, node('email', 1), node('phone', 1)),
      event(5, 50, node('phone', 1), node('address', 1)),
    );

  it('is as many steps away as values lie between', () => {
    const store = chain();
    store.mark(event(4, 0), 'label', true);
    expect(store.hopsToFraud(node('email', 1), 0)).toBe(0);
    expect(store.hopsToFraud(node('payment', 1), 0)).toBe(1);
    expect(store.hopsToFraud(node('device', 1), 0)).toBe(2);
    expect(store.hopsToFraud(node('user', 1), 0)).toBe(3);
  });

  it('more than three steps away is not near', () => {
    const store = chain();
    store.mark(event(5, 0), 'label', true);
    expect(store.hopsToFraud(node('user', 1), 0)).toBe(NO_FRAUD_NEAR);
  });

  it('that a later label takes back is none; a chargeback stays', () => {
    const store = chain();
    store.mark(event(1, 0), 'label', true);
    store.mark(event(1, 0), 'label', false);
    expect(store.hopsToFraud(node('user', 1), 0)).toBe(NO_FRAUD_NEAR);
    store.mark(event(1, 0), 'chargeback', true);
    store.mark(event(1, 0), 'label', false);
    expect(store.hopsToFraud(node('user', 1), 0)).toBe(0);
  });

  it('that is told before its event comes counts', () => {
    const store = new GraphStore();
    store.mark(event(1, 0), 'label', true);
    store.add(event(1, 10, node('user', 1)));
    expect(store.hopsToFraud(node('user', 1), 0)).toBe(0);
  });

  it('before the window does not count, nor do links', () => {
    const store = chain();
    store.mark(event(1, 0), 'label', true);
    expect(store.hopsToFraud(node('user', 1), 11)).toBe(NO_FRAUD_NEAR);
    store.mark(event(5, 0), 'label', true);
    expect(store.hopsToFraud(node('payment', 1), 41)).toBe(NO_FRAUD_NEAR);
  });

  it('is a share of the component', () => {
    const store = chain();
    store.mark(event(1, 0), 'label', true);
    expect(store.component(node('address', 1), 0)).toEqual({ size: 6, fraudulent: 2 });
    expect(store.component(node('address', 9), 0)).toEqual({ size: 0, fraudulent: 0 });
  });

  it('of a value itself counts in windows that reach back to its label, also before its first event', () => {
    const store = chain();
    store.label(node('payment', 1), 60, true);
    expect(store.hopsToFraud(node('payment', 1), 60)).toBe(0);
    expect(store.hopsToFraud(node('user', 1), 0)).toBe(2);
    expect(store.component(node('user', 1), 0)).toEqual({ size: 6, fraudulent: 1 });
    expect(store.hopsToFraud(node('payment', 1), 61)).toBe(NO_FRAUD_NEAR);
    store.label(node('payment', 1), 70, false);
    expect(store.hopsToFraud(node('payment', 1), 0)).toBe(NO_FRAUD_NEAR);
    store.label(node('user', 8), 60, true);
    expect(store.component(node('user', 8), 0)).toEqual({ size: 1, fraudulent: 1 });
    store.add(event(8, 80, node('user', 8), node('device', 1)));
    expect(store.hopsToFraud(node('device', 1), 0)).toBe(1);
  });

  it('of a value itself counts where very many events hold it', () => {
    const store = new GraphStore();
    for (let each = 0; each <= HUB_EVENTS; each += 1) store.add(event(each, 1, node('user', each), node('payment', 1)));
    store.label(node('payment', 1), 2, true);
    expect(store.hopsToFraud(node('user', 5), 0)).toBe(1);
    expect(store.hopsToFraud(node('user', 5), 3)).toBe(NO_FRAUD_NEAR);
  });

  it('does not pass through products, nor through what very many events hold', () => {
    const store = storeOf(
      event(1, 1, node('user', 1), node('product', 1)),
      event(2, 1, node('user', 2), node('product', 1)),
    );
    store.mark(event(2, 0), 'label', true);
    expect(store.hopsToFraud(node('user', 1), 0)).toBe(NO_FRAUD_NEAR);
    for (let each = 0; each <= HUB_EVENTS; each += 1)
      store.add(event(10 + each, 1, node('user', 10 + each), node('ip', 1)));
    store.mark(event(10, 0), 'label', true);
    expect(store.hopsToFraud(node('user', 11), 0)).toBe(NO_FRAUD_NEAR);
    expect(store.hopsToFraud(node('ip', 1), 0)).toBe(0);
    expect(store.component(node('user', 11), 0)).toEqual({ size: 2, fraudulent: 0 });
  });

  it('has no share where a component is larger than is counted', () => {
    const store = new GraphStore();
    for (let each = 0; each <= MOST_VALUES; each += 1)
      store.add(event(each, 1, node('user', each), node('email', each + 1), node('email', each)));
    expect(store.component(node('user', 1), 0)).toEqual({ size: MOST_VALUES, fraudulent: undefined });
  });
});

type Step =
  | { readonly added: GraphEvent }
  | { readonly marked: GraphEvent; readonly sign: 'label' | 'chargeback'; readonly isFraud: boolean }
  | { readonly labelled: GraphNode; readonly second: number; readonly isFraud: boolean };

const randomSteps = (seed: number, count: number): readonly Step[] => {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, at): Step => {
    if (random() < 0.15)
      return { marked: event(below(count), 0), sign: random() < 0.7 ? 'label' : 'chargeback', isFraud: random() < 0.7 };
    if (random() < 0.1)
      return { labelled: node(random() < 0.5 ? 'user' : 'payment', below(35)), second: at, isFraud: random() < 0.6 };
    const nodes = NODE_KINDS.filter(() => random() < 0.5).map((kind) => node(kind, below(30)));
    return { added: event(below(10) === 0 ? below(count) : at, at + below(40), ...nodes) };
  });
};

const take = (graph: Pick<GraphStore, 'add' | 'mark' | 'label'>, step: Step): void =>
  'added' in step
    ? graph.add(step.added)
    : 'marked' in step
      ? graph.mark(step.marked, step.sign, step.isFraud)
      : graph.label(step.labelled, step.second, step.isFraud);

describe('the store', () => {
  it.each([1, 2, 3, 4, 5, 6])('answers what every event looked at would say (seed %i)', (seed) => {
    const store = new GraphStore();
    const naive = new NaiveGraph();
    const steps = randomSteps(seed, 180);
    const random = seededRandom(seed + 100);
    for (const [at, step] of steps.entries()) {
      take(store, step);
      take(naive, step);
      if (at % 6 !== 0) continue;
      const asked = node(NODE_KINDS[Math.floor(random() * NODE_KINDS.length)] ?? 'user', Math.floor(random() * 30));
      const since = Math.floor(random() * (at + 10));
      const kind = kindOf(NODE_KINDS[Math.floor(random() * NODE_KINDS.length)] ?? 'user');
      expect(store.neighbours(asked, kind, since)).toBe(naive.neighbours(asked, kind, since));
      expect(store.hopsToFraud(asked, since)).toBe(naive.hopsToFraud(asked, since));
      expect(store.component(asked, since)).toEqual(naive.component(asked, since));
    }
  });

  it('gives up its oldest events for memory, and knows what it no longer knows', () => {
    const maxBytes = 24 * 1024 * 1024;
    const store = new GraphStore({ maxBytes });
    const newer = new NaiveGraph();
    const count = 330_000;
    const eventAt = (at: number): GraphEvent =>
      event(at, at, node('user', at % 3000), node('device', at % 2999), node('ip', at), node('email', at % 4001));
    for (let at = 0; at < count; at += 1) {
      store.add(eventAt(at));
      if (at >= count - 300) newer.add(eventAt(at));
      // Labels of values that never come give way as well.
      if (at % 10 === 0) store.label(node('payment', at), at, true);
    }
    store.label(node('email', 7), count, true);
    newer.label(node('email', 7), count, true);
    const { bytes, droppedEvents, events, nodes } = store.statistics();
    expect(events + droppedEvents).toBe(count);
    expect(droppedEvents).toBeGreaterThan(count / 4);
    expect(bytes).toBeLessThan(maxBytes * 1.2);
    expect(nodes).toBeLessThan(events * 2);
    const since = count - 300;
    for (let at = 0; at < 40; at += 1) {
      const asked = node('user', (count - 1 - at * 7) % 3000);
      expect(store.neighbours(asked, kindOf('ip'), since)).toBe(newer.neighbours(asked, kindOf('ip'), since));
      expect(store.component(asked, since)).toEqual(newer.component(asked, since));
    }
    expect(store.neighbours(node('user', 1), kindOf('ip'), 5)).toBeUndefined();
    expect(store.hopsToFraud(node('user', 1), 5)).toBeUndefined();
    expect(store.component(node('user', 1), 5)).toBeUndefined();
  });

  it('is the same again where the same events come again', () => {
    const [first, second] = [new GraphStore(), new GraphStore()];
    const steps = randomSteps(9, 500);
    for (const store of [first, second]) for (const step of steps) take(store, step);
    expect(second.statistics()).toEqual(first.statistics());
    for (let each = 0; each < 60; each += 1) {
      expect(second.component(node('user', each), 100)).toEqual(first.component(node('user', each), 100));
    }
  });
});
