import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { NO_DATA_SOURCES, openData, type DataSources } from '@redoubt/enrichment';
import { invariant } from '@redoubt/kernel';
import { explainJob, replayJob, routingJob } from '../decisions/recorded/recorded-job.ts';
import type { ListIndex } from '../plans/list-index.ts';
import { addContents } from '../plans/named-lists.ts';
import { evaluateVelocityJob } from './evaluate-velocity-job.ts';
import { evaluateJob } from './evaluate-job.ts';
import { evaluateFunctionJob } from './evaluate-function-job.ts';
import type { JobData } from './evaluation-context.ts';
import { sampleVelocities } from './storage-job.ts';
import type {
  AnswerOf,
  EvaluationJob,
  EvaluationReply,
  EvaluationRequest,
  EvaluationSupply,
} from './evaluation-protocol.ts';

invariant(parentPort, 'the evaluation worker runs in a worker thread');
const port = parentPort;
// Live decisions go first. Only on Linux is this the priority of one thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const send = (reply: EvaluationReply): void => port.postMessage(reply);

const contents = new Map<string, ListIndex>();

/** The server reports a file that cannot be used. */
const open = (sources: DataSources) => openData(sources, { onProblem: () => undefined });
let data = open(NO_DATA_SOURCES);
let stamp = NO_DATA_SOURCES.stamp;
/** Goes on with the job that asked; one runs at a time. */
let supplied: () => void = () => undefined;

const take = async (supply: EvaluationSupply): Promise<void> => {
  addContents(contents, supply.contents);
  if (supply.data.stamp !== stamp) {
    data = open(supply.data);
    ({ stamp } = supply.data);
  }
  await data.warm(supply.facts);
  send({ kind: 'ready' });
  supplied();
};

const answer = async ({ id, job }: EvaluationRequest): Promise<AnswerOf<EvaluationJob>> => {
  const jobData: JobData = {
    contents,
    data: () => data,
    need: async ({ hashes, facts }) => {
      const missing = [...new Set(hashes)].filter((hash) => !contents.has(hash));
      if (missing.length === 0 && facts.length === 0) return;
      await new Promise<void>((resolve) => {
        supplied = resolve;
        send({ kind: 'needs', id, hashes: missing, facts });
      });
    },
  };
  switch (job.kind) {
    case 'rule':
      return evaluateJob(job, jobData);
    case 'function':
      return evaluateFunctionJob(job, jobData);
    case 'velocitySet':
      return evaluateVelocityJob(job, jobData);
    case 'velocityStorage':
      return sampleVelocities(job, jobData);
    case 'explanation':
      return explainJob(job, jobData);
    case 'replay':
      return replayJob(job, jobData);
    case 'routing':
      return routingJob(job, jobData);
  }
};

port.on('message', (message: EvaluationRequest | EvaluationSupply) => {
  if ('data' in message) {
    void take(message);
    return;
  }
  const { id } = message;
  answer(message).then(
    (evaluation) => send({ kind: 'done', id, evaluation }),
    (error: unknown) =>
      send({ kind: 'failed', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

send({ kind: 'ready' });
