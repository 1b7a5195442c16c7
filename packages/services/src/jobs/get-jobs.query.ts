import type { getJobs as endpoint, Job, QueryOf, ResponseOf } from '@redoubt/contracts';
import { allows, JOB_KINDS, JOB_STATES, withDescendants, type JobKind, type JobState } from '@redoubt/domain';
import { listEnvironments, listJobs, OPEN_JOB_STATES, type ListedJob } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';

const MAX_LISTED = 200;

const STATES: Readonly<Record<'all' | 'open' | 'failed', readonly JobState[]>> = {
  all: JOB_STATES,
  open: OPEN_JOB_STATES,
  failed: ['failed'],
};

const secondsLeft = ({ state, done, total, perSecond }: ListedJob): number | null =>
  state === 'running' && perSecond > 0 && total > done ? Math.ceil((total - done) / perSecond) : null;

const wireJob = (job: ListedJob, environmentName: string, capabilities: EnvironmentContext['capabilities']): Job => {
  const { unit, cancel } = JOB_KINDS[job.kind];
  const isOpen = OPEN_JOB_STATES.some((state) => state === job.state);
  const hasTotal = unit !== 'rows' && unit !== 'values';
  return {
    kind: job.kind,
    id: job.subjectId,
    name: job.name,
    environment: { id: job.environmentId, name: environmentName },
    setId: job.setId,
    assessment: job.assessment,
    ruleId: job.ruleId,
    state: job.state,
    done: job.done,
    total: hasTotal && job.total > 0 ? job.total : null,
    secondsLeft: hasTotal ? secondsLeft(job) : null,
    problem: job.problem,
    node: job.node,
    asked: { by: job.askedBy, at: job.askedAt.toISOString() },
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
    canCancel: isOpen && cancel !== undefined && allows(capabilities, cancel),
  };
};

/** Jobs of this environment and those below, of the kinds that the caller may look at. */
export const getJobs = async (
  context: EnvironmentContext,
  { show, kind }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const { environmentId, capabilities } = context;
  const kinds = (Object.keys(JOB_KINDS) as JobKind[]).filter((each) =>
    allows(capabilities, JOB_KINDS[each].permission),
  );
  return reading(context, async (trx) => {
    const environments = await listEnvironments(trx);
    const names = new Map(environments.map(({ id, name, friendlyName }) => [id, friendlyName ?? name]));
    const jobs = await listJobs(trx, {
      environmentIds: withDescendants(environmentId, environments),
      kinds: kinds.filter((each) => kind === undefined || each === kind),
      states: STATES[show],
      limit: MAX_LISTED + 1,
    });
    return {
      jobs: jobs.slice(0, MAX_LISTED).map((job) => wireJob(job, names.get(job.environmentId) ?? '', capabilities)),
      isCut: jobs.length > MAX_LISTED,
      kinds,
    };
  });
};
