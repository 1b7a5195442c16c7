import {
  DEFAULT_CASE_CONFIGURATION,
  DEFAULT_CASE_SETTINGS,
  type AssessmentName,
  type CaseConfiguration,
  type CaseSettings,
} from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import { findCaseSettings, listCaseConfigurations, listEnvironments, type TenantTransaction } from '@redoubt/storage';
import { rootOf } from '../environments/root-of.ts';

/** The decisions that cases of an assessment take in an environment: those of its root, or the default. */
export const readCaseConfiguration = async (
  trx: TenantTransaction,
  environmentId: Id,
  assessment: AssessmentName,
): Promise<CaseConfiguration> => {
  const root = rootOf(await listEnvironments(trx), environmentId);
  const stored = await listCaseConfigurations(trx, root);
  return stored.find((each) => each.assessment === assessment)?.configuration ?? DEFAULT_CASE_CONFIGURATION;
};

/** How an environment works on its cases. */
export const readCaseSettings = async (trx: TenantTransaction, environmentId: Id): Promise<CaseSettings> =>
  (await findCaseSettings(trx, environmentId))?.settings ?? DEFAULT_CASE_SETTINGS;
