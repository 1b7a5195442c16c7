import type { Id } from '@redoubt/kernel';
import { inflateTexts, type BlockTexts } from './inflate.ts';
import { kindCodeOf, kindOfCode, type LogEvent, type StoredEvent, type StoredHead } from './log-event.ts';

/**
 * How a segment is written, kept beside each one. Codec 2: two texts compressed with zstd, `heads` with one JSON text for
 * each event and `data` with three (request, inputs, result), all separated by NUL. JSON text cannot hold a NUL, so
 * nothing needs escaping and the request is stored as it came. Projectors read heads alone, a tenth of the whole.
 * Codec 1 held heads and texts in `data`, four for each event.
 */
export const SEGMENT_CODEC = 2;

/**
 * Of merged segments, whose positions may have gaps: as codec 2, with one more text before the heads. It says where runs of
 * positions begin, counted from the first event, and how long they are: `[0,3,7,2]` is 0, 1, 2, 7 and 8.
 */
export const MERGED_CODEC = 3;

/** Blocks stay below this before compression, so that reading one event inflates little. */
export const MAX_BLOCK_BYTES = 256 * 1024;

const SEPARATOR = '\0';
export const TEXTS_PER_EVENT = 3;

/** Kind, event id, received, event time, historical, correlation id, facts, contributions where there are any. */
type Head = readonly [number, string, number, number, 0 | 1, string, StoredHead['facts'], (readonly number[])?];

export const encodeHead = (event: LogEvent): string => {
  const { contributions } = event;
  const head: Head = [
    kindCodeOf(event.kind),
    event.eventId,
    event.receivedAtMs,
    event.eventTimeMs,
    event.historical ? 1 : 0,
    event.correlationId,
    event.facts,
  ];
  return JSON.stringify(contributions === undefined ? head : [...head, contributions]);
};

export const encodeTexts = (event: LogEvent): string =>
  `${event.requestText}${SEPARATOR}${event.inputsText}${SEPARATOR}${event.resultText}`;

/** Cuts texts of one environment into runs that stay below the block size; a larger event stands alone. */
export const cutBlocks = <Item extends { readonly texts: string }>(
  items: readonly Item[],
): readonly (readonly Item[])[] => {
  const blocks: Item[][] = [];
  let current: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(item.texts) + 1;
    if (current.length > 0 && bytes + size > MAX_BLOCK_BYTES) {
      blocks.push(current);
      current = [];
      bytes = 0;
    }
    current.push(item);
    bytes += size;
  }
  if (current.length > 0) blocks.push(current);
  return blocks;
};

/** What a block of texts is compressed as. */
export const joinTexts = (texts: readonly string[]): string => texts.join(SEPARATOR);

export type SegmentHeadsRow = {
  readonly tenant_id: Id;
  readonly environment_id: Id;
  readonly first_position: number;
  readonly codec: number;
  readonly heads: Buffer;
};
export type SegmentRow = Omit<SegmentHeadsRow, 'heads'> & {
  readonly heads: Buffer | null;
  readonly data: Buffer;
};
/** A segment as it is read for its heads: with its texts at least where the heads stand in them. */
export type OutlineRow = Omit<SegmentRow, 'data'> & { readonly data: Buffer | null };

/** Positions behind one and up to another. */
export type PositionRange = { readonly after: number; readonly until: number };

const EVERYWHERE: PositionRange = { after: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

export const isWithin = ({ after, until }: PositionRange, position: number): boolean =>
  position > after && position <= until;

/** The range of one position. */
export const onlyAt = (position: number): PositionRange => ({ after: position - 1, until: position });

/** Events of a segment as they are written, not parsed. */
export type SegmentTexts = {
  readonly positions: readonly number[];
  readonly heads: readonly string[];
  /** Of each event its three texts, joined. */
  readonly texts: readonly string[];
};

/** What is written of a segment: `span` counts positions from the first event to the last, where it may have gaps. */
type WrittenSegment = {
  readonly codec: number;
  readonly span: number | null;
  readonly heads: string;
  readonly texts: string;
};

const runsOf = (positions: readonly number[]): readonly number[] => {
  const [first = 0] = positions;
  const runs: number[] = [];
  let next: number | undefined;
  for (const position of positions) {
    if (position === next) runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1;
    else runs.push(position - first, 1);
    next = position + 1;
  }
  return runs;
};

/** Where the events of a segment stand, by the text before the heads of one that may have gaps. */
export const positionsOf = (first: number, runs: string): readonly number[] => {
  const positions: number[] = [];
  const numbers = JSON.parse(runs) as readonly number[];
  for (let at = 0; at < numbers.length; at += 2) {
    const [offset = 0, length = 0] = [numbers[at], numbers[at + 1]];
    for (let step = 0; step < length; step += 1) positions.push(first + offset + step);
  }
  return positions;
};

/** @param isMerged whether it keeps its span, by which readers find a merged segment, even where no gap is left */
export const writeSegment = ({ positions, heads, texts }: SegmentTexts, isMerged: boolean): WrittenSegment => {
  const [first = 0, last = 0] = [positions[0], positions.at(-1)];
  const span = last - first + 1;
  if (!isMerged && span === positions.length)
    return { codec: SEGMENT_CODEC, span: null, heads: joinTexts(heads), texts: joinTexts(texts) };
  const runs = JSON.stringify(runsOf(positions));
  return { codec: MERGED_CODEC, span, heads: joinTexts([runs, ...heads]), texts: joinTexts(texts) };
};

export const textsOfEvents = (events: readonly StoredEvent[]): SegmentTexts => ({
  positions: events.map(({ position }) => position),
  heads: events.map(encodeHead),
  texts: events.map(encodeTexts),
});

type OlderFacts = { readonly purchaseId?: string | null };

/** Events of the first weeks name the purchase they are about instead of a subject. */
const factsOf = (facts: StoredHead['facts'] & OlderFacts): StoredHead['facts'] => {
  const { purchaseId, ...rest } = facts;
  if (purchaseId === undefined) return facts;
  return { ...rest, subject: purchaseId === null ? null : { kind: 'purchase', id: purchaseId } };
};

type Place = Pick<SegmentHeadsRow, 'tenant_id' | 'environment_id'>;

export const decodeHead = (segment: Place, text: string, position: number): StoredHead => {
  const [code, eventId, receivedAtMs, eventTimeMs, historical, correlationId, facts, contributions] = JSON.parse(
    text,
  ) as Head;
  return {
    tenantId: segment.tenant_id,
    environmentId: segment.environment_id,
    position,
    kind: kindOfCode(code),
    eventId,
    receivedAtMs,
    eventTimeMs,
    historical: historical === 1,
    correlationId,
    facts: factsOf(facts),
    ...(contributions === undefined ? {} : { contributions }),
  } as StoredHead;
};

/** Heads of a segment by the place of its events among themselves. */
type Outline = { readonly positions: readonly number[]; readonly headAt: (ordinal: number) => string };

const dense = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, at) => first + at);

const outlineOf = ({ codec, first_position: first, heads }: Omit<SegmentHeadsRow, keyof Place>): Outline => {
  const texts = inflateTexts(heads);
  if (codec === MERGED_CODEC)
    return { positions: positionsOf(first, texts.at(0)), headAt: (ordinal) => texts.at(ordinal + 1) };
  if (codec !== SEGMENT_CODEC) throw new Error(`Unknown segment codec ${codec}`);
  return { positions: dense(first, texts.count), headAt: texts.at };
};

const headsIn = (segment: Place, { positions, headAt }: Outline, range: PositionRange) =>
  positions.flatMap((position, ordinal) =>
    isWithin(range, position) ? [{ head: decodeHead(segment, headAt(ordinal), position), ordinal }] : [],
  );

/** Of the first codec heads stand before the texts of their event. */
const OLDER_STEP = TEXTS_PER_EVENT + 1;

const olderOutline = ({ codec, first_position: first }: SegmentRow, texts: BlockTexts): Outline => {
  if (codec !== 1) throw new Error(`Unknown segment codec ${codec}`);
  const count = Math.floor(texts.count / OLDER_STEP);
  return { positions: dense(first, count), headAt: (ordinal) => texts.at(ordinal * OLDER_STEP) };
};

const headsOf = (segment: SegmentHeadsRow, range: PositionRange): readonly StoredHead[] =>
  headsIn(segment, outlineOf(segment), range).map(({ head }) => head);

export const decodeHeads = (segment: SegmentHeadsRow): readonly StoredHead[] => headsOf(segment, EVERYWHERE);

/** The events of a segment that stand in a range. */
export const eventsWithin = (segment: SegmentRow, range: PositionRange): readonly StoredEvent[] => {
  const { heads } = segment;
  const texts = inflateTexts(segment.data);
  const outline = heads === null ? olderOutline(segment, texts) : outlineOf({ ...segment, heads });
  const [step, from] = heads === null ? [OLDER_STEP, 1] : [TEXTS_PER_EVENT, 0];
  return headsIn(segment, outline, range).map(({ head, ordinal }): StoredEvent => {
    const at = ordinal * step + from;
    return { ...head, requestText: texts.at(at), inputsText: texts.at(at + 1), resultText: texts.at(at + 2) };
  });
};

export const decodeSegment = (segment: SegmentRow): readonly StoredEvent[] => eventsWithin(segment, EVERYWHERE);

/** The events of a segment that stand in a range; requests, inputs and results are inflated only where the heads stand in them. */
export const headsWithin = ({ heads, data, ...row }: OutlineRow, range: PositionRange): readonly StoredHead[] => {
  if (heads !== null) return headsOf({ ...row, heads }, range);
  if (data === null) throw new Error(`The segment at ${row.first_position} was read without its heads`);
  return eventsWithin({ ...row, heads, data }, range);
};

/** The events of a segment as they are written. @throws where heads do not stand by themselves. */
export const splitSegment = (segment: Omit<SegmentHeadsRow, keyof Place> & { readonly data: Buffer }): SegmentTexts => {
  const { positions, headAt } = outlineOf(segment);
  const texts = inflateTexts(segment.data);
  const textsAt = (at: number): string => joinTexts([texts.at(at), texts.at(at + 1), texts.at(at + 2)]);
  return {
    positions,
    heads: positions.map((_, ordinal) => headAt(ordinal)),
    texts: positions.map((_, ordinal) => textsAt(ordinal * TEXTS_PER_EVENT)),
  };
};

/** How many events of a segment stand in a range. */
export const countWithin = (
  segment: Pick<SegmentRow, 'codec' | 'first_position' | 'heads'> & {
    readonly event_count: number;
    readonly span: number | null;
  },
  range: PositionRange,
): number => {
  const { codec, first_position: first, heads, event_count: count, span } = segment;
  if (isWithin(range, first) && isWithin(range, first + (span ?? count) - 1)) return count;
  const positions =
    codec === MERGED_CODEC && heads !== null ? outlineOf({ ...segment, heads }).positions : dense(first, count);
  return positions.filter((position) => isWithin(range, position)).length;
};
