import {
  cancelRulePruning,
  createBranch,
  deleteBranch,
  getBranches,
  getRulePruning,
  getRulePrunings,
  getRuleSet,
  startRulePruning,
  type BodyIn,
  type RulePruningDetail,
} from '@redoubt/contracts';
import { useMutation } from '@tanstack/react-query';
import type { ApiCall } from '../../../api/api-call.ts';
import { read } from '../../../api/read.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';

/** How often a running pruning is looked at. */
const LOOK_MS = 600;

export const isRunning = ({ status }: Pick<RulePruningDetail, 'status'>): boolean =>
  status === 'waiting' || status === 'running';

/** The newest prunings of an assessment. */
export const prunings = (call: ApiCall, environmentId: string, assessment: string) =>
  read(call, getRulePrunings, { params: { environmentId, assessment } }, { staleTime: 0 });

/** One pruning, read again until it has ended. */
export const pruningQuery = (call: ApiCall, environmentId: string, assessment: string, pruningId: string) =>
  read(
    call,
    getRulePruning,
    { params: { environmentId, assessment, pruningId } },
    { refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? LOOK_MS : false) },
  );

export const useStartPruning = (assessment: string) =>
  useWrite(startRulePruning, (body: BodyIn<typeof startRulePruning>) => ({ params: { assessment }, body }));

export const useCancelPruning = (assessment: string) =>
  useWrite(cancelRulePruning, (pruningId: string) => ({ params: { assessment, pruningId } }));

/** A branch of the published rules of this environment without some of them. */
export const useBranchWithout = (assessment: string) => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  return useWrite(
    createBranch,
    async ({ name, apiName, without }: { name: string; apiName: string; without: ReadonlySet<string> }) => {
      const { rules } = await call(getRuleSet, { params: { environmentId, assessment }, query: {} });
      const ruleIds = rules.flatMap(({ id, publishedVersion }) =>
        publishedVersion === null || without.has(id) ? [] : [id],
      );
      return { params: { assessment }, body: { name, apiName, ruleIds } };
    },
    { changes: 'nothing', answers: { read: getBranches, params: () => ({ assessment }) } },
  );
};

/** Takes a branch back that was just made. */
export const useRemoveBranch = (assessment: string) => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  return useMutation({
    mutationFn: async (branch: string) => {
      const { branches } = await call(getBranches, { params: { environmentId, assessment } });
      const found = branches.find(({ apiName }) => apiName === branch);
      if (found === undefined) return;
      await call(deleteBranch, { params: { environmentId, assessment, branch }, query: { version: found.version } });
    },
  });
};
