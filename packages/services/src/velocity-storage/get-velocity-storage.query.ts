import type { VelocityStorageEstimate, VelocityStorageReport, VelocitySetText } from '@redoubt/contracts';
import { allows, SYSTEM_VELOCITY_SETS, type DefinedSources, type VelocitySetDefinition } from '@redoubt/domain';
import { DAY_MS, type JsonObject } from '@redoubt/kernel';
import { listVelocitySets, readNewestEvents, type StoredEvent } from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import type { EnvironmentContext } from '../context.ts';
import { assessmentReader } from '../decisions/recorded/stored-assessment.ts';
import { loadSubtree } from '../environments/subtree.ts';
import { evaluationLevels } from '../evaluation/evaluation-levels.ts';
import type { RuleEvaluator } from '../evaluation/rule-evaluator.ts';
import type { VelocityStatistics } from '../velocity-runtime/start-velocities.ts';
import { velocitySymbolsOf } from '../symbols/velocity-symbols.ts';
import { sourcesOf, storableVelocityText, velocitySource } from '../symbols/velocity-text.ts';
import { extrapolate } from '../evaluation/extrapolate.ts';
import { aboutKey, aboutOf, sampledEvents, type AboutEvent } from './sampled-events.ts';
import { inTransaction } from '../unit-of-work.ts';

/** Days the store keeps: the longest window, and what alignment and late events add. */
const KEPT_DAYS = 98;
const SAMPLED_EVENTS = 1000;
/** Assessments before the sample that are read for events about them. */
const MAX_EARLIER_ASSESSMENTS = 200;

/** Bodies of assessments that sampled events are about and that came before the sample. */
const earlierAssessments = async (
  context: EnvironmentContext,
  events: readonly StoredEvent[],
): Promise<ReadonlyMap<string, JsonObject>> => {
  const { database, tenantId } = context;
  const read = assessmentReader(database);
  const sampled = new Set(events.map(aboutKey));
  const wanted = new Map<string, AboutEvent>();
  for (const event of events) {
    const about = aboutOf(event);
    if (about && !sampled.has(aboutKey(about)) && wanted.size < MAX_EARLIER_ASSESSMENTS)
      wanted.set(aboutKey(about), about);
  }
  const found = new Map<string, JsonObject>();
  for (const [key, about] of wanted) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- an estimate must not take every connection
    const body = await read({ tenantId, ...about });
    if (body) found.set(key, body);
  }
  return found;
};

/** What sets will take; in the order of `sets`, null for one whose text has errors. */
const estimate = async (
  context: EnvironmentContext,
  evaluator: RuleEvaluator,
  sets: readonly VelocitySetDefinition[],
): Promise<{ readonly basis: VelocityStorageReport['basis']; readonly sets: readonly VelocityStorageEstimate[] }> => {
  const { database, tenantId, environmentId, clock } = context;
  const { environments, assessments } = await inTransaction(context, async (trx) => ({
    environments: (await loadSubtree(trx, environmentId)).environments,
    assessments: await readAssessmentsInTree(trx, environmentId),
  }));
  const defined: DefinedSources = Object.assign({}, ...sets.map((set) => set.sources ?? sourcesOf(set, assessments)));
  const since = new Date(clock.now() - KEPT_DAYS * DAY_MS);
  const scope = { tenantId, environmentIds: environments.map(({ id }) => id) };
  const newest = await readNewestEvents(database, scope, { since, limit: SAMPLED_EVENTS });
  const events = sampledEvents(newest.events, await earlierAssessments(context, newest.events), defined);
  const { job, known, reachable, load } = await evaluationLevels(context, 'velocities');
  const days = newest.since === null ? 0 : Math.max(1, (clock.now() - newest.since.getTime()) / DAY_MS);
  const perDay = days === 0 ? 0 : newest.total / days;
  const sampled = await evaluator.evaluate(
    context,
    {
      kind: 'velocityStorage',
      ...job,
      sources: sets.map(velocitySource),
      defined,
      symbols: velocitySymbolsOf(known, [], assessments, reachable),
      events,
    },
    load,
  );
  const factor = events.length === 0 ? 0 : (perDay * KEPT_DAYS) / events.length;
  return {
    basis: { events: events.length, perDay: Math.round(perDay), days: KEPT_DAYS },
    sets: sampled.map((velocities) => velocities?.map((velocity) => extrapolate(velocity, factor)) ?? null),
  };
};

const storeNow = ({ keys, bytes, maxBytes, droppedKeys }: VelocityStatistics) => ({
  keys,
  bytes,
  maxBytes,
  droppedKeys,
});

/**
 * What the sets of an environment will take in the store after 98 days at the pace of these, worked out from its newest
 * events and those of the environments below; for those who administer environments also how full the store of this node is.
 */
export const getVelocityStorage = async (
  context: EnvironmentContext,
  evaluator: RuleEvaluator,
  statistics: (() => VelocityStatistics) | undefined,
): Promise<VelocityStorageReport> => {
  const { environmentId } = context;
  const stored = await inTransaction(context, (trx) => listVelocitySets(trx, environmentId));
  const sets = [...SYSTEM_VELOCITY_SETS, ...stored];
  const { basis, sets: estimates } = await estimate(context, evaluator, sets);
  const isOperator = allows(context.capabilities, 'rootEnvironmentsUpdate:write');
  return {
    basis,
    sets: sets.map(({ id }, index) => ({ setId: id, velocities: estimates[index] ?? null })),
    store: isOperator && statistics ? storeNow(statistics()) : null,
  };
};

/** The same for one text, before it is published. */
export const estimateVelocityStorage = async (
  context: EnvironmentContext,
  evaluator: RuleEvaluator,
  { text }: { readonly text: VelocitySetText },
): Promise<Pick<VelocityStorageReport, 'basis'> & { readonly velocities: VelocityStorageEstimate }> => {
  const { basis, sets } = await estimate(context, evaluator, [storableVelocityText(text)]);
  return { basis, velocities: sets[0] ?? null };
};
