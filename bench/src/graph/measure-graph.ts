import { seededRandom } from '@redoubt/kernel';
import { GraphStore, seriesHasher, type GraphNode } from '@redoubt/velocity';

const EVENTS = 640_000;
const SHOPPERS = 125_000;
const START_S = Date.UTC(2026, 2, 14) / 1000;
const DAY_S = 86_400;
const DAYS = 90;
const FRAUD_SHARE = 0.01;
const READS = 20_000;
const WARM_READS = 2000;

/** Kinds by their number in the store: user, device, payment, e-mail, phone, address, IP, product. */
const KINDS = [0, 1, 2, 3, 4, 5, 9, 8] as const;
const USER = 0;

export type ReadFigures = {
  readonly name: string;
  readonly p50Us: number;
  readonly p99Us: number;
  readonly longestUs: number;
  /** Share of the answers that are not known. */
  readonly unknown: number;
};

export type GraphFigures = {
  readonly nodes: number;
  readonly edges: number;
  readonly events: number;
  readonly bytesPerEdge: number;
  /** Hashing the values of an event and adding it. */
  readonly addUs: number;
  readonly p99AddUs: number;
  readonly buildMs: number;
  readonly reads: readonly ReadFigures[];
};

const hashers = KINDS.map((kind) => seriesHasher({ k0: 3, k1: 5 }, `graph ${kind}`));
const ofEvents = seriesHasher({ k0: 3, k1: 5 }, 'graph events');
const halves = { lo: 0, hi: 0 };

const nodeOf = (place: number, value: string): GraphNode => {
  hashers[place]?.key(value, halves);
  return { kind: KINDS[place] ?? 0, lo: halves.lo, hi: halves.hi };
};

/**
 * Values of a shopper's event. Most have their own; one event of twelve is of a household or a ring and takes the device,
 * card or address of its neighbour, one of a hundred comes through a busy address of a network.
 */
const valuesOf = (random: () => number): readonly string[] => {
  const shopper = Math.floor(random() ** 2 * SHOPPERS);
  const shares = random() < 1 / 12;
  const beside = shares ? shopper - (shopper % 8) : shopper;
  const ip = random() < 0.01 ? `busy ${Math.floor(random() * 20)}` : `${shopper}.${Math.floor(random() * 3)}`;
  return [
    `user-${shopper}`,
    `device-${beside}-${Math.floor(random() * 1.6)}`,
    `card-${random() < 0.5 ? beside : shopper}-${Math.floor(random() * 1.4)}`,
    `mail-${shopper}`,
    `phone-${shopper}`,
    `address-${beside}-${Math.floor(random() * 1.2)}`,
    ip,
    `product-${Math.floor(random() ** 3 * 20_000)}`,
  ];
};

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const measureReads = (name: string, asked: readonly GraphNode[], read: (node: GraphNode) => unknown): ReadFigures => {
  for (const node of asked.slice(0, WARM_READS)) read(node);
  let unknown = 0;
  const times = Float64Array.from(asked, (node) => {
    const startMs = performance.now();
    if (read(node) === undefined) unknown += 1;
    return (performance.now() - startMs) * 1000;
  }).sort();
  const [p50Us, p99Us] = [percentile(times, 0.5), percentile(times, 0.99)];
  return { name, p50Us, p99Us, longestUs: times.at(-1) ?? 0, unknown: unknown / asked.length };
};

/** A graph of about a million values and five million edges: what adding and reading take, and what it holds in memory. */
export const measureGraph = (): GraphFigures => {
  const random = seededRandom(11);
  const store = new GraphStore();
  const asked: GraphNode[] = [];
  const adds = new Float64Array(EVENTS);
  const startMs = performance.now();
  for (let at = 0; at < EVENTS; at += 1) {
    const values = valuesOf(random);
    const isFraud = random() < FRAUD_SHARE;
    const beganMs = performance.now();
    const nodes = values.map((value, place) => nodeOf(place, value));
    ofEvents.key(`event-${at}`, halves);
    const key = { lo: halves.lo, hi: halves.hi };
    store.add({ ...key, second: START_S + Math.floor((at / EVENTS) * DAYS * DAY_S), decision: 0, nodes });
    adds[at] = (performance.now() - beganMs) * 1000;
    if (isFraud) store.mark(key, 'label', true);
    const node = nodes[at % (nodes.length - 1)];
    if (node && random() < (READS / EVENTS) * 1.1) asked.push(node);
  }
  const buildMs = performance.now() - startMs;
  const { nodes, edges, events, bytes } = store.statistics();
  const sample = asked.slice(0, READS);
  const reads = [7, DAYS].flatMap((days) => {
    const since = START_S + (DAYS - days) * DAY_S;
    return [
      measureReads(`neighbours, ${days} d`, sample, (node) => store.neighbours(node, USER, since)),
      measureReads(`hops to fraud, ${days} d`, sample, (node) => store.hopsToFraud(node, since)),
      measureReads(`component, ${days} d`, sample, (node) => store.component(node, since)),
    ];
  });
  adds.sort();
  return {
    nodes,
    edges,
    events,
    bytesPerEdge: bytes / edges,
    addUs: percentile(adds, 0.5),
    p99AddUs: percentile(adds, 0.99),
    buildMs,
    reads,
  };
};
