/** What the package gives of jobs; see each. */
export {
  advanceJobIn,
  beatJob,
  claimJob,
  finishJob,
  forgetJobs,
  JobLost,
  releaseJob,
  stepJob,
  type ClaimedJob,
  type JobProgress,
} from './job-claims.ts';
export {
  cancelJobs,
  countOpenJobs,
  deleteJob,
  findJob,
  findJobThing,
  isJobRunning,
  listJobs,
  OPEN_JOB_STATES,
  queueJob,
  resumeJobs,
  UNFINISHED_JOB_STATES,
  type JobAsker,
  type ListedJob,
  type StoredJob,
} from './job.repository.ts';
