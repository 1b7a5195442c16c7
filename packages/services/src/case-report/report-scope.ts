import type { getCaseReport as endpoint, QueryOf } from '@redoubt/contracts';
import { allows } from '@redoubt/domain';
import { kindCodeOf, type CaseReportScope, type TenantTransaction } from '@redoubt/storage';
import { readCaseSettings } from '../case-settings/read-case-settings.ts';
import type { EnvironmentContext } from '../context.ts';

/** Stands for no agent: none has such an id. */
const NO_AGENT = '\u0001';

export type ReportScope = {
  /** Whether names of agents are hidden from the caller. */
  readonly hides: boolean;
  readonly everyone: CaseReportScope;
  /** Of one agent where one is asked for; of none where names are hidden. */
  readonly scope: CaseReportScope;
};

/** Which cases a report is about, and what of them its caller may see. */
export const readReportScope = async (
  trx: TenantTransaction,
  { environmentId, capabilities }: EnvironmentContext,
  { assessment, queueId, agent }: Pick<QueryOf<typeof endpoint>, 'assessment' | 'queueId' | 'agent'>,
): Promise<ReportScope> => {
  const { hidesAgents } = await readCaseSettings(trx, environmentId);
  // Those who can switch it off see names anyway.
  const hides = hidesAgents && !allows(capabilities, 'adminConfiguration:write');
  const everyone = {
    environmentId,
    kind: assessment === undefined ? null : kindCodeOf(assessment),
    queueId: queueId ?? null,
    agentId: null,
  };
  return { hides, everyone, scope: { ...everyone, agentId: agent === undefined ? null : hides ? NO_AGENT : agent } };
};
