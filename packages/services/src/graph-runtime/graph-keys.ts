import { GRAPH_KINDS, isAttributeGraphKind, type GraphKind, type StandardGraphKind } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import { kindCodeOf, type GraphStep } from '@redoubt/storage';
import {
  FIRST_LINKABLE_KIND,
  HIGHEST_KIND,
  seriesHasher,
  type GraphKey,
  type GraphNode,
  type SeriesHasher,
} from '@redoubt/velocity';
import { createHmac } from 'node:crypto';
import { hashingKeysOf, type HashingKey } from '../secrets/hashing-keys.ts';

/** Number of each kind in the store, where those from 8 on are only counted until linkable attributes begin. */
const KINDS: Readonly<Record<StandardGraphKind, number>> = {
  user: 0,
  device: 1,
  payment: 2,
  email: 3,
  phone: 4,
  address: 5,
  product: 8,
  ip: 9,
};
/** Texts of a customer's own are numbered from here on in each environment, in the order they come; they are only counted. */
const FIRST_OWN_KIND = 16;

/** How values and events of an environment look to the store. */
export type GraphKeys = {
  /** Number of a kind in an environment. */
  readonly kind: (tenantId: Id, environmentId: Id, kind: GraphKind) => number;
  /** @param value as `graphValue` or, of a customer's own, `ownGraphValue` gives it. */
  readonly node: (tenantId: Id, environmentId: Id, kind: GraphKind, value: string) => GraphNode;
  readonly event: (step: Exclude<GraphStep, { does: 'label' }>) => GraphKey;
};

type Kind = { readonly number: number; readonly hasher: SeriesHasher };
type Hashers = { readonly events: SeriesHasher; readonly kindOf: (kind: GraphKind) => Kind };

/**
 * Values are personal data: they are hashed with a secret of the tenant, and differently in each environment, so that
 * nothing leads from one to another.
 *
 * @param hashingKey behind keyed hashes.
 */
export const createGraphKeys = (hashingKey: HashingKey): GraphKeys => {
  const keys = hashingKeysOf(hashingKey);
  const known = new Map<Id, Hashers>();
  const halves = { lo: 0, hi: 0 };

  const make = (tenantId: Id, environmentId: Id): Hashers => {
    const digest = createHmac('sha256', keys.of(tenantId)).update(`graph ${tenantId}`).digest();
    const secret = { k0: digest.readInt32LE(0), k1: digest.readInt32LE(4) };
    const of = (series: string): SeriesHasher => seriesHasher(secret, `${environmentId} ${series}`);
    const kinds = new Map<GraphKind, Kind>(
      GRAPH_KINDS.map((kind) => [kind, { number: KINDS[kind], hasher: of(kind) }]),
    );
    const ranges = {
      own: { next: FIRST_OWN_KIND, last: FIRST_LINKABLE_KIND - 1 },
      attributes: { next: FIRST_LINKABLE_KIND, last: HIGHEST_KIND },
    };
    const kindOf = (kind: GraphKind): Kind => {
      let known = kinds.get(kind);
      if (known === undefined) {
        const range = isAttributeGraphKind(kind) ? ranges.attributes : ranges.own;
        // Past the last number kinds share one: their values are still told apart, but counted together.
        known = { number: range.next, hasher: of(kind) };
        range.next = Math.min(range.next + 1, range.last);
        kinds.set(kind, known);
      }
      return known;
    };
    return { events: of('events'), kindOf };
  };
  const hashersOf = (tenantId: Id, environmentId: Id): Hashers => {
    let found = known.get(environmentId);
    if (found === undefined) {
      found = make(tenantId, environmentId);
      known.set(environmentId, found);
    }
    return found;
  };
  return {
    kind: (tenantId, environmentId, kind) => hashersOf(tenantId, environmentId).kindOf(kind).number,
    node: (tenantId, environmentId, kind, value) => {
      const { number, hasher } = hashersOf(tenantId, environmentId).kindOf(kind);
      hasher.key(value, halves);
      return { kind: number, lo: halves.lo, hi: halves.hi };
    },
    event: ({ tenantId, environmentId, kind, eventId }) => {
      hashersOf(tenantId, environmentId).events.key(`${kindCodeOf(kind)} ${eventId}`, halves);
      return { lo: halves.lo, hi: halves.hi };
    },
  };
};
