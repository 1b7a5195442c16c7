import type { SymbolTable as SymbolTableAnswer } from '@redoubt/contracts';
import { allows, DEVICE_ATTRIBUTES, type AssessmentName } from '@redoubt/domain';
import { listLists, listPublishedVelocitySets, readRecentRequests } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { calledApis, readTargets } from './targets.ts';
import { readCallables } from './plan-calls.ts';
import { ruleLimitsOf } from '../limits.ts';
import { reachableFunctions, readFunctionPath } from './reachable-functions.ts';
import { readableVelocities } from './readable-velocities.ts';
import { readAttributes } from './assessment-symbols.ts';
import { readGraphNames } from './graph-texts.ts';
import { readRoutingQueues } from './routing-queues.ts';
import { symbolsOf } from './schema-symbols.ts';
import { seenAttributes } from './seen-attributes.ts';
import { exampleOf, wireAttribute, wireFunction, wireList, type WireAttribute } from './wire-symbols.ts';
import { seenBodies } from '../privacy/mask-answers.ts';
import { inTransaction, reading } from '../unit-of-work.ts';

/** What the fingerprint script adds to events; no schema lists it. */
const DEVICE: readonly WireAttribute[] = Object.values(DEVICE_ATTRIBUTES).flatMap((attributes) =>
  attributes.map(({ key, name }): WireAttribute => ({
    path: `deviceAttributes.${key}`,
    type: key === 'ipAddressHistory' ? 'array' : 'string',
    source: 'schema',
    description: name,
  })),
);

/** Newest events that attributes and examples are taken from. */
const RECENT_EVENTS = 50;

/**
 * Attributes, lists, functions, velocities, external calls and assessments for completion and checking in the editor: the symbol table that publishing checks with, and beside
 * it what recent events of the environment held. Only who may search sees what was in events.
 */
export const getSymbolTable = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
): Promise<SymbolTableAnswer> => {
  const { tenantId, environmentId } = context;
  const place = { tenantId, environmentId, kind: assessment };
  const { lists, velocitySets, path, callable, targets, events, graphNames } = await inTransaction(
    context,
    async (trx) => ({
      path: await readFunctionPath(trx, environmentId),
      callable: await readCallables(trx, environmentId),
      targets: await readTargets(trx, environmentId),
      lists: await listLists(trx, environmentId),
      events: await readAttributes(trx, environmentId, assessment),
      velocitySets: await listPublishedVelocitySets(trx, environmentId),
      graphNames: await readGraphNames(trx, environmentId),
    }),
  );
  const requests = allows(context.capabilities, 'search:read')
    ? seenBodies(context, environmentId, await reading(context, (trx) => readRecentRequests(trx, place, RECENT_EVENTS)))
    : [];
  const symbols = symbolsOf(events, lists);
  const seen = seenAttributes(requests);
  const known = new Set(symbols.attributes.map(({ path }) => path.toLowerCase()));
  return {
    attributes: [
      ...symbols.attributes.map((attribute) => wireAttribute(attribute, seen.get(attribute.path.toLowerCase()))),
      // An empty table means that nothing is known of the payload, and has to stay so.
      ...(symbols.attributes.length === 0 ? [] : DEVICE),
      ...[...seen]
        .filter(([key]) => !known.has(key))
        .map(([, attribute]): WireAttribute => {
          const { path, type } = attribute;
          return { path, type, source: 'seen', description: '', ...exampleOf(attribute) };
        }),
    ],
    lists: symbols.lists.map(wireList),
    velocities: [...readableVelocities(velocitySets)],
    functions: reachableFunctions(path).map(wireFunction),
    sources: [...(symbols.sources ?? [])],
    ...graphNames,
    calls: callable.calls.map(({ name, definition, sample = null }) => ({
      name,
      parameters: definition.parameters.map((parameter) => parameter.name),
      sample,
    })),
    assessments: callable.assessments.map(({ name, target, sample = null }) => ({
      name,
      ...calledApis(targets, target),
      sample,
    })),
    limits: ruleLimitsOf(context),
  };
};

/** The same for routing rules, which name queues besides. */
export const getRoutingSymbols = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
): Promise<SymbolTableAnswer> => {
  const { environmentId } = context;
  const queues = await inTransaction(context, (trx) => readRoutingQueues(trx, environmentId, assessment));
  return { ...(await getSymbolTable(context, assessment)), queues: queues.map(({ name }) => name) };
};
