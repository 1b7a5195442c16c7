import { fail, newReading } from '@redoubt/domain';
import { invariant, type Clock } from '@redoubt/kernel';
import { pauseAfter, Turns, type DecisionService, type IncomingEvent } from '@redoubt/services';
import type { FastifyRequest } from 'fastify';
import { setTimeout as delay } from 'node:timers/promises';
import type { ParsedBody } from './body/text-to-json.ts';
import type { CallState } from './call-state.ts';
import { MODE_HEADER } from './event-headers.ts';
import { errorBody, LINES_TYPE } from './public-errors.ts';
import type { PublicFrame } from './public-frame.ts';

/** Lines that a call may have. */
const MOST_LINES = 1000;
/** Lines of one call that are decided and not yet stored: what a line reads counts all that stand so many lines before it. */
const AT_ONCE = 64;

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

/** Whether a call brings several events, one in each line. */
export const bringsLines = (request: FastifyRequest): boolean => LINES_TYPE.test(request.headers['content-type'] ?? '');

/** Waits while so many pieces of work are under way. */
const createSlots = (most: number) => {
  let taken = 0;
  let wake: (() => void) | undefined;
  return {
    take: async (): Promise<void> => {
      while (taken >= most) await new Promise<void>((resolve) => (wake = resolve));
      taken += 1;
    },
    give: (): void => {
      taken -= 1;
      wake?.();
      wake = undefined;
    },
  };
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
  { decisions, clock }: { readonly decisions: Pick<DecisionService, 'record'>; readonly clock: Clock },
) => {
  let callsUnderWay = 0;
  let liveEvents = 0;

  /** Where the parts of a call are, as its own refusal would be recorded. */
  const partOf = (state: CallState): CallState => {
    invariant(state.environment, 'a call is admitted before its body is read');
    return { ...state, excerpt: null, reading: newReading(state.environment.environment.bodyMode === 'strict') };
  };

  const answerLine = async ({ request, state, read }: LineCall, line: Uint8Array, number: number): Promise<string> => {
    const part = partOf(state);
    let repeated = false;
    try {
      const event = read(readPart(line, part), part);
      const answer = await decisions.record(event, () => (repeated = true));
      if (state.reading.coercions.length === 0) state.reading.coercions.push(...part.reading.coercions);
      return `{"line":${number},"status":200,${repeated ? '"answeredBefore":true,' : ''}"answer":${answer}}\n`;
    } catch (error) {
      const { status, body } = errorBody(noteFailure(request, error, part));
      return `{"line":${number},"status":${status},"answer":${JSON.stringify(body)}}\n`;
    }
  };

  const answerAll = async (call: LineCall, lines: readonly Uint8Array[]): Promise<string> => {
    const slots = createSlots(AT_ONCE);
    const turns = new Turns();
    const answers: Promise<string>[] = [];
    for (const [index, line] of lines.entries()) {
      await slots.take();
      if (turns.isOver) await turns.next();
      answers.push(answerLine(call, line, index + 1).finally(slots.give));
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
      const startMs = clock.now();
      const liveBefore = liveEvents;
      callsUnderWay += 1;
      try {
        const text = await answerAll(call, lines);
        const others = liveEvents - liveBefore;
        // Calls side by side share the time of one, and rest for as much longer.
        if (others > 0) await delay(pauseAfter((clock.now() - startMs) * callsUnderWay, others));
        return text;
      } finally {
        callsUnderWay -= 1;
      }
    },
  };
};
