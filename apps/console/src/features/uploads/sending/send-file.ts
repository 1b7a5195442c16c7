import type { UploadDetail } from '@redoubt/contracts';
import { UPLOAD_CHUNK_BYTES } from '@redoubt/domain';
import { ApiError } from '../../../api/api-error.ts';
import { crc32 } from './crc32.ts';

/** Why a file is not sent on; `other` is a file that differs from the one that was begun. */
export type SendProblem =
  | { readonly kind: 'other' | 'unreadable' }
  | { readonly kind: 'refused'; readonly error: unknown };

/** `comparing` with what the server has; `waiting` for a connection, after which it goes on by itself. */
export type SendPhase = 'comparing' | 'sending' | 'waiting' | 'paused' | 'stopped' | 'sent';

export type SendState = {
  readonly phase: SendPhase;
  readonly sentBytes: number;
  readonly sizeBytes: number;
  /** 0 until it is known. */
  readonly bytesPerSecond: number;
  readonly problem: SendProblem | null;
};

/** What the server does for a file that is sent. */
export type UploadTarget = {
  readonly find: (
    signal: AbortSignal,
  ) => Promise<Pick<UploadDetail, 'receivedBytes' | 'sizeBytes' | 'lastPart' | 'state'>>;
  readonly send: (
    piece: { readonly offset: number; readonly crc32: number; readonly bytes: Uint8Array<ArrayBuffer> },
    signal: AbortSignal,
  ) => Promise<{ readonly receivedBytes: number }>;
};

export type SendFile = {
  readonly file: Blob;
  readonly target: UploadTarget;
  /** Ends the sending: to be paused, or for good. */
  readonly signal: AbortSignal;
  readonly nowMs: () => number;
  /** Ends after the time, or as soon as there is a connection again. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly onState: (state: Partial<SendState>) => void;
};

const FIRST_PIECE_BYTES = 512 * 1024;
const LEAST_PIECE_BYTES = 128 * 1024;
/** A piece takes between these on its way, so that progress is seen and calls are few. */
const QUICK_MS = 1000;
const SLOW_MS = 5000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
/** How much the newest piece says about the speed. */
const NEWEST = 0.3;

/** Thrown for a file that cannot be sent on. */
class Stopped extends Error {
  readonly problem: SendProblem;

  constructor(problem: SendProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

const readPart = async (file: Blob, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return new Uint8Array(await file.slice(from, to).arrayBuffer());
  } catch {
    // It was changed, moved or deleted since it was chosen.
    throw new Stopped({ kind: 'unreadable' });
  }
};

/** Where a file goes on, once it is known to be the one that was begun. */
const comparedOffset = async ({ file, target, signal }: SendFile): Promise<number> => {
  const { receivedBytes, sizeBytes, lastPart, state } = await target.find(signal);
  if (state !== 'uploading') return sizeBytes;
  if (sizeBytes !== file.size) throw new Stopped({ kind: 'other' });
  if (lastPart === null) return receivedBytes;
  const { startByte, bytes } = lastPart;
  const own = await readPart(file, startByte, startByte + bytes);
  if (crc32(own) !== lastPart.crc32) throw new Stopped({ kind: 'other' });
  return receivedBytes;
};

const mayMend = (error: unknown): boolean =>
  error instanceof ApiError && (error.retryable || error.code === 'UPLOAD-OFFSET' || error.code === 'UPLOAD-DAMAGED');

/**
 * Sends a file from where the server has it. After a lost connection, or where another browser sends the same file, it is
 * compared again and goes on. Ends with `sent`, with a problem, or by the signal.
 */
export const sendFile = async (options: SendFile): Promise<void> => {
  const { file, target, signal, nowMs, wait, onState } = options;
  let pieceBytes = FIRST_PIECE_BYTES;
  let bytesPerMs = 0;
  let failures = 0;
  let offset: number | null = null;

  const sendOne = async (from: number): Promise<number> => {
    const bytes = await readPart(file, from, from + pieceBytes);
    const startedMs = nowMs();
    const { receivedBytes } = await target.send({ offset: from, crc32: crc32(bytes), bytes }, signal);
    const tookMs = Math.max(1, nowMs() - startedMs);
    const newest = bytes.length / tookMs;
    bytesPerMs = bytesPerMs === 0 ? newest : NEWEST * newest + (1 - NEWEST) * bytesPerMs;
    if (tookMs < QUICK_MS) pieceBytes = Math.min(UPLOAD_CHUNK_BYTES, pieceBytes * 2);
    if (tookMs > SLOW_MS) pieceBytes = Math.max(LEAST_PIECE_BYTES, pieceBytes / 2);
    return receivedBytes;
  };

  try {
    while (!signal.aborted && (offset === null || offset < file.size)) {
      try {
        if (offset === null) {
          onState({ phase: 'comparing', problem: null });
          offset = await comparedOffset(options);
        } else {
          offset = await sendOne(offset);
        }
        failures = 0;
        onState({ phase: 'sending', sentBytes: offset, bytesPerSecond: bytesPerMs * 1000 });
      } catch (error) {
        if (signal.aborted || !mayMend(error)) throw error;
        // Whether the piece arrived is not known: the server is asked.
        offset = null;
        failures += 1;
        onState({ phase: 'waiting', problem: { kind: 'refused', error } });
        await wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)), signal);
      }
    }
    if (!signal.aborted) onState({ phase: 'sent' });
  } catch (error) {
    if (signal.aborted) return;
    onState({ phase: 'stopped', problem: error instanceof Stopped ? error.problem : { kind: 'refused', error } });
  }
};
