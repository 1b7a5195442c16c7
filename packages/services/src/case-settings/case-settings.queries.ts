import type {
  CaseConfigurationDetail,
  CaseSettingsDetail,
  getCaseConfigurations as endpoint,
  ResponseOf,
} from '@redoubt/contracts';
import {
  allows,
  ASSESSMENTS,
  DEFAULT_CASE_CONFIGURATION,
  DEFAULT_CASE_SETTINGS,
  withDescendants,
  type AssessmentName,
} from '@redoubt/domain';
import {
  findCaseSettings,
  listCaseConfigurations,
  listEnvironments,
  listQueueDefaults,
  type TenantTransaction,
} from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import type { EnvironmentContext } from '../context.ts';
import { rootOf } from '../environments/root-of.ts';
import { reading } from '../unit-of-work.ts';
import { tagOf } from '../version-tag.ts';
import { asCaseConfigurationJson } from './case-configuration-json.ts';

type ConfiguredAssessment = Pick<CaseConfigurationDetail, 'friendlyName' | 'caseManagement'> & {
  readonly kind: AssessmentName;
};

const mayConfigure = ({ capabilities }: EnvironmentContext): boolean =>
  allows(capabilities, 'adminConfiguration:write');

/** Assessments of a tree: those of the product, then those that were defined in it. */
const readAssessments = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
): Promise<readonly ConfiguredAssessment[]> => [
  ...ASSESSMENTS.map((kind) => ({ kind, friendlyName: null, caseManagement: true })),
  ...(await readAssessmentsInTree(trx, environmentId)).map(({ kind, friendlyName, definition }) => ({
    kind,
    friendlyName,
    caseManagement: definition.features.caseManagement,
  })),
];

/** Configurations as an environment sees them, with the queues that use their decisions here and below. */
export const readCaseConfigurations = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
): Promise<ResponseOf<typeof endpoint>> => {
  const { environmentId } = context;
  const environments = await listEnvironments(trx);
  const nameOf = new Map(environments.map(({ id, name }) => [id, name]));
  const rootId = rootOf(environments, environmentId);
  const stored = new Map((await listCaseConfigurations(trx, rootId)).map((each) => [each.assessment, each]));
  const queues = await listQueueDefaults(trx, withDescendants(environmentId, environments), false);
  const configurations = (await readAssessments(trx, context)).map(({ kind, friendlyName, caseManagement }) => {
    const saved = stored.get(kind);
    return {
      assessment: kind,
      friendlyName,
      caseManagement,
      isConfigured: saved !== undefined,
      configuration: asCaseConfigurationJson(saved?.configuration ?? DEFAULT_CASE_CONFIGURATION),
      queues: queues
        .filter(({ assessment }) => assessment === kind)
        .map(({ id, name, environmentId: place, decision }) => ({
          id,
          name,
          environmentId: place,
          environment: nameOf.get(place) ?? place,
          decision,
        })),
      changed: saved ? { by: saved.changedBy, at: saved.changedAt.toISOString() } : null,
      version: tagOf(saved?.version ?? 0),
    };
  });
  const isHere = rootId === environmentId;
  return {
    configurations,
    root: { id: rootId, name: nameOf.get(rootId) ?? rootId, isHere },
    canWrite: isHere && mayConfigure(context),
  };
};

/** Decisions and reasons of every assessment. */
export const getCaseConfigurations = (context: EnvironmentContext): Promise<ResponseOf<typeof endpoint>> =>
  reading(context, (trx) => readCaseConfigurations(trx, context));

export const readCaseSettingsDetail = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
): Promise<CaseSettingsDetail> => {
  const stored = await findCaseSettings(trx, context.environmentId);
  const { holdMs, secondReview, hidesAgents, masksPersonal } = stored?.settings ?? DEFAULT_CASE_SETTINGS;
  return {
    holdSeconds: Math.round(holdMs / 1000),
    secondReview: { ...secondReview, limits: secondReview.limits.map((limit) => ({ ...limit })) },
    hidesAgents,
    masksPersonal,
    changed: stored ? { by: stored.changedBy, at: stored.changedAt.toISOString() } : null,
    version: tagOf(stored?.version ?? 0),
    canWrite: mayConfigure(context),
  };
};

/** How the environment works on cases. */
export const getCaseSettings = (context: EnvironmentContext): Promise<CaseSettingsDetail> =>
  reading(context, (trx) => readCaseSettingsDetail(trx, context));
