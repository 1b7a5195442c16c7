import type { getCaseReport as endpoint, QueryOf } from '@redoubt/contracts';
import { kindCodeOf, type CaseReportScope, type TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { hidesAgentsFrom } from './reported-agents.ts';

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
  context: EnvironmentContext,
  { assessment, queueId, agent }: Pick<QueryOf<typeof endpoint>, 'assessment' | 'queueId' | 'agent'>,
): Promise<ReportScope> => {
  const { environmentId } = context;
  const hides = await hidesAgentsFrom(trx, context, [environmentId]);
  const everyone = {
    environmentId,
    kind: assessment === undefined ? null : kindCodeOf(assessment),
    queueId: queueId ?? null,
    agentId: null,
  };
  return { hides, everyone, scope: { ...everyone, agentId: agent === undefined ? null : hides ? NO_AGENT : agent } };
};
