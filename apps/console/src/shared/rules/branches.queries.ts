import { getBranches, getExperiment, getPromotion } from '@redoubt/contracts';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
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
