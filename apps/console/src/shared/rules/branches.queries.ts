import {
  createBranch,
  deleteBranch,
  getBranches,
  getExperiment,
  getPromotion,
  promoteBranch,
  renameBranch,
  startExperiment,
  stopExperiment,
  type BodyIn,
} from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useWrite } from '../../api/use-write.ts';
import type { RulePlace } from '../assessments/assessment.ts';

type Place = Pick<RulePlace, 'environmentId' | 'assessment'>;

export const branchesQuery = (call: ApiCall, { environmentId, assessment }: Place) =>
  read(call, getBranches, { params: { environmentId, assessment } }, { staleTime: 15_000 });

/** What a promotion changes; read anew whenever it is looked at. */
export const promotionQuery = (call: ApiCall, { environmentId, assessment }: Place, branch: string) =>
  read(call, getPromotion, { params: { environmentId, assessment, branch } }, { staleTime: 0 });

export const experimentQuery = (
  call: ApiCall,
  { environmentId, assessment }: Place,
  branch: string,
  experimentId: string,
) =>
  read(call, getExperiment, { params: { environmentId, assessment, branch, experimentId } }, { refetchInterval: 5000 });

type Of<Rest = unknown> = Rest & { readonly branch: string };

/** Mutations of branches: new ones and experiments answer the branches, the others change what is read of rules. */
export const useBranchMutations = ({ environmentId, assessment }: Place) => {
  const inBranch = (branch: string) => ({ assessment, branch });
  const answering = {
    environmentId,
    changes: 'nothing',
    answers: { read: getBranches, params: () => ({ assessment }) },
  } as const;
  // The page may show the branch that goes.
  const changing = { environmentId, waits: false } as const;
  return {
    create: useWrite(
      createBranch,
      (body: BodyIn<typeof createBranch>) => ({ params: { assessment }, body }),
      answering,
    ),
    rename: useWrite(
      renameBranch,
      ({ branch, name }: Of<{ readonly name: string }>) => ({ params: inBranch(branch), body: { name } }),
      changing,
    ),
    remove: useWrite(
      deleteBranch,
      ({ branch, version }: Of<{ readonly version: string }>) => ({ params: inBranch(branch), query: { version } }),
      changing,
    ),
    promote: useWrite(
      promoteBranch,
      ({ branch, ...body }: Of<BodyIn<typeof promoteBranch>>) => ({ params: inBranch(branch), body }),
      { ...changing, afterRefusal: true },
    ),
    start: useWrite(
      startExperiment,
      ({ branch, ...body }: Of<BodyIn<typeof startExperiment>>) => ({ params: inBranch(branch), body }),
      answering,
    ),
    stop: useWrite(
      stopExperiment,
      ({ branch, experimentId }: Of<{ readonly experimentId: string }>) => ({
        params: { ...inBranch(branch), experimentId },
      }),
      changing,
    ),
  };
};
