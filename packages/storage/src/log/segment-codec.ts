import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Id } from '@redoubt/kernel';
import { KIND_CODES, kindOfCode, type LogEvent, type StoredEvent } from './log-event.ts';

/**
 * How a segment is written, kept beside each one. Codec 1: events one after the other, four texts each (head, request,
 * inputs, result), every text but the last followed by NUL, all compressed with zstd. JSON text cannot hold a NUL, so
 * nothing needs escaping and the request is stored as it came.
 */
export const SEGMENT_CODEC = 1;

/** Blocks stay below this before compression, so that reading one event inflates little. */
export const MAX_BLOCK_BYTES = 256 * 1024;

const SEPARATOR = '\0';
const TEXTS_PER_EVENT = 4;

/**
 * On the main thread on purpose: a block of 120 KB takes 80 us to compress and 90 us to inflate, while a trip to the
 * thread pool costs 120 us and, with the default output of 16 KB a time, 840 us. Small blocks get a small output: each
 * is memory outside the heap, whose collection costs more than inflating in two pieces.
 */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const SMALL_BLOCK_BYTES = 8 * 1024;
const inflation = (data: Buffer) => ({ chunkSize: data.length < SMALL_BLOCK_BYTES ? 32 * 1024 : MAX_BLOCK_BYTES });

/** Kind, event id, received, event time, historical, correlation id, facts. */
type Head = readonly [number, string, number, number, 0 | 1, string, StoredEvent['facts']];

export const encodeHead = (event: LogEvent): string => {
  const head: Head = [
    KIND_CODES[event.kind],
    event.eventId,
    event.receivedAtMs,
    event.eventTimeMs,
    event.historical ? 1 : 0,
    event.correlationId,
    event.facts,
  ];
  return JSON.stringify(head);
};

export const encodeEvent = (event: LogEvent, head: string): string =>
  [head, event.requestText, JSON.stringify(event.inputs), JSON.stringify(event.result)].join(SEPARATOR);

/** Cuts texts of one environment into runs that stay below the block size; a larger event stands alone. */
export const cutBlocks = (texts: readonly string[]): readonly (readonly string[])[] => {
  const blocks: string[][] = [];
  let current: string[] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text) + 1;
    if (current.length > 0 && bytes + size > MAX_BLOCK_BYTES) {
      blocks.push(current);
      current = [];
      bytes = 0;
    }
    current.push(text);
    bytes += size;
  }
  if (current.length > 0) blocks.push(current);
  return blocks;
};

export const compressBlock = (texts: readonly string[]): Buffer =>
  zstdCompressSync(Buffer.from(texts.join(SEPARATOR)), COMPRESSION);

export type SegmentRow = {
  readonly tenant_id: Id;
  readonly environment_id: Id;
  readonly first_position: number;
  readonly codec: number;
  readonly data: Buffer;
};

export const decodeSegment = (segment: SegmentRow): readonly StoredEvent[] => {
  if (segment.codec !== SEGMENT_CODEC) throw new Error(`Unknown segment codec ${segment.codec}`);
  const texts = zstdDecompressSync(segment.data, inflation(segment.data)).toString('utf8').split(SEPARATOR);
  const events: StoredEvent[] = [];
  for (let at = 0; at + TEXTS_PER_EVENT <= texts.length; at += TEXTS_PER_EVENT) {
    const [code, eventId, receivedAtMs, eventTimeMs, historical, correlationId, facts] = JSON.parse(
      texts[at] as string,
    ) as Head;
    events.push({
      tenantId: segment.tenant_id,
      environmentId: segment.environment_id,
      position: segment.first_position + events.length,
      kind: kindOfCode(code),
      eventId,
      receivedAtMs,
      eventTimeMs,
      historical: historical === 1,
      correlationId,
      facts,
      requestText: texts[at + 1] as string,
      inputsText: texts[at + 2] as string,
      resultText: texts[at + 3] as string,
    } as StoredEvent);
  }
  return events;
};
