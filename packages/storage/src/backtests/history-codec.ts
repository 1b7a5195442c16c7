import type { LoggedAssessmentKind, Decision } from '@redoubt/domain';
import { isErased, kindCodeOf, type StoredHead } from '../log/log-event.ts';
import { graphStepOf, type GraphStep } from '../graph/graph-step.ts';
import { inflateFrame, placesOf } from '../log/inflate.ts';
import { decodeHead, decodeSegment, MERGED_CODEC, positionsOf, TEXTS_PER_EVENT } from '../log/segment-codec.ts';
import { readHeadBytes, type StoredContributions } from './contribution-bytes.ts';
import type { HistoryRow } from './history.read-model.ts';

/** A JSON text among the bytes of its block; a text is made of it where it is needed. */
export class StoredText {
  readonly bytes: Buffer;
  readonly from: number;
  readonly to: number;

  constructor(bytes: Buffer, from: number, to: number) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

  toString(): string {
    return this.bytes.toString('utf8', this.from, this.to);
  }
}

/** An assessment as it was decided, with what is known of its outcome; its texts are read on demand. */
export type HistoryEvent = {
  readonly environmentId: string;
  readonly position: number;
  readonly eventId: string;
  readonly eventTimeMs: number;
  readonly correlationId: string;
  readonly decision: Decision;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly request: StoredText;
  readonly inputs: StoredText;
  readonly result: StoredText;
};

/** Which events of a history are decided: of one kind, with an event time in a period, `fromMs` included, `toMs` not. */
export type HistoryChoice = {
  readonly kind: LoggedAssessmentKind;
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether the graph is rebuilt beside: every head is parsed then. */
  readonly withGraph?: boolean;
};

export type HistoryBlock = {
  readonly events: readonly HistoryEvent[];
  /** What all events of the segment add to velocities, chosen or not; those that add nothing are left out. */
  readonly contributions: readonly StoredContributions[];
  /** What all events of the segment do to the graph, where that was asked for. */
  readonly steps: readonly StoredStep[];
};

/** What the event at a position does to the graph. */
export type StoredStep = { readonly position: number; readonly step: GraphStep };

type Outline = Pick<HistoryEvent, 'eventId' | 'eventTimeMs' | 'correlationId' | 'decision' | 'amount' | 'currency'>;

const FACTS = ',{"decision":"';
/** How the facts of an event begin that a person was erased from: there is nothing to decide again. */
const ERASED_FACTS = ',{"erased":true,';
const AMOUNT = ',"amount":';
const CURRENCY = ',"currency":';

const outlineOf = (head: StoredHead): Outline => {
  const { eventId, eventTimeMs, correlationId } = head;
  const { decision, amount, currency } = head.facts as Extract<StoredHead, { kind: LoggedAssessmentKind }>['facts'];
  return { eventId, eventTimeMs, correlationId, decision, amount, currency };
};

/** The token of a value that ends with a comma, where a text cannot hold one: numbers, null, codes of currencies. */
const tokenAt = (text: string, from: number): string => text.slice(from, text.indexOf(',', from));

/**
 * What is needed of a head, of which most is not parsed. In JSON a quote inside a string has a backslash before it, so
 * what looks like a key with its quotes is one. Undefined where the head is not written as today's are.
 */
const readOutline = (text: string, eventTimeMs: number): Outline | undefined => {
  const facts = text.indexOf(FACTS);
  const amount = text.indexOf(AMOUNT, facts) + AMOUNT.length;
  const currency = text.indexOf(CURRENCY, amount) + CURRENCY.length;
  if (facts < 0 || amount < AMOUNT.length || currency < CURRENCY.length) return undefined;
  const [amountToken, currencyToken] = [tokenAt(text, amount), tokenAt(text, currency)];
  if (!/^(?:null|"[A-Za-z]*")$/.test(currencyToken)) return undefined;
  const [, eventId, , , , correlationId] = JSON.parse(`${text.slice(0, facts)}]`) as [
    number,
    string,
    number,
    number,
    number,
    string,
  ];
  const decision = facts + FACTS.length;
  return {
    eventId,
    eventTimeMs,
    correlationId,
    decision: text.slice(decision, text.indexOf('"', decision)) as Decision,
    amount: amountToken === 'null' ? null : Number(amountToken),
    currency: currencyToken === 'null' ? null : currencyToken.slice(1, -1),
  };
};

const storedText = (text: string): StoredText => {
  const bytes = Buffer.from(text);
  return new StoredText(bytes, 0, bytes.length);
};

const stepsOf = (heads: readonly StoredHead[]): readonly StoredStep[] =>
  heads.flatMap((head) => {
    const step = graphStepOf(head);
    return step === undefined ? [] : [{ position: head.position, step }];
  });

/** Segments of the first codec have no heads of their own. */
const decodeOlder = (
  row: HistoryRow & { readonly data: Buffer },
  choice: HistoryChoice,
  isAsked: (position: number) => boolean,
): HistoryBlock => {
  const events = decodeSegment(row).filter(({ position }) => isAsked(position));
  return {
    events: events
      .filter((event) => event.kind === choice.kind && isIn(choice, event.eventTimeMs) && !isErased(event))
      .map((event) => ({
        ...outlineOf(event),
        environmentId: event.environmentId,
        position: event.position,
        request: storedText(event.requestText),
        inputs: storedText(event.inputsText),
        result: storedText(event.resultText),
      })),
    contributions: events.flatMap(({ position, eventTimeMs, contributions }) =>
      contributions ? [{ position, eventTimeMs, contributions }] : [],
    ),
    steps: choice.withGraph ? stepsOf(events) : [],
  };
};

const isIn = ({ fromMs, toMs }: HistoryChoice, eventTimeMs: number): boolean =>
  eventTimeMs >= fromMs && eventTimeMs < toMs;

/**
 * Takes events out of a segment of a history: what they add to velocities, and those of them that are decided again.
 *
 * @param isAsked whether the event at a position is one of them
 */
export const decodeHistory = (
  row: HistoryRow,
  choice: HistoryChoice,
  isAsked: (position: number) => boolean,
): HistoryBlock => {
  const { data, heads: packedHeads } = row;
  // Segments of the first codec whose texts were not asked for are older than velocities.
  if (packedHeads === null)
    return data === null
      ? { events: [], contributions: [], steps: [] }
      : decodeOlder({ ...row, data }, choice, isAsked);
  const heads = inflateFrame(packedHeads);
  const places = placesOf(heads);
  const headAt = (text: number): readonly [from: number, to: number] => [
    places[text] ?? 0,
    (places[text + 1] ?? 0) - 1,
  ];
  // Where positions have gaps, what they are stands before the heads.
  const positions =
    row.codec === MERGED_CODEC ? positionsOf(row.first_position, heads.toString('utf8', ...headAt(0))) : undefined;
  const skipped = positions === undefined ? 0 : 1;
  const texts = data && inflateFrame(data);
  const textPlaces = texts && placesOf(texts);
  const events: HistoryEvent[] = [];
  const found: StoredContributions[] = [];
  const steps: StoredStep[] = [];
  for (let ordinal = 0; ordinal + skipped + 1 < places.length; ordinal += 1) {
    const position = positions?.[ordinal] ?? row.first_position + ordinal;
    if (!isAsked(position)) continue;
    const [from, to] = headAt(ordinal + skipped);
    const { code, eventTimeMs, contributions } = readHeadBytes(heads, from, to);
    if (contributions !== undefined) found.push({ position, eventTimeMs, contributions });
    if (choice.withGraph) steps.push(...stepsOf([decodeHead(row, heads.toString('utf8', from, to), position)]));
    if (!texts || !textPlaces || code !== kindCodeOf(choice.kind) || !isIn(choice, eventTimeMs)) continue;
    const text = heads.toString('utf8', from, to);
    if (text.includes(ERASED_FACTS)) continue;
    const at = ordinal * TEXTS_PER_EVENT;
    const textAt = (place: number): StoredText =>
      new StoredText(texts, textPlaces[at + place] ?? 0, (textPlaces[at + place + 1] ?? 0) - 1);
    const { eventId, correlationId, decision, amount, currency } =
      readOutline(text, eventTimeMs) ?? outlineOf(decodeHead(row, text, position));
    events.push({
      environmentId: row.environment_id,
      position,
      eventId,
      eventTimeMs,
      correlationId,
      decision,
      amount,
      currency,
      request: textAt(0),
      inputs: textAt(1),
      result: textAt(2),
    });
  }
  return { events, contributions: found, steps };
};
