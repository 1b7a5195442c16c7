import { fail, newReading } from '@redoubt/domain';
import { invariant } from '@redoubt/kernel';
import { pauseAfter, Turns, type DecisionService, type IncomingEvent } from '@redoubt/services';
import type { FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import type { ParsedBody } from './body/text-to-json.ts';
import type { CallState } from './call-state.ts';
import { MODE_HEADER } from './event-headers.ts';
import { errorBody } from './public-errors.ts';
import type { PublicFrame } from './public-frame.ts';

/** Lines that a call may have. */
const MOST_LINES = 1000;
/** Lines of one call that are decided and not yet stored: what a line reads counts all that stand so many lines before it. */
const AT_ONCE = 64;
/** Refused lines of a call that leave a record each; further ones are counted together by code. */
const MOST_RECORDS = 20;

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Reads the body of one event and gives what is to be recorded. */
export type EventReader = (body: ParsedBody, state: CallState) => IncomingEvent;

/** Cuts a body at its line ends; empty lines are left out. */
export const linesOf = (bytes: Uint8Array): readonly Uint8Array[] => {
  const lines: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, from);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.subarray(from, bytes[end - 1] === CARRIAGE_RETURN && end > from ? end - 1 : end);
    if (line.length > 0) lines.push(line);
    from = end + 1;
  }
  return lines;
};

type LineCall = {
  readonly request: FastifyRequest;
  readonly state: CallState;
  readonly read: EventReader;
};

/**
 * Takes many past events of one kind in one call, one JSON body in each line, in their order. A line is decided, stored
 * and answered as a call of its own would be; one that is refused holds up no other. While live events come in, the call
 * is answered later, so that an import leaves most of the time to them.
 */
export const createEventLines = (
  { readPart, noteFailure }: Pick<PublicFrame, 'readPart' | 'noteFailure'>,
  { decisions }: { readonly decisions: Pick<DecisionService, 'record'> },
  rest: (ms: number) => Promise<unknown> = delay,
) => {
  let callsUnderWay = 0;
  let liveEvents = 0;

  const answerLine = async ({ request, state, read }: LineCall, line: Uint8Array, number: number): Promise<string> => {
    const { events } = state;
    invariant(state.environment && events, 'a call is admitted before its body is read');
    const reading = newReading(state.environment.environment.bodyMode === 'strict');
    const part = { ...state, excerpt: null, reading, sharesRecord: (events.get(4) ?? 0) >= MOST_RECORDS };
    const count = (status: number): void => {
      const of = Math.floor(status / 100);
      events.set(of, (events.get(of) ?? 0) + 1);
    };
    let repeated = false;
    try {
      const event = read(readPart(line, part), part);
      const answer = await decisions.record(event, () => (repeated = true));
      if (state.reading.coercions.length === 0) state.reading.coercions.push(...reading.coercions);
      count(200);
      return `{"line":${number},"status":200,${repeated ? '"answeredBefore":true,' : ''}"answer":${answer}}\n`;
    } catch (error) {
      const { status, body } = errorBody(noteFailure(request, error, part));
      count(status);
      return `{"line":${number},"status":${status},"answer":${JSON.stringify(body)}}\n`;
    }
  };

  const answerAll = async (call: LineCall, lines: readonly Uint8Array[]): Promise<string> => {
    const turns = new Turns();
    const answers: Promise<string>[] = [];
    for (const [index, line] of lines.entries()) {
      if (index >= AT_ONCE) await answers[index - AT_ONCE];
      if (turns.isOver) await turns.next();
      answers.push(answerLine(call, line, index + 1));
    }
    return (await Promise.all(answers)).join('');
  };

  return {
    /** A live event was taken: imports beside it give way. */
    noteLive: (): void => {
      liveEvents += 1;
    },
    /**
     * Gives a line for each line, in their order.
     *
     * @throws `REQ-INVALID` outside historical mode, without a line, and with more than a thousand.
     */
    answer: async (call: LineCall): Promise<string> => {
      const { request, state } = call;
      if (!state.historical) {
        throw fail('REQ-INVALID', {
          problems: `several events in one call need the header ${MODE_HEADER}: historical`,
        });
      }
      const lines = request.body instanceof Uint8Array ? linesOf(request.body) : [];
      if (lines.length === 0 || lines.length > MOST_LINES) {
        throw fail('REQ-INVALID', { problems: `the body has ${lines.length} lines; send 1 to ${MOST_LINES}` });
      }
      state.events = new Map();
      const startMs = performance.now();
      const liveBefore = liveEvents;
      callsUnderWay += 1;
      try {
        const text = await answerAll(call, lines);
        const others = liveEvents - liveBefore;
        // Calls side by side share the time of one, and rest for as much longer.
        if (others > 0) await rest(pauseAfter((performance.now() - startMs) * callsUnderWay, others));
        return text;
      } finally {
        callsUnderWay -= 1;
      }
    },
  };
};
