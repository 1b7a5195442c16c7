import type { BodyOf, searchGraph as endpoint, ResponseOf } from '@redoubt/contracts';
import { fail, filterValueOf, isDrawnGraphKind, isStandardGraphKind, ownPathOf, ownSearchField } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { readGraph, type Graph, type GraphOwnKind, type GraphSeed, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds, type Subtree } from '../environments/subtree.ts';
import { isPersonalField, maskSearched } from '../privacy/mask-answers.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { requireSearchOn } from '../search-index/require-search-on.ts';
import { reading } from '../unit-of-work.ts';
import { readOwnTextFields, type OwnTextField } from '../symbols/own-text-fields.ts';

type Asked = BodyOf<typeof endpoint>;
type OwnKind = GraphOwnKind & Pick<OwnTextField, 'type'>;

/** Texts that environments made searchable, of those asked for. */
const readOwnKinds = async (
  trx: TenantTransaction,
  environmentId: Id,
  subtree: Subtree,
  kinds: readonly string[],
): Promise<readonly OwnKind[]> => {
  const asked = new Set(kinds.flatMap((kind) => ownPathOf(kind) ?? []));
  if (asked.size === 0) return [];
  const fields = await readOwnTextFields(trx, environmentId, subtree);
  return [...asked].map((path) => {
    const own = fields.filter((field) => field.path === path);
    const [first] = own;
    if (first === undefined) throw fail('SRCH-FIELD-UNKNOWN', { field: path });
    return { field: ownSearchField(path), type: first.type, eventKinds: own.map(({ kind }) => kind) };
  });
};

/** What a question starts from, as search keeps it. @throws `SRCH-QUERY-INVALID`. */
const seedOf = ({ seed }: Asked, ownKinds: readonly OwnKind[]): GraphSeed => {
  if (seed.of === 'event') return { of: 'event', eventKind: seed.eventType, eventId: seed.eventId };
  const own = ownKinds.find(({ field }) => field === seed.kind);
  if (own === undefined) return seed;
  const value = filterValueOf(own.type, seed.value);
  if (value === null) throw fail('SRCH-QUERY-INVALID', { field: 'seed' });
  return { ...seed, value: String(value) };
};

/** Nodes whose events all lie in environments of which the caller sees masks. */
const maskedNodes = (context: EnvironmentContext, { nodes, events }: Graph): readonly boolean[] => {
  const seen = new Set(
    events.filter(({ environmentId }) => !seesMasks(context, environmentId)).flatMap((event) => event.nodes),
  );
  return nodes.map((_, at) => !seen.has(at));
};

/**
 * The part of the graph around a value or an event, in the environment and, where asked, those below it.
 *
 * @throws `SRCH-OFF`, `ENV-UNKNOWN`, `SRCH-QUERY-INVALID`, `SRCH-RANGE-TOO-LONG`, `SRCH-FIELD-UNKNOWN` for a text that no environment here
 *   made searchable, `SRCH-TIMEOUT`.
 */
export const searchGraph = async (context: EnvironmentContext, asked: Asked): Promise<ResponseOf<typeof endpoint>> => {
  const { database, tenantId, environmentId, clock } = context;
  const asOf = new Date(clock.now()).toISOString();
  const kinds = [...new Set([...asked.kinds, ...(asked.seed.of === 'value' ? [asked.seed.kind] : [])])];
  const { subtree, ownKinds } = await reading(context, async (trx) => {
    await requireSearchOn(trx);
    const subtree = await loadSubtree(trx, environmentId);
    return { subtree, ownKinds: await readOwnKinds(trx, environmentId, subtree, kinds) };
  });
  const scope = { tenantId, environmentIds: scopeIds(subtree, asked.includeChildren) };
  const graph = await readGraph(database, scope, {
    seed: seedOf(asked, ownKinds),
    kinds: kinds.filter(isStandardGraphKind),
    drawnKinds: kinds.filter(isDrawnGraphKind),
    ownKinds,
    from: new Date(asked.from),
    to: new Date(asked.to),
    steps: asked.steps,
    maxNodes: asked.limit,
  });
  const masked = maskedNodes(context, graph);
  return {
    nodes: graph.nodes.map((node, at) => {
      if (!masked[at]) return { ...node, isMasked: false };
      const isPersonal = isPersonalField(node.kind);
      return {
        ...node,
        value: maskSearched(node.kind, node.value),
        name: node.name === null ? null : maskSearched('userName', node.name),
        isMasked: isPersonal,
      };
    }),
    events: graph.events.map(({ kind, eventTime, nodes, ...event }) => ({
      ...event,
      eventType: kind,
      eventTime: eventTime.toISOString(),
      nodes: [...nodes],
    })),
    seeds: [...graph.seeds],
    isCut: graph.isCut,
    asOf,
  };
};
