/** How long a script or style chunk may take (`docs/reference/console.md#screens`). */
export const CHUNK_TIMEOUT_MS = 120_000;

/** A feature area could not be loaded: most often because a newer version has replaced its files. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A feature area could not be loaded', { cause });
    this.name = 'ChunkError';
  }
}

const within = <T>(promise: Promise<T>, timeoutMs: number): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Loads a chunk; one that fails or does not arrive in time is asked for once more, silently. */
export const loadChunk = async <T>(load: () => Promise<T>, timeoutMs: number = CHUNK_TIMEOUT_MS): Promise<T> => {
  try {
    return await within(load(), timeoutMs);
  } catch {
    try {
      return await within(load(), timeoutMs);
    } catch (cause) {
      throw new ChunkError(cause);
    }
  }
};
