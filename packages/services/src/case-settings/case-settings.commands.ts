import type {
  BodyOf,
  CaseConfigurationDetail,
  CaseSettingsDetail,
  putCaseConfiguration as configurationEndpoint,
  putCaseSettings as settingsEndpoint,
} from '@redoubt/contracts';
import {
  caseConfigurationProblems,
  DEFAULT_CASE_CONFIGURATION,
  DEFAULT_CASE_SETTINGS,
  fail,
  isBuiltInAssessment,
  repeatedLimits,
  withDescendants,
  type AssessmentName,
  type CaseConfiguration,
  type CaseSettings,
} from '@redoubt/domain';
import { canonicalJson, type Json } from '@redoubt/kernel';
import {
  advancePlanHead,
  changeQueueDefaults,
  findCaseSettings,
  listCaseConfigurations,
  listEnvironments,
  listQueueDefaults,
  saveCaseConfiguration,
  saveCaseSettings,
  type QueueDefault,
} from '@redoubt/storage';
import { changedBy, recordActivity } from '../activity/record-activity.ts';
import { requireSecondPerson } from '../changes/second-person.ts';
import type { EnvironmentContext } from '../context.ts';
import { rootOf } from '../environments/root-of.ts';
import { failAt, requireClean, type Problem } from '../problems.ts';
import { readDefined } from '../symbols/assessment-symbols.ts';
import { guard, inTransaction } from '../unit-of-work.ts';
import { requireCurrent } from '../version-tag.ts';
import { asCaseConfigurationJson, fromCaseConfigurationJson, placedProblem } from './case-configuration-json.ts';
import { readCaseConfigurations, readCaseSettingsDetail } from './case-settings.queries.ts';
import { actionCodeProblems } from './check-action-code.ts';

const areEqual = (a: unknown, b: unknown): boolean => canonicalJson(a as Json) === canonicalJson(b as Json);

const requireNone = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw failAt('CASE-CONFIGURATION-INVALID', { count: problems.length }, problems);
};

type Remap = BodyOf<typeof configurationEndpoint>['remap'];

/** Queues whose decision is not one of the configuration. */
const orphansOf = (queues: readonly QueueDefault[], { decisions }: CaseConfiguration): readonly QueueDefault[] => {
  const names = new Set(decisions.map(({ name }) => name));
  return queues.filter(({ decision }) => !names.has(decision));
};

const refuseOrphans = (orphans: readonly QueueDefault[]): void => {
  if (orphans.length === 0) return;
  throw fail('CASE-DECISION-IN-USE', {
    decisions: [...new Set(orphans.map(({ decision }) => decision))],
    queues: orphans.map(({ name }) => name),
  });
};

/** The decision that a request gives to queues of a removed one. Throws CASE-CONFIGURATION-INVALID. */
const replacements = (remap: Remap, { decisions }: CaseConfiguration): ReadonlyMap<string, string> => {
  requireNone(
    remap.flatMap(({ to }, index) =>
      decisions.some(({ name }) => name === to)
        ? []
        : [{ path: `body.remap[${index}].to`, message: 'is no name of a decision' }],
    ),
  );
  return new Map(remap.map(({ from, to }) => [from, to]));
};

/**
 * Configures the decisions of an assessment for a whole tree of environments. Queues that use a removed decision are given
 * the one that `remap` names. Throws ASSESSMENT-UNKNOWN, CASE-CONFIGURATION-NOT-ROOT, …-STALE, …-INVALID with every place
 * that is wrong, CASE-DECISION-IN-USE with the queues that are not remapped.
 */
export const putCaseConfiguration = (
  context: EnvironmentContext,
  assessment: AssessmentName,
  { version, configuration: json, remap }: BodyOf<typeof configurationEndpoint>,
): Promise<CaseConfigurationDetail> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const changed = changedBy(context);
    const configuration = fromCaseConfigurationJson(json);
    requireClean({ 'body.configuration': configuration });
    // Queues are created and changed in the same turn, so that none takes a decision that goes.
    await advancePlanHead(trx, tenantId, changed.at);
    const environments = await listEnvironments(trx);
    const root = environments.find(({ id }) => id === rootOf(environments, environmentId));
    if (!isBuiltInAssessment(assessment)) await readDefined(trx, environmentId, assessment);
    if (root && root.id !== environmentId) throw fail('CASE-CONFIGURATION-NOT-ROOT', { name: root.name });
    const stored = (await listCaseConfigurations(trx, environmentId)).find((each) => each.assessment === assessment);
    requireCurrent(version, stored?.version ?? 0, 'CASE-CONFIGURATION-STALE', { by: stored?.changedBy ?? '' });
    requireNone([
      ...caseConfigurationProblems(configuration).map(placedProblem),
      ...(await actionCodeProblems(trx, context, environmentId, assessment, configuration)),
    ]);
    const below = withDescendants(environmentId, environments);
    const readOrphans = async (): Promise<readonly QueueDefault[]> => {
      const queues = await listQueueDefaults(trx, below, true);
      return orphansOf(
        queues.filter((each) => each.assessment === assessment),
        configuration,
      );
    };
    const replacement = replacements(remap, configuration);
    const orphans = await readOrphans();
    const given = orphans.filter(({ decision }) => replacement.has(decision));
    const moved = Map.groupBy(given, ({ decision }) => replacement.get(decision) ?? '');
    await guard(
      context,
      async () => refuseOrphans(orphans.filter((each) => !given.includes(each))),
      // An import may bring queues with another decision.
      async () => refuseOrphans(await readOrphans()),
    );
    const before = stored?.configuration ?? DEFAULT_CASE_CONFIGURATION;
    if (!stored || !areEqual(before, configuration) || moved.size > 0) {
      await requireSecondPerson(trx, context);
      await saveCaseConfiguration(trx, tenantId, { rootId: environmentId, assessment }, configuration, changed);
      for (const [decision, ids] of moved) {
        await changeQueueDefaults(
          trx,
          ids.map(({ id }) => id),
          decision,
          changed,
        );
      }
      const remaps = [...moved].flatMap(([to, group]) => group.map(({ name, decision: from }) => ({ name, from, to })));
      await recordActivity(trx, context, {
        operation: 'Update',
        type: 'CaseConfiguration',
        id: assessment,
        name: assessment,
        environmentId,
        original: asCaseConfigurationJson(before) as Json,
        modified: {
          ...(asCaseConfigurationJson(configuration) as object),
          ...(remaps.length === 0 ? {} : { queues: remaps }),
        },
      });
    }
    const { configurations } = await readCaseConfigurations(trx, context);
    const detail = configurations.find((each) => each.assessment === assessment);
    if (!detail) throw fail('ASSESSMENT-UNKNOWN', { name: assessment });
    return detail;
  });

const settingsOf = ({
  holdSeconds,
  secondReview,
  hidesAgents,
  masksPersonal,
}: Omit<BodyOf<typeof settingsEndpoint>, 'version'>): CaseSettings => ({
  holdMs: holdSeconds * 1000,
  secondReview,
  hidesAgents,
  masksPersonal,
});

/** Chooses hold, second review and privacy of agents. Throws CASE-SETTINGS-STALE, REQ-INVALID. */
export const putCaseSettings = (
  context: EnvironmentContext,
  { version, ...input }: BodyOf<typeof settingsEndpoint>,
): Promise<CaseSettingsDetail> =>
  inTransaction(context, async (trx) => {
    const { tenantId, environmentId } = context;
    const changed = changedBy(context);
    const settings = settingsOf(input);
    const twice = repeatedLimits(settings.secondReview.limits).map((index): Problem => ({
      path: `body.secondReview.limits[${index}].currency`,
      message: 'has a limit before it',
    }));
    if (twice.length > 0) throw failAt('REQ-INVALID', { count: twice.length }, twice);
    await advancePlanHead(trx, tenantId, changed.at);
    const stored = await findCaseSettings(trx, environmentId);
    requireCurrent(version, stored?.version ?? 0, 'CASE-SETTINGS-STALE', { by: stored?.changedBy ?? '' });
    const before = stored?.settings ?? DEFAULT_CASE_SETTINGS;
    if (!areEqual(before, settings)) {
      await requireSecondPerson(trx, context);
      await saveCaseSettings(trx, tenantId, environmentId, settings, changed);
      const environment = (await listEnvironments(trx)).find(({ id }) => id === environmentId);
      await recordActivity(trx, context, {
        operation: 'Update',
        type: 'CaseSettings',
        id: environmentId,
        name: environment?.name ?? environmentId,
        environmentId,
        original: before,
        modified: settings,
      });
    }
    return readCaseSettingsDetail(trx, context);
  });
