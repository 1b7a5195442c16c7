import type { Id } from '@redoubt/kernel';
import { inflateFrame } from './inflate.ts';
import { kindCodeOf, kindOfCode, type LogEvent, type StoredEvent, type StoredHead } from './log-event.ts';

/**
 * How a segment is written, kept beside each one. Codec 2: two texts compressed with zstd, `heads` with one JSON text for
 * each event and `data` with three (request, inputs, result), all separated by NUL. JSON text cannot hold a NUL, so
 * nothing needs escaping and the request is stored as it came. Projectors read heads alone, a tenth of the whole.
 * Codec 1 held heads and texts in `data`, four for each event.
 */
export const SEGMENT_CODEC = 2;

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

const inflate = (data: Buffer): readonly string[] => inflateFrame(data).toString('utf8').split(SEPARATOR);

export type SegmentHeadsRow = {
  readonly tenant_id: Id;
  readonly environment_id: Id;
  readonly first_position: number;
  readonly heads: Buffer;
};
export type SegmentRow = Omit<SegmentHeadsRow, 'heads'> & {
  readonly codec: number;
  readonly heads: Buffer | null;
  readonly data: Buffer;
};

type OlderFacts = { readonly purchaseId?: string | null };

/** Events of the first weeks name the purchase they are about instead of a subject. */
const factsOf = (facts: StoredHead['facts'] & OlderFacts): StoredHead['facts'] => {
  const { purchaseId, ...rest } = facts;
  if (purchaseId === undefined) return facts;
  return { ...rest, subject: purchaseId === null ? null : { kind: 'purchase', id: purchaseId } };
};

export const decodeHead = (segment: Omit<SegmentHeadsRow, 'heads'>, text: string, ordinal: number): StoredHead => {
  const [code, eventId, receivedAtMs, eventTimeMs, historical, correlationId, facts, contributions] = JSON.parse(
    text,
  ) as Head;
  return {
    tenantId: segment.tenant_id,
    environmentId: segment.environment_id,
    position: segment.first_position + ordinal,
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

export const decodeHeads = (segment: SegmentHeadsRow): readonly StoredHead[] =>
  inflate(segment.heads).map((text, ordinal) => decodeHead(segment, text, ordinal));

export const decodeSegment = (segment: SegmentRow): readonly StoredEvent[] => {
  const texts = inflate(segment.data);
  const withTexts = (head: StoredHead, at: number): StoredEvent => ({
    ...head,
    requestText: texts[at] as string,
    inputsText: texts[at + 1] as string,
    resultText: texts[at + 2] as string,
  });
  if (segment.codec === SEGMENT_CODEC && segment.heads !== null) {
    const heads = decodeHeads({ ...segment, heads: segment.heads });
    return heads.map((head, ordinal) => withTexts(head, ordinal * TEXTS_PER_EVENT));
  }
  if (segment.codec !== 1) throw new Error(`Unknown segment codec ${segment.codec}`);
  const step = TEXTS_PER_EVENT + 1;
  return Array.from({ length: Math.floor(texts.length / step) }, (_, ordinal) =>
    withTexts(decodeHead(segment, texts[ordinal * step] as string, ordinal), ordinal * step + 1),
  );
};

/** The events of a segment without requests, inputs and results, which are inflated only where they stand together. */
export const headsOfSegment = (segment: SegmentRow): readonly StoredHead[] =>
  segment.heads === null ? decodeSegment(segment) : decodeHeads({ ...segment, heads: segment.heads });
