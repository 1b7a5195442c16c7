import type { VelocitySymbolTable, VelocitySets, VelocitySetSummary } from '@redoubt/contracts';
import {
  allows,
  definedKindTitle,
  definedPartsOf,
  definedVelocitySample,
  isBuiltInKind,
  ruleStatus,
  SYSTEM_VELOCITY_SETS,
  type LoggedKind,
  type SystemVelocitySet,
} from '@redoubt/domain';
import {
  findWindowMode,
  listBackfills,
  listLists,
  listPublishedVelocitySets,
  listVelocitySets,
  type StoredAssessmentDefinition,
  type StoredBackfill,
  type VelocitySetListItem,
} from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import { wireAttribute, wireFunction, wireList } from '../symbols/wire-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { reachableFunctions, readFunctionPath } from '../symbols/reachable-functions.ts';
import { ruleLimitsOf } from '../limits.ts';
import { excerptOf } from '../rules/excerpt.ts';
import { mostUrgent, wireBackfill } from './velocity-history.query.ts';
import { readableVelocities } from '../symbols/readable-velocities.ts';
import { velocitySymbolsOf, velocityEvents } from '../symbols/velocity-symbols.ts';
import { mayWriteVelocities, readVelocityUsers, type VelocityUsers } from './velocity-set-scope.ts';
import { sourcesOf, velocityFactsOf, velocityNames } from '../symbols/velocity-text.ts';
import { inTransaction } from '../unit-of-work.ts';

const systemSummary = (set: SystemVelocitySet, usersOf: VelocityUsers): VelocitySetSummary => ({
  id: set.id,
  name: set.name,
  description: '',
  system: true,
  status: 'Active',
  conditionExcerpt: excerptOf(set.condition),
  velocities: velocityFactsOf(set),
  publishedVersion: 1,
  usedBy: usersOf(velocityNames(set)),
  changed: null,
  backfill: null,
});

const backfillOf = (set: VelocitySetListItem, backfills: readonly StoredBackfill[]) => {
  const shown = mostUrgent(backfills.filter(({ setId }) => setId === set.id));
  return shown ? wireBackfill(shown, set) : null;
};

const summaryOf = (
  set: VelocitySetListItem,
  usersOf: VelocityUsers,
  backfills: readonly StoredBackfill[],
  draftSources: Pick<VelocitySetListItem, 'sources'> = {},
): VelocitySetSummary => ({
  id: set.id,
  name: set.name,
  description: set.description,
  system: false,
  status: ruleStatus({ published: set.publishedVersion !== null, active: set.active, hasDraft: set.hasDraft }),
  conditionExcerpt: excerptOf(set.condition),
  velocities: velocityFactsOf(set.publishedVersion === null ? { ...set, ...draftSources } : set),
  publishedVersion: set.publishedVersion,
  usedBy: set.publishedVersion === null ? [] : usersOf(velocityNames(set)),
  changed: { by: set.changedBy, at: set.changedAt.toISOString() },
  backfill: backfillOf(set, backfills),
});

/** The velocity sets of an environment by name: those of the system, published ones, drafts. */
export const getVelocitySets = (context: EnvironmentContext): Promise<VelocitySets> =>
  inTransaction(context, async (trx) => {
    const { environmentId } = context;
    const sets = await listVelocitySets(trx, environmentId);
    const usersOf = await readVelocityUsers(trx, environmentId);
    const backfills = await listBackfills(trx, { environmentId });
    const defined = await readAssessmentsInTree(trx, environmentId);
    const sourcesIn = (set: VelocitySetListItem): Pick<VelocitySetListItem, 'sources'> => {
      const sources = sourcesOf(set, defined);
      return sources ? { sources } : {};
    };
    const isPublished = (set: VelocitySetListItem): boolean => set.publishedVersion !== null;
    return {
      environmentId,
      system: SYSTEM_VELOCITY_SETS.map((set) => systemSummary(set, usersOf)),
      published: sets.filter(isPublished).map((set) => summaryOf(set, usersOf, backfills)),
      drafts: sets.filter((set) => !isPublished(set)).map((set) => summaryOf(set, usersOf, backfills, sourcesIn(set))),
      windowMode: await findWindowMode(trx, environmentId),
      canWrite: mayWriteVelocities(context),
      canConfigure: allows(context.capabilities, 'rootEnvironmentsUpdate:write'),
    };
  });

/** What a defined event is called and what a set is tried on; nothing for events of the product, which consoles know. */
const wireEvent = (defined: readonly StoredAssessmentDefinition[], kind: LoggedKind) => {
  const assessment = isBuiltInKind(kind)
    ? undefined
    : defined.find((each) => definedPartsOf(each.kind).number === definedPartsOf(kind).number);
  return assessment === undefined || isBuiltInKind(kind)
    ? { title: null, sample: null }
    : { title: definedKindTitle(assessment, kind), sample: definedVelocitySample(assessment, kind) };
};

/** What velocities may name here, for checking and completion while they are written. */
export const getVelocitySymbolTable = (context: EnvironmentContext): Promise<VelocitySymbolTable> =>
  inTransaction(context, async (trx) => {
    const { environmentId } = context;
    const lists = await listLists(trx, environmentId);
    const defined = await readAssessmentsInTree(trx, environmentId);
    const functions = reachableFunctions(await readFunctionPath(trx, environmentId));
    const symbols = velocitySymbolsOf(lists, [], defined, functions);
    return {
      attributes: symbols.attributes.map((attribute) => wireAttribute(attribute)),
      lists: symbols.lists.map(wireList),
      velocities: [...readableVelocities(await listPublishedVelocitySets(trx, environmentId))],
      functions: functions.map(wireFunction),
      sources: [...(symbols.sources ?? [])],
      calls: [],
      assessments: [],
      limits: ruleLimitsOf(context),
      events: velocityEvents(defined).map((event) => ({ ...event, ...wireEvent(defined, event.kind) })),
    };
  });
