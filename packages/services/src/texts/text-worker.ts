import { parentPort } from 'node:worker_threads';
import { answerRequest } from '@redoubt/engine';
import type { Catalogue } from '@redoubt/fql';
import { invariant } from '@redoubt/kernel';
import { checkText, judgeText } from './judge-text.ts';
import { REMEMBERED_CATALOGUES, type TextReply, type TextRequest } from './text-protocol.ts';

invariant(parentPort, 'texts are compiled in a worker thread');
const port = parentPort;
const ANSWERS = { program: answerRequest, verdict: judgeText, check: checkText } as const;
const catalogues = new Map<number, Catalogue>();

port.on('message', ({ id, want, source, catalogueId, catalogue: sent }: TextRequest) => {
  if (sent) catalogues.set(catalogueId, sent);
  catalogues.delete(catalogueId - REMEMBERED_CATALOGUES);
  const catalogue = catalogues.get(catalogueId);
  invariant(catalogue, `catalogue ${catalogueId} was sent`);
  port.postMessage({ id, answer: ANSWERS[want]({ source, catalogue }) } satisfies TextReply);
});
