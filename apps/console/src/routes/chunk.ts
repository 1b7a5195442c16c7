import { withDeadline } from '@redoubt/kernel';

/** How long a script or style chunk may take (`docs/reference/console.md#screens`). */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A feature area could not be loaded: most often because a newer version has replaced its files. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A feature area could not be loaded', { cause });
    this.name = 'ChunkError';
  }
}

const overdue = (timeoutMs: number) => (): never => {
  throw new Error(`no answer within ${timeoutMs} ms`);
};

/** Loads a chunk; one that fails or does not arrive in time is asked for once more, silently. */
export const loadChunk = async <T>(load: () => Promise<T>, timeoutMs: number = CHUNK_TIMEOUT_MS): Promise<T> => {
  try {
    return await withDeadline(timeoutMs, load(), overdue(timeoutMs));
  } catch {
    try {
      return await withDeadline(timeoutMs, load(), overdue(timeoutMs));
    } catch (cause) {
      throw new ChunkError(cause);
    }
  }
};
