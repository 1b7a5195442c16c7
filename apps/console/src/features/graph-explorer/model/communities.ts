import Graph from 'graphology';
import louvain from 'graphology-communities-louvain';
import type { GraphItem, GraphModel } from './graph-model.ts';

/** Values that are linked with each other more than with the rest. */
export type Community = {
  /** The item with most fraud labels of it. */
  readonly head: GraphItem;
  readonly ids: ReadonlySet<string>;
  /** Accounts, or all values where it has no account. */
  readonly members: number;
  /** Of those, labelled fraud or with an event that is. */
  readonly fraud: number;
};

/** Fewer accounts are not called a community. */
const FEWEST_MEMBERS = 3;
const FRAUD_SHARE = 0.5;
const MOST_SHOWN = 5;

/** Always the same communities of the same graph. */
const seeded = (): (() => number) => {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/**
 * Communities of which more than half of the accounts have an event labelled fraud, by the share. Found by the method of
 * Louvain (Blondel et al. 2008, "Fast unfolding of communities in large networks"), weighted by shared events.
 */
export const fraudCommunities = ({ items, links, byId }: GraphModel): readonly Community[] => {
  if (links.length === 0) return [];
  const graph = new Graph({ type: 'undirected' });
  for (const { id } of items) graph.addNode(id);
  for (const { id, from, to, events } of links) graph.addEdgeWithKey(id, from, to, { weight: events });
  const groups = Map.groupBy(Object.entries(louvain(graph, { rng: seeded() })), ([, group]) => group);
  return [...groups.values()]
    .flatMap((entries): Community[] => {
      const all = entries.flatMap(([id]) => byId.get(id) ?? []);
      const accounts = all.filter(({ kind }) => kind === 'userId');
      const counted = accounts.length > 0 ? accounts : all;
      const members = counted.reduce((sum, item) => sum + item.members.length, 0);
      const fraud = counted.reduce((sum, item) => sum + item.fraudMembers, 0);
      const [head] = all.toSorted((one, other) => other.fraud - one.fraud || other.events.length - one.events.length);
      if (head === undefined || members < FEWEST_MEMBERS || fraud / members <= FRAUD_SHARE) return [];
      return [{ head, ids: new Set(entries.map(([id]) => id)), members, fraud }];
    })
    .toSorted((one, other) => other.fraud / other.members - one.fraud / one.members || other.members - one.members)
    .slice(0, MOST_SHOWN);
};
