import { getUpload, sendUploadChunk } from '@redoubt/contracts';
import { useSyncExternalStore } from 'react';
import type { ApiCall } from '../../../api/api-call.ts';
import { sendFile, type SendState } from './send-file.ts';

type Place = {
  readonly call: ApiCall;
  readonly environmentId: string;
  readonly uploadId: string;
  /** Called when the server has the whole file, and when nothing more is sent of it. */
  readonly onEnd: () => void;
};

type Sender = { readonly place: Place; readonly file: File; readonly stop: AbortController; readonly state: SendState };

/** Files that this tab sends, by upload: they go on while other pages are looked at. */
const senders = new Map<string, Sender>();
const listeners = new Set<() => void>();

const ACTIVE: readonly SendState['phase'][] = ['comparing', 'sending', 'waiting'];

const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

const changed = (): void => {
  const isBusy = [...senders.values()].some(({ state }) => ACTIVE.includes(state.phase));
  if (isBusy) window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
  for (const listener of listeners) listener();
};

const waitForConnection = (ms: number, signal: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = new AbortController();
  const end = (): void => {
    over.abort();
    resolve();
  };
  const timer = setTimeout(end, ms);
  over.signal.addEventListener('abort', () => clearTimeout(timer));
  window.addEventListener('online', end, { signal: over.signal });
  signal.addEventListener('abort', end, { signal: over.signal });
  return promise;
};

const change = (uploadId: string, stop: AbortController, state: Partial<SendState>): void => {
  const sender = senders.get(uploadId);
  // One that was paused and begun again has another one in its place.
  if (sender?.stop !== stop) return;
  senders.set(uploadId, { ...sender, state: { ...sender.state, ...state } });
  changed();
};

/** Sends a file to an upload that was begun, from where the server has it. */
export const startSending = (place: Place, file: File): void => {
  const { call, environmentId, uploadId, onEnd } = place;
  senders.get(uploadId)?.stop.abort();
  const stop = new AbortController();
  const params = { environmentId, uploadId };
  const state = { phase: 'comparing', sentBytes: 0, sizeBytes: file.size, bytesPerSecond: 0, problem: null } as const;
  senders.set(uploadId, { place, file, stop, state });
  changed();
  void sendFile({
    file,
    signal: stop.signal,
    nowMs: () => performance.now(),
    wait: waitForConnection,
    target: {
      find: (signal) => call(getUpload, { params, signal }),
      send: ({ offset, crc32, bytes }, signal) =>
        call(sendUploadChunk, { params, query: { offset, crc32 }, body: bytes, signal, polled: true }),
    },
    onState: (next) => {
      change(uploadId, stop, next);
      if (next.phase === 'sent' || next.phase === 'stopped') onEnd();
      if (next.phase === 'sent' && senders.get(uploadId)?.stop === stop) forgetSender(uploadId);
    },
  });
};

/** Stops sending until `resumeSending`; the file stays chosen. */
export const pauseSending = (uploadId: string): void => {
  const sender = senders.get(uploadId);
  if (!sender) return;
  sender.stop.abort();
  change(uploadId, sender.stop, { phase: 'paused', bytesPerSecond: 0 });
};

export const resumeSending = (uploadId: string): void => {
  const sender = senders.get(uploadId);
  if (sender) startSending(sender.place, sender.file);
};

/** Ends the sending for good: the upload was deleted, or is complete. */
export const forgetSender = (uploadId: string): void => {
  senders.get(uploadId)?.stop.abort();
  senders.delete(uploadId);
  changed();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How far this tab is with the file of an upload; undefined where it sends none. */
export const useSending = (uploadId: string): SendState | undefined =>
  useSyncExternalStore(subscribe, () => senders.get(uploadId)?.state);
