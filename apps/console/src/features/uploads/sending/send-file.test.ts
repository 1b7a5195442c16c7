import { describe, expect, it } from 'vitest';
import { crc32 as sumOf } from 'node:zlib';
import { ApiError, NETWORK_FAILURE } from '../../../api/api-error.ts';
import { sendFile, type SendState, type UploadTarget } from './send-file.ts';

const SIZE = 3_000_000;
const CONTENT = Uint8Array.from({ length: SIZE }, (_, index) => (index * 31) % 251);

/** A server that keeps what it is sent, and fails where a test says so. */
const createTarget = (before = 0, fail: (call: number) => ApiError | 'lostAnswer' | undefined = () => undefined) => {
  const kept = new Uint8Array(SIZE);
  kept.set(CONTENT.subarray(0, before));
  let received = before;
  let lastPart = before === 0 ? null : { startByte: 0, bytes: before, crc32: sumOf(CONTENT.subarray(0, before)) };
  let calls = 0;
  const target: UploadTarget = {
    find: async () => ({
      receivedBytes: received,
      sizeBytes: SIZE,
      lastPart,
      state: received === SIZE ? 'mapping' : 'uploading',
    }),
    send: async ({ offset, bytes, crc32 }) => {
      calls += 1;
      const failure = fail(calls);
      if (failure instanceof ApiError) throw failure;
      if (offset !== received) throw new ApiError({ code: 'UPLOAD-OFFSET', status: 409, correlationId: 'c' });
      expect(crc32).toBe(sumOf(bytes));
      kept.set(bytes, offset);
      received += bytes.length;
      lastPart = { startByte: offset, bytes: bytes.length, crc32 };
      if (failure === 'lostAnswer') throw new ApiError({ code: NETWORK_FAILURE, status: 0, correlationId: 'c' });
      return { receivedBytes: received };
    },
  };
  return { target, kept, calls: () => calls };
};

const isWhole = (kept: Uint8Array): boolean => Buffer.compare(kept, CONTENT) === 0;

const run = async (target: UploadTarget, content: Uint8Array<ArrayBuffer> = CONTENT, stopAfter = Infinity) => {
  const states: Partial<SendState>[] = [];
  const ended = new AbortController();
  let now = 0;
  await sendFile({
    file: new Blob([content]),
    target,
    signal: ended.signal,
    nowMs: () => (now += 50),
    wait: async () => undefined,
    onState: (state) => {
      states.push(state);
      if (states.length >= stopAfter) ended.abort();
    },
  });
  return states;
};

const lost = () => new ApiError({ code: NETWORK_FAILURE, status: 0, correlationId: 'c' });

describe('sending a file', () => {
  it('sends every byte, says how far it is, and how fast', async () => {
    const server = createTarget();
    const states = await run(server.target);
    expect(isWhole(server.kept)).toBe(true);
    expect(states.at(-1)).toEqual({ phase: 'sent' });
    expect(states.at(-2)).toMatchObject({ phase: 'sending', sentBytes: SIZE });
    expect(states.at(-2)?.bytesPerSecond).toBeGreaterThan(0);
  });

  it('goes on behind what is there already', async () => {
    const server = createTarget(2_800_000);
    expect((await run(server.target)).at(-1)).toEqual({ phase: 'sent' });
    expect(isWhole(server.kept)).toBe(true);
    expect(server.calls()).toBe(1);
  });

  it('refuses a file of another size, and one with other bytes, and sends nothing of them', async () => {
    const server = createTarget(1000);
    expect((await run(server.target, CONTENT.slice(1))).at(-1)?.problem).toEqual({ kind: 'other' });
    const changed = CONTENT.slice();
    changed[500] = 255;
    expect((await run(server.target, changed)).at(-1)?.problem).toEqual({ kind: 'other' });
    expect(server.calls()).toBe(0);
  });

  it('goes on after a lost connection, also where the piece had arrived', async () => {
    const server = createTarget(0, (call) => (call === 2 ? lost() : call === 3 ? 'lostAnswer' : undefined));
    const states = await run(server.target);
    expect(states.filter(({ phase }) => phase === 'waiting')).toHaveLength(2);
    expect(states.at(-1)).toEqual({ phase: 'sent' });
    expect(isWhole(server.kept)).toBe(true);
  });

  it('goes on where another browser was faster', async () => {
    const server = createTarget();
    let isFirst = true;
    const { send } = server.target;
    const states = await run({
      ...server.target,
      send: async (piece, signal) => {
        if (isFirst) {
          isFirst = false;
          await send(piece, signal);
        }
        return send(piece, signal);
      },
    });
    expect(states.at(-1)).toEqual({ phase: 'sent' });
    expect(isWhole(server.kept)).toBe(true);
  });

  it('stops with the reason where the server refuses it for good', async () => {
    const gone = new ApiError({ code: 'UPLOAD-UNKNOWN', status: 404, correlationId: 'c' });
    const server = createTarget(0, () => gone);
    expect((await run(server.target)).at(-1)).toEqual({ phase: 'stopped', problem: { kind: 'refused', error: gone } });
  });

  it('ends by its signal and says nothing more', async () => {
    const server = createTarget();
    const states = await run(server.target, CONTENT, 3);
    expect(states).toHaveLength(3);
    expect(server.calls()).toBeLessThan(3);
  });
});
