import type { GraphKind } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import { kindCodeOf, type GraphStep } from '@redoubt/storage';
import { seriesHasher, type GraphKey, type GraphNode, type SeriesHasher } from '@redoubt/velocity';
import { createHmac } from 'node:crypto';

/** Number of each kind in the store, where those from 8 on are only counted. */
const KINDS: Readonly<Record<GraphKind, number>> = {
  user: 0,
  device: 1,
  payment: 2,
  email: 3,
  phone: 4,
  address: 5,
  product: 8,
  ip: 9,
};
export const KIND_NAMES = Object.keys(KINDS) as readonly GraphKind[];
export const kindNumber = (kind: GraphKind): number => KINDS[kind];

/** How values and events of an environment look to the store. */
export type GraphKeys = {
  /** @param value as `graphValue` gives it. */
  readonly node: (tenantId: Id, environmentId: Id, kind: GraphKind, value: string) => GraphNode;
  readonly event: (step: Pick<GraphStep, 'tenantId' | 'environmentId' | 'kind' | 'eventId'>) => GraphKey;
};

type Hashers = { readonly events: SeriesHasher; readonly nodes: Readonly<Record<GraphKind, SeriesHasher>> };

/**
 * Values are personal data: they are hashed with a secret of the tenant, and differently in each environment, so that
 * nothing leads from one to another.
 *
 * @param installationKey behind all keyed hashes of this installation.
 */
export const createGraphKeys = (installationKey: string): GraphKeys => {
  const known = new Map<Id, Hashers>();
  const halves = { lo: 0, hi: 0 };

  const make = (tenantId: Id, environmentId: Id): Hashers => {
    const digest = createHmac('sha256', installationKey).update(`graph ${tenantId}`).digest();
    const secret = { k0: digest.readInt32LE(0), k1: digest.readInt32LE(4) };
    const of = (series: string): SeriesHasher => seriesHasher(secret, `${environmentId} ${series}`);
    const nodes = Object.fromEntries(KIND_NAMES.map((kind) => [kind, of(kind)])) as Hashers['nodes'];
    return { events: of('events'), nodes };
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
    node: (tenantId, environmentId, kind, value) => {
      hashersOf(tenantId, environmentId).nodes[kind].key(value, halves);
      return { kind: KINDS[kind], lo: halves.lo, hi: halves.hi };
    },
    event: ({ tenantId, environmentId, kind, eventId }) => {
      hashersOf(tenantId, environmentId).events.key(`${kindCodeOf(kind)} ${eventId}`, halves);
      return { lo: halves.lo, hi: halves.hi };
    },
  };
};
