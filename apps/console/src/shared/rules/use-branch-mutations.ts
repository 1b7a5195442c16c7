import {
  createBranch,
  deleteBranch,
  getBranches,
  promoteBranch,
  renameBranch,
  startExperiment,
  stopExperiment,
  type BodyIn,
} from '@redoubt/contracts';
import { useWrite } from '../../api/use-write.ts';
import type { RulePlace } from '../assessments/assessment.ts';

type Place = Pick<RulePlace, 'environmentId' | 'assessment'>;

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
