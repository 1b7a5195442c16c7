import {
  cancelBacktest,
  cancelRulePruning,
  cancelSearchBackfill,
  cancelSearchIndexWork,
  cancelVelocityBackfill,
  getJobs,
  type Job,
  type QueryIn,
} from '@redoubt/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApiCall } from '../../api/api-call.ts';
import { read } from '../../api/read.ts';
import { useCall } from '../../app/console-context.tsx';

/** How often the list is read again while a job is open, and while none is. */
const LOOK_MS = 2000;
const REST_MS = 15_000;

export const isOpen = ({ state }: Pick<Job, 'state'>): boolean => state === 'queued' || state === 'running';

export const jobsQuery = (call: ApiCall, environmentId: string, asked: QueryIn<typeof getJobs>) =>
  read(
    call,
    getJobs,
    { params: { environmentId }, query: asked, polled: true },
    { refetchInterval: ({ state }) => (state.data?.jobs.some(isOpen) ? LOOK_MS : REST_MS), staleTime: 0 },
  );

/** Cancels a job as the page of its thing does, in the job's own environment. */
const cancel = async (call: ApiCall, { kind, id, environment, setId, assessment }: Job): Promise<void> => {
  const params = { environmentId: environment.id };
  if (kind === 'velocityBackfill' && setId !== null)
    await call(cancelVelocityBackfill, { params: { ...params, setId } });
  if (kind === 'backtest' && assessment !== null) {
    await call(cancelBacktest, { params: { ...params, assessment, backtestId: id } });
  }
  if (kind === 'rulePruning' && assessment !== null) {
    await call(cancelRulePruning, { params: { ...params, assessment, pruningId: id } });
  }
  if (kind === 'searchIndexFill' || kind === 'searchIndexRemove') await call(cancelSearchIndexWork, { params });
  if (kind === 'searchFill') await call(cancelSearchBackfill, { params: { ...params, attributeId: id } });
};

export const useCancelJob = () => {
  const call = useCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (job: Job) => cancel(call, job),
    onSettled: () => client.invalidateQueries(),
  });
};
