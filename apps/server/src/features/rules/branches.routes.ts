import * as contracts from '@redoubt/contracts';
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
} from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const branchBindings: readonly Binding[] = [
  bind(contracts.getBranches, ({ context, params }) => getBranches(context, params.assessment)),
  bind(contracts.createBranch, ({ context, params, body }) => createBranch(context, params.assessment, body)),
  bind(contracts.renameBranch, ({ context, params, body }) =>
    renameBranch(context, params.assessment, params.branch, body),
  ),
  bind(contracts.deleteBranch, async ({ context, params, query }) => {
    await deleteBranch(context, params.assessment, params.branch, query.version);
  }),
  bind(contracts.getPromotion, ({ context, params }) => getPromotion(context, params.assessment, params.branch)),
  bind(contracts.promoteBranch, ({ context, params, body }) =>
    promoteBranch(context, params.assessment, params.branch, body),
  ),
  bind(contracts.startExperiment, ({ context, params, body }) =>
    startExperiment(context, params.assessment, params.branch, body),
  ),
  bind(contracts.stopExperiment, ({ context, params }) =>
    stopExperiment(context, params.assessment, params.branch, params.experimentId),
  ),
  bind(contracts.getExperiment, ({ context, params }) =>
    getExperiment(context, params.assessment, params.branch, params.experimentId),
  ),
];
