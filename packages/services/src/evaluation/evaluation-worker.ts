import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { NO_DATA_SOURCES, openData } from '@redoubt/enrichment';
import { invariant } from '@redoubt/kernel';
import { explainJob, replayJob } from '../decisions/recorded-job.ts';
import { ListIndex } from '../plans/list-index.ts';
import { evaluateVelocityJob } from './evaluate-velocity-job.ts';
import { evaluateJob } from './evaluate-job.ts';
import { evaluateFunctionJob } from './evaluate-function-job.ts';
import { sampleVelocities } from './storage-job.ts';
import type {
  AnswerOf,
  DataRequest,
  EvaluationJob,
  EvaluationReply,
  EvaluationRequest,
} from './evaluation-protocol.ts';

invariant(parentPort, 'the evaluation worker runs in a worker thread');
const port = parentPort;
// Live decisions go first. Only on Linux is this the priority of one thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const send = (reply: EvaluationReply): void => port.postMessage(reply);

const contents = new Map<string, ListIndex>();

/** A file that cannot be used is the server's to complain about. */
const open = (sources: DataRequest['data']) => openData(sources, { onProblem: () => undefined });
let data = open(NO_DATA_SOURCES);
let stamp = NO_DATA_SOURCES.stamp;

const prepare = async (request: DataRequest): Promise<void> => {
  if (request.data.stamp !== stamp) {
    data = open(request.data);
    ({ stamp } = request.data);
  }
  await data.warm(request.kinds);
  send({ kind: 'ready' });
};

const answer = async (job: EvaluationJob): Promise<AnswerOf<EvaluationJob>> => {
  switch (job.kind) {
    case 'rule':
      return evaluateJob(job, contents, data);
    case 'function':
      return evaluateFunctionJob(job, contents, data.source);
    case 'velocitySet':
      return evaluateVelocityJob(job, contents, data.source);
    case 'velocityStorage':
      return sampleVelocities(job, contents);
    case 'explanation':
      return explainJob(job, contents);
    case 'replay':
      return replayJob(job, contents);
  }
};

port.on('message', (request: EvaluationRequest | DataRequest) => {
  if ('data' in request) {
    void prepare(request);
    return;
  }
  const { id, job, contents: sent } = request;
  for (const { hash, columns, rows, life } of sent) contents.set(hash, new ListIndex(columns, rows, life));
  answer(job).then(
    (evaluation) => send({ kind: 'done', id, evaluation }),
    (error: unknown) =>
      send({ kind: 'failed', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

send({ kind: 'ready' });
