import { fail, isErrorCode } from '@redoubt/domain';
import { isAppError, type ErrorParams } from '@redoubt/kernel';

/** The end of a `MessageChannel`, or a worker as its parent sees it. */
type Port = { readonly postMessage: (message: readonly Message[]) => void };

type Failure = { readonly code?: string; readonly params?: ErrorParams; readonly message: string };

type Message =
  | readonly [type: 'tell', what: string, content: unknown]
  | readonly [type: 'ask', what: string, content: unknown, slot: number]
  | readonly [type: 'answer', slot: number, content: unknown]
  | readonly [type: 'failure', slot: number, failure: Failure];

/** What the other side may ask or tell; a promise is answered when it is fulfilled. */
export type Handlers = Readonly<Record<string, (content: never) => unknown>>;

/** Questions and answers between two threads; what one turn of the event loop has to say goes in one message. */
export type TurnChannel = {
  /** The answer of the other side. @throws the `AppError` it failed with, or an error of the same text. */
  readonly ask: (what: string, content: unknown) => Promise<unknown>;
  readonly tell: (what: string, content: unknown) => void;
  /** Takes a message of the other side. */
  readonly take: (messages: unknown) => void;
  /** Fails every question that waits for an answer, and those asked later. */
  readonly fail: (error: Error) => void;
};

type Waiting = { readonly resolve: (content: unknown) => void; readonly reject: (error: unknown) => void };

const failureOf = (error: unknown): Failure => {
  const message = error instanceof Error ? error.message : String(error);
  return isAppError(error) ? { code: error.code, params: error.params, message } : { message };
};

const errorOf = ({ code, params, message }: Failure): Error =>
  code !== undefined && isErrorCode(code) ? fail(code, params) : new Error(message);

export const createTurnChannel = (port: Port, handlers: Handlers): TurnChannel => {
  /** Waiting callers by slot, and the slots that are free: a Map that every event passes through grows the heap. */
  const slots: (Waiting | undefined)[] = [];
  const free: number[] = [];
  let outgoing: Message[] = [];
  let broken: Error | undefined;

  const flush = (): void => {
    const messages = outgoing;
    outgoing = [];
    if (broken === undefined) port.postMessage(messages);
  };
  const send = (message: Message): void => {
    if (outgoing.length === 0) setImmediate(flush);
    outgoing.push(message);
  };

  const waitingIn = (slot: number): Waiting | undefined => {
    const waiting = slots[slot];
    if (waiting === undefined) return undefined;
    slots[slot] = undefined;
    free.push(slot);
    return waiting;
  };

  const answer = (what: string, content: unknown, slot: number): void => {
    const failed = (error: unknown): void => send(['failure', slot, failureOf(error)]);
    try {
      const handler = handlers[what];
      if (handler === undefined) throw new Error(`"${what}" is not understood`);
      const given = handler(content as never);
      if (given instanceof Promise) given.then((later: unknown) => send(['answer', slot, later]), failed);
      else send(['answer', slot, given]);
    } catch (error) {
      failed(error);
    }
  };

  return {
    ask: (what, content) =>
      new Promise((resolve, reject) => {
        if (broken !== undefined) {
          reject(broken);
          return;
        }
        const slot = free.pop() ?? slots.length;
        slots[slot] = { resolve, reject };
        send(['ask', what, content, slot]);
      }),
    tell: (what, content) => send(['tell', what, content]),
    take: (messages) => {
      for (const message of messages as readonly Message[]) {
        if (message[0] === 'ask') answer(message[1], message[2], message[3]);
        else if (message[0] === 'tell') handlers[message[1]]?.(message[2] as never);
        else if (message[0] === 'answer') waitingIn(message[1])?.resolve(message[2]);
        else waitingIn(message[1])?.reject(errorOf(message[2]));
      }
    },
    fail: (error) => {
      broken = error;
      for (const slot of slots.keys()) waitingIn(slot)?.reject(error);
    },
  };
};
