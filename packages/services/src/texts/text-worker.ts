import { parentPort } from 'node:worker_threads';
import { answerRequest } from '@redoubt/engine';
import type { SymbolTable } from '@redoubt/fql';
import { invariant } from '@redoubt/kernel';
import { checkText, inspectText } from './inspect-text.ts';
import { REMEMBERED_SYMBOL_TABLES, type TextReply, type TextRequest } from './text-protocol.ts';

invariant(parentPort, 'texts are compiled in a worker thread');
const port = parentPort;
const ANSWERS = { program: answerRequest, verdict: inspectText, check: checkText } as const;
const symbolTables = new Map<number, SymbolTable>();

port.on('message', ({ id, want, source, language, symbolTableId, symbols: sent }: TextRequest) => {
  if (sent) symbolTables.set(symbolTableId, sent);
  symbolTables.delete(symbolTableId - REMEMBERED_SYMBOL_TABLES);
  const symbols = symbolTables.get(symbolTableId);
  invariant(symbols, `symbol table ${symbolTableId} was sent`);
  port.postMessage({ id, answer: ANSWERS[want]({ source, symbols, language }) } satisfies TextReply);
});
