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
  type Branches,
} from '@redoubt/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { useCall } from '../../app/console-context.tsx';
import type { RulePlace } from '../assessments/assessment.ts';
import { ruleKeys } from './rules.queries.ts';

const branchKeys = {
  list: (place: RulePlace) => [...ruleKeys.all(place), 'branches'] as const,
  promotion: (place: RulePlace, branch: string) => [...ruleKeys.all(place), 'promotion', branch] as const,
  experiment: (place: RulePlace, branch: string, id: string) =>
    [...ruleKeys.all(place), 'experiment', branch, id] as const,
};

export const branchesQuery = (call: ApiCall, place: RulePlace) =>
  queryOptions({
    queryKey: branchKeys.list(place),
    queryFn: ({ signal }) => call(getBranches, { params: place, signal }),
    staleTime: 15_000,
  });

/** What a promotion changes; read anew whenever it is looked at. */
export const promotionQuery = (call: ApiCall, place: RulePlace, branch: string) =>
  queryOptions({
    queryKey: branchKeys.promotion(place, branch),
    queryFn: ({ signal }) => call(getPromotion, { params: { ...place, branch }, signal }),
    staleTime: 0,
  });

export const experimentQuery = (call: ApiCall, place: RulePlace, branch: string, experimentId: string) =>
  queryOptions({
    queryKey: branchKeys.experiment(place, branch, experimentId),
    queryFn: ({ signal }) => call(getExperiment, { params: { ...place, branch, experimentId }, signal }),
    refetchInterval: 5000,
  });

/** Mutations of branches; each answers the branches as they are then. */
export const useBranchMutations = (place: RulePlace) => {
  const call = useCall();
  const client = useQueryClient();
  const onSuccess = (branches: Branches) => client.setQueryData(branchKeys.list(place), branches);
  const everything = () => void client.invalidateQueries({ queryKey: ruleKeys.all(place) });
  return {
    create: useMutation({
      mutationFn: (body: BodyIn<typeof createBranch>) => call(createBranch, { params: place, body }),
      onSuccess,
    }),
    rename: useMutation({
      mutationFn: ({ branch, name }: { readonly branch: string; readonly name: string }) =>
        call(renameBranch, { params: { ...place, branch }, body: { name } }),
      onSuccess: everything,
    }),
    remove: useMutation({
      mutationFn: ({ branch, version }: { readonly branch: string; readonly version: string }) =>
        call(deleteBranch, { params: { ...place, branch }, query: { version } }),
      onSuccess: everything,
    }),
    promote: useMutation({
      mutationFn: ({ branch, ...body }: { readonly branch: string } & BodyIn<typeof promoteBranch>) =>
        call(promoteBranch, { params: { ...place, branch }, body }),
      onSettled: everything,
    }),
    start: useMutation({
      mutationFn: ({ branch, ...body }: { readonly branch: string } & BodyIn<typeof startExperiment>) =>
        call(startExperiment, { params: { ...place, branch }, body }),
      onSuccess,
    }),
    stop: useMutation({
      mutationFn: ({ branch, experimentId }: { readonly branch: string; readonly experimentId: string }) =>
        call(stopExperiment, { params: { ...place, branch, experimentId } }),
      onSuccess: everything,
    }),
  };
};
