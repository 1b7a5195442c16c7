/** What the package gives of jobs; see each. */
export {
  beatJob,
  claimJob,
  finishJob,
  JobLost,
  releaseJob,
  stepJob,
  type ClaimedJob,
  type JobProgress,
} from './job-claims.ts';
export {
  cancelJobs,
  deleteJob,
  findJob,
  listJobs,
  OPEN_JOB_STATES,
  queueJob,
  resumeJobs,
  type NewJob,
  type StoredJob,
} from './job.repository.ts';
