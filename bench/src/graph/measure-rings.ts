import { textAt } from '@redoubt/domain';
import { DAY_MS, MINUTE_MS, SECOND_MS, type JsonObject } from '@redoubt/kernel';
import { createRingTraffic, type RingPurchase } from '@redoubt/testing/simulator';
import { GraphStore, seriesHasher, type GraphNode } from '@redoubt/velocity';

const OPTIONS = {
  seed: 5,
  nowMs: Date.UTC(2026, 2, 14),
  rings: 40,
  members: 12,
  households: 2500,
  population: 15_000,
} as const;
const PURCHASES = 60_000;
const BETWEEN_MS = MINUTE_MS;
const WINDOW_DAYS = 30;

/** How many people a device, a card or an address must have had before one more is suspicious: what velocities count. */
const VELOCITY_LIMITS = [1, 2, 3, 4] as const;
/** How many values must be linked to the person. */
const GRAPH_LIMITS = [12, 16, 20, 25, 30, 40] as const;

export type RuleFigures = {
  readonly rule: string;
  /** Share of the people of rings that a purchase of theirs was stopped of. */
  readonly ringPeople: number;
  /** Share of the purchases of rings that were stopped. */
  readonly ringPurchases: number;
  /** Share of honest purchases that were stopped. */
  readonly falsePositives: number;
};

/** One rule and what it stopped. */
class Rule {
  readonly name: string;
  readonly #people = new Set<string>();
  #ofRings = 0;
  #honest = 0;

  constructor(name: string) {
    this.name = name;
  }

  stop({ ring, userId }: RingPurchase): void {
    if (ring === null) {
      this.#honest += 1;
      return;
    }
    this.#ofRings += 1;
    this.#people.add(userId);
  }

  figures(people: number, ofRings: number, honest: number): RuleFigures {
    return {
      rule: this.name,
      ringPeople: this.#people.size / people,
      ringPurchases: this.#ofRings / ofRings,
      falsePositives: this.#honest / honest,
    };
  }
}

/** Values of a purchase by kind, as the product links them; products are left out. */
const valuesOf = (body: JsonObject): Readonly<Record<string, string>> => ({
  user: textAt(body, 'user.userId') ?? '',
  device: textAt(body, 'deviceContext.externalDeviceId') ?? '',
  payment: textAt((body.paymentInstrumentList as readonly JsonObject[])[0] ?? {}, 'merchantPaymentInstrumentId') ?? '',
  email: textAt(body, 'user.email') ?? '',
  phone: textAt(body, 'user.phoneNumber') ?? '',
  address: `${textAt(body, 'shippingAddress.street1') ?? ''} ${textAt(body, 'shippingAddress.zipCode') ?? ''}`,
  ip: textAt(body, 'deviceContext.ipAddress') ?? '',
});

/** Numbers of kinds in the store: those from 8 on lead nowhere. */
const KINDS = { user: 0, device: 1, payment: 2, email: 3, phone: 4, address: 5, ip: 9 } as const;
const hashers = Object.entries(KINDS).map(([name, kind]) => ({
  name,
  kind,
  hasher: seriesHasher({ k0: 1, k1: 2 }, name),
}));

const nodesOf = (values: Readonly<Record<string, string>>): readonly GraphNode[] =>
  hashers.flatMap(({ name, kind, hasher }) => {
    const value = values[name] ?? '';
    if (value === '') return [];
    const halves = { lo: 0, hi: 0 };
    hasher.key(value, halves);
    return [{ kind, ...halves }];
  });

/** Other people of each device, card and address within the window: `DistinctCount(@"user.userId")` by those keys. */
class DistinctPeople {
  readonly #seen = new Map<string, Map<string, number>>();

  most(values: Readonly<Record<string, string>>, sinceMs: number): number {
    const counts = ['device', 'payment', 'address'].map((kind) => {
      const people = this.#seen.get(`${kind} ${values[kind]}`) ?? new Map<string, number>();
      return [...people].filter(([user, atMs]) => user !== values.user && atMs >= sinceMs).length;
    });
    return Math.max(...counts);
  }

  add(values: Readonly<Record<string, string>>, atMs: number): void {
    for (const kind of ['device', 'payment', 'address']) {
      const key = `${kind} ${values[kind]}`;
      const people = this.#seen.get(key) ?? new Map<string, number>();
      people.set(values.user ?? '', atMs);
      this.#seen.set(key, people);
    }
  }
}

/** Rings and households in the traffic of a shop: what one rule over the graph catches, against one over velocities. */
export const measureRings = (): readonly RuleFigures[] => {
  const next = createRingTraffic(OPTIONS);
  const graph = new GraphStore();
  const distinct = new DistinctPeople();
  const byVelocity = VELOCITY_LIMITS.map((limit) => ({
    limit,
    rule: new Rule(`velocities: more than ${limit} other people by device, card or address`),
  }));
  const byGraph = GRAPH_LIMITS.map((limit) => ({
    limit,
    rule: new Rule(`graph: ComponentSize("user", …, ${WINDOW_DAYS}, 0) > ${limit}`),
  }));
  const people = new Set<string>();
  let ofRings = 0;
  for (let at = 0; at < PURCHASES; at += 1) {
    const nowMs = OPTIONS.nowMs + at * BETWEEN_MS;
    const purchase = next(nowMs);
    if (purchase.ring !== null) {
      ofRings += 1;
      people.add(purchase.userId);
    }
    const values = valuesOf(purchase.body);
    const nodes = nodesOf(values);
    const sinceMs = nowMs - WINDOW_DAYS * DAY_MS;
    const most = distinct.most(values, sinceMs);
    for (const { limit, rule } of byVelocity) if (most > limit) rule.stop(purchase);
    const [user] = nodes;
    const size = (user && graph.component(user, Math.floor(sinceMs / SECOND_MS))?.size) ?? 0;
    for (const { limit, rule } of byGraph) if (size > limit) rule.stop(purchase);
    distinct.add(values, nowMs);
    graph.add({ lo: at + 1, hi: at * 2_654_435, second: Math.floor(nowMs / SECOND_MS), decision: 0, nodes });
  }
  return [...byVelocity, ...byGraph].map(({ rule }) => rule.figures(people.size, ofRings, PURCHASES - ofRings));
};
