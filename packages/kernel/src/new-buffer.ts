/** Gives memory of this thread, or memory that others may read; all zeros. */
export type NewBuffer = (byteLength: number) => ArrayBufferLike;

export const ownBuffer: NewBuffer = (byteLength) => new ArrayBuffer(byteLength);
export const sharedBuffer: NewBuffer = (byteLength) => new SharedArrayBuffer(byteLength);
