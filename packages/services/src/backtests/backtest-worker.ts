import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { invariant } from '@redoubt/kernel';
import { BacktestRun } from './backtest-run.ts';
import { ConditionRun } from './condition-run.ts';
import type { BacktestMessage, BacktestReply } from './protocol.ts';

invariant(parentPort, 'a backtest runs in a worker thread');
const port = parentPort;
// Live decisions go first. Only on Linux is this the priority of one thread.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const send = (reply: BacktestReply): void => port.postMessage(reply);

/** The one answer that is waited for: segments wait in line while a list or a plan is fetched. */
let answered: ((message: BacktestMessage) => void) | undefined;
let run: BacktestRun | undefined;
let condition: ConditionRun | undefined;
let work: Promise<void> = Promise.resolve();

const ask = (question: BacktestReply): Promise<BacktestMessage> =>
  new Promise((resolve) => {
    answered = resolve;
    send(question);
  });

const supply = {
  contents: async (versions: Extract<BacktestReply, { kind: 'wantsContents' }>['versions']) => {
    const answer = await ask({ kind: 'wantsContents', versions });
    invariant(answer.kind === 'contents', 'contents were asked for');
    return answer.contents;
  },
  plan: async (planId: string, environmentId: string) => {
    const answer = await ask({ kind: 'wantsPlan', planId, environmentId });
    invariant(answer.kind === 'plan', 'a plan was asked for');
    return answer.plan;
  },
};

const askCondition = async (message: Extract<BacktestMessage, { kind: 'condition' | 'ask' }>): Promise<void> => {
  if (message.kind === 'condition') {
    if (condition?.key !== message.job.key) condition = new ConditionRun(message.job, supply);
    return;
  }
  invariant(condition, 'the condition comes first');
  const findings = await condition.ask(message.rows, message.asked);
  const { heapUsed, external } = process.memoryUsage();
  send({ kind: 'findings', findings, heldBytes: heapUsed + external });
};

const perform = async (message: BacktestMessage): Promise<void> => {
  if (message.kind === 'condition' || message.kind === 'ask') return askCondition(message);
  condition = undefined;
  if (message.kind === 'job') run = new BacktestRun(message.job, supply);
  invariant(run, 'the job comes first');
  if (message.kind === 'backfilled') run.addBackfilled(message.rows);
  if (message.kind === 'segments') send({ kind: 'applied', events: await run.apply(message.piece) });
  if (message.kind === 'end') {
    send({ kind: 'applied', events: await run.finish() });
    const result = run.result();
    run = undefined;
    const { heapUsed, external } = process.memoryUsage();
    send({ kind: 'done', result, heldBytes: heapUsed + external });
  }
};

port.on('message', (message: BacktestMessage) => {
  if (message.kind === 'contents' || message.kind === 'plan') {
    answered?.(message);
    return;
  }
  work = work.then(() => perform(message));
});
