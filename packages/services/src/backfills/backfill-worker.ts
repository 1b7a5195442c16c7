import { parentPort } from 'node:worker_threads';
import { invariant } from '@redoubt/kernel';
import { BackfillEvaluation } from './backfill-evaluation.ts';
import type { BackfillMessage, BackfillQuestion, BackfillReply } from './protocol.ts';

invariant(parentPort, 'a backfill is evaluated in a worker thread');
const port = parentPort;
const send = (reply: BackfillReply): void => port.postMessage(reply);

let answered: ((message: BackfillMessage) => void) | undefined;
let evaluation: BackfillEvaluation | undefined;

const ask = async <Kind extends BackfillMessage['kind']>(
  question: BackfillQuestion,
  kind: Kind,
): Promise<Extract<BackfillMessage, { kind: Kind }>> => {
  const answer = await new Promise<BackfillMessage>((resolve) => {
    answered = resolve;
    send(question);
  });
  invariant(answer.kind === kind, `${kind} were asked for`);
  return answer as Extract<BackfillMessage, { kind: Kind }>;
};

const supply: ConstructorParameters<typeof BackfillEvaluation>[1] = {
  contents: async (versions) => (await ask({ kind: 'wantsContents', versions }, 'contents')).contents,
  counted: async (planId) => (await ask({ kind: 'wantsCounted', planId }, 'counted')).series,
  subjects: async (subjects) => (await ask({ kind: 'wantsSubjects', subjects }, 'subjects')).bodies,
};

/** The main thread waits for each step, so that nothing overtakes another. */
const take = async (message: BackfillMessage): Promise<void> => {
  if (message.kind === 'job') {
    evaluation = new BackfillEvaluation(message.job, supply);
  } else if (message.kind === 'piece') {
    invariant(evaluation, 'the job comes first');
    send({ kind: 'step', result: await evaluation.step(message.piece) });
  } else {
    answered?.(message);
  }
};

port.on('message', (message: BackfillMessage) => {
  // A failure ends the thread, and is reported as its error.
  void take(message);
});
