import type { BodyOf, searchGraph as endpoint, ResponseOf } from '@redoubt/contracts';
import { fail, isStandardGraphKind, ownPathOf, ownSearchField } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { readGraph, type Graph, type GraphOwnKind, type GraphSeed, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { loadSubtree, scopeIds, type Subtree } from '../environments/subtree.ts';
import { isPersonalField, maskSearched } from '../privacy/mask-answers.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { reading } from '../unit-of-work.ts';
import { readOwnTextFields } from './own-text-fields.ts';

type Asked = BodyOf<typeof endpoint>;

/** As far back as Search looks. */
const MONTHS = 13;

/** Texts that environments made searchable, of those asked for. */
const readOwnKinds = async (
  trx: TenantTransaction,
  environmentId: Id,
  subtree: Subtree,
  kinds: readonly string[],
): Promise<readonly GraphOwnKind[]> => {
  const asked = new Set(kinds.flatMap((kind) => ownPathOf(kind) ?? []));
  if (asked.size === 0) return [];
  const fields = await readOwnTextFields(trx, environmentId, subtree);
  return [...asked].map((path) => {
    const eventKinds = fields.filter((field) => field.path === path).map(({ kind }) => kind);
    if (eventKinds.length === 0) throw fail('SRCH-FIELD-UNKNOWN', { field: path });
    return { field: ownSearchField(path), eventKinds };
  });
};

const checkRange = (from: Date, to: Date): void => {
  if (!(from < to)) throw fail('SRCH-QUERY-INVALID', { field: 'to' });
  const longest = new Date(from);
  longest.setUTCMonth(longest.getUTCMonth() + MONTHS);
  // A day more, so that a range meant in the reader's time zone is not refused for its hours.
  longest.setUTCDate(longest.getUTCDate() + 1);
  if (to > longest) throw fail('SRCH-RANGE-TOO-LONG', { months: MONTHS });
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
 * @throws `ENV-UNKNOWN`, `SRCH-QUERY-INVALID`, `SRCH-RANGE-TOO-LONG`, `SRCH-FIELD-UNKNOWN` for a text that no environment here
 *   made searchable, `SRCH-TIMEOUT`.
 */
export const searchGraph = async (context: EnvironmentContext, asked: Asked): Promise<ResponseOf<typeof endpoint>> => {
  const { database, tenantId, environmentId, clock } = context;
  const asOf = new Date(clock.now()).toISOString();
  const [from, to] = [new Date(asked.from), new Date(asked.to)];
  checkRange(from, to);
  const { seed: start } = asked;
  const seed: GraphSeed =
    start.of === 'event' ? { of: 'event', eventKind: start.eventType, eventId: start.eventId } : start;
  const kinds = [...new Set([...asked.kinds, ...(seed.of === 'value' ? [seed.kind] : [])])];
  const { subtree, ownKinds } = await reading(context, async (trx) => {
    const subtree = await loadSubtree(trx, environmentId);
    return { subtree, ownKinds: await readOwnKinds(trx, environmentId, subtree, kinds) };
  });
  const scope = { tenantId, environmentIds: scopeIds(subtree, asked.includeChildren) };
  const graph = await readGraph(database, scope, {
    seed,
    kinds: kinds.filter(isStandardGraphKind),
    ownKinds,
    from,
    to,
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
