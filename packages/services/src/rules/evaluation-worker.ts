import { parentPort } from 'node:worker_threads';
import { invariant } from '@redoubt/kernel';
import { ListIndex } from '../plans/list-index.ts';
import { evaluateVelocityJob } from '../velocities/evaluate-velocity-job.ts';
import { evaluateJob } from './evaluate-job.ts';
import { evaluateFunctionJob } from '../functions/evaluate-function-job.ts';
import { sampleVelocities } from '../velocities/storage/storage-job.ts';
import type { AnswerOf, EvaluationJob, EvaluationReply, EvaluationRequest } from './evaluation-protocol.ts';

invariant(parentPort, 'the evaluation worker runs in a worker thread');
const port = parentPort;
const send = (reply: EvaluationReply): void => port.postMessage(reply);

const contents = new Map<string, ListIndex>();

const answer = (job: EvaluationJob): AnswerOf<EvaluationJob> => {
  if (job.kind === 'rule') return evaluateJob(job, contents);
  if (job.kind === 'function') return evaluateFunctionJob(job, contents);
  return job.kind === 'velocitySet' ? evaluateVelocityJob(job, contents) : sampleVelocities(job, contents);
};

port.on('message', ({ id, job, contents: sent }: EvaluationRequest) => {
  for (const { hash, columns, rows, life } of sent) contents.set(hash, new ListIndex(columns, rows, life));
  try {
    send({ kind: 'done', id, evaluation: answer(job) });
  } catch (error) {
    send({ kind: 'failed', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});

send({ kind: 'ready' });
