import { Worker } from 'node:worker_threads';
import { answerRequest, NO_REFERENCES, type CompileAnswer, type CompileRequest } from '@redoubt/engine';
import { notCompilable, type SymbolTable } from '@redoubt/fql';
import { withDeadline } from '@redoubt/kernel';
import { FairQueue } from './fair-queue.ts';
import { checkText, inspectText, type TextCheck, type TextInspection } from './inspect-text.ts';
import { REMEMBERED_SYMBOL_TABLES, type TextReply, type TextRequest } from './text-protocol.ts';

/** Longest one text may take; what takes longer is refused, or left out where it is published already. */
const LIMIT_MS = 20_000;
/** Heap of the thread. */
const MAX_HEAP_MB = 512;

/** Checks texts and writes their programs, where that holds nothing else up. */
export type TextCompiler = {
  readonly program: (request: CompileRequest) => Promise<CompileAnswer>;
  readonly inspect: (request: CompileRequest, tenantId?: string) => Promise<TextInspection>;
  /** As `inspect`, where no code has to be made of it. */
  readonly check: (request: CompileRequest, tenantId?: string) => Promise<TextCheck>;
  readonly close: () => Promise<void>;
};

/** On the thread that asks: for tools that do nothing else. */
export const compileOnThisThread: TextCompiler = {
  program: async (request) => answerRequest(request),
  inspect: async (request) => inspectText(request),
  check: async (request) => checkText(request),
  close: async () => undefined,
};

type Waiting = {
  readonly resolve: (answer: TextReply['answer']) => void;
  readonly reject: (error: Error) => void;
};

/** One thread with what it was asked and which symbol tables it has. */
class TextThread {
  readonly worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #symbolTables = new WeakMap<SymbolTable, number>();
  #nextId = 1;
  #nextSymbols = 1;

  constructor(onEnd: () => void) {
    this.worker = new Worker(new URL('./text-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    this.worker.unref();
    this.worker.on('message', ({ id, answer }: TextReply) => {
      this.#waiting.get(id)?.resolve(answer);
      this.#waiting.delete(id);
    });
    const end = (error: Error): void => {
      onEnd();
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    this.worker.on('error', end);
    this.worker.on('exit', () => end(new Error('the thread that compiles texts ended')));
  }

  ask(want: TextRequest['want'], { source, symbols, language }: CompileRequest): Promise<TextReply['answer']> {
    const id = this.#nextId++;
    let symbolTableId = this.#symbolTables.get(symbols);
    const isKnown = symbolTableId !== undefined && symbolTableId > this.#nextSymbols - REMEMBERED_SYMBOL_TABLES;
    if (symbolTableId === undefined || !isKnown) {
      symbolTableId = this.#nextSymbols++;
      this.#symbolTables.set(symbols, symbolTableId);
    }
    const request: TextRequest = {
      id,
      want,
      source,
      symbolTableId,
      ...(language && { language }),
      ...(isKnown ? {} : { symbols }),
    };
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.worker.postMessage(request);
    });
  }
}

/**
 * Texts one after the other, tenants in turns, in a worker thread, which starts with the first of them and does not keep the process alive.
 * A text that takes too long, or more memory than there is, ends its thread and comes back with an error; the next one
 * gets a new thread.
 */
export const createTextCompiler = (limitMs = LIMIT_MS): TextCompiler => {
  let thread: TextThread | undefined;
  const queue = new FairQueue({ most: Infinity, mostOfPerson: Infinity });

  const drop = async (): Promise<void> => {
    const old = thread;
    thread = undefined;
    await old?.worker.terminate();
  };

  const ask = async (want: TextRequest['want'], request: CompileRequest): Promise<TextReply['answer'] | Error> => {
    const current = (thread ??= new TextThread(() => {
      if (thread === current) thread = undefined;
    }));
    const overdue = (): Error => new Error(`it takes longer than ${limitMs} ms`);
    try {
      const answer = await withDeadline(limitMs, current.ask(want, request), overdue);
      if (answer instanceof Error) await drop();
      return answer;
    } catch (error) {
      await drop();
      return error instanceof Error ? error : new Error(String(error));
    }
  };

  const inTurn = (want: TextRequest['want'], request: CompileRequest, tenantId = '') =>
    queue.run({ tenantId, personId: '' }, () => ask(want, request));

  return {
    program: async (request) => {
      const answer = await inTurn('program', request);
      if (answer instanceof Error)
        return { error: `The text cannot be made into code: ${answer.message}`, references: NO_REFERENCES };
      return answer as CompileAnswer;
    },
    inspect: async (request, tenantId) => {
      const answer = await inTurn('verdict', request, tenantId);
      if (!(answer instanceof Error)) return answer as TextInspection;
      return {
        diagnostics: notCompilable(request.source, answer.message),
        references: NO_REFERENCES,
        isAsync: false,
        unconditional: [],
      };
    },
    check: async (request, tenantId) => {
      const answer = await inTurn('check', request, tenantId);
      if (!(answer instanceof Error)) return answer as TextCheck;
      return { diagnostics: notCompilable(request.source, answer.message), references: NO_REFERENCES };
    },
    close: drop,
  };
};
