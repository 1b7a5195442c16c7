/** A GUID in canonical lower-case text. */
export type Id = string;

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isGuid = (text: string): boolean => GUID.test(text);

/** A new random GUID. */
export const newId = (): Id => globalThis.crypto.randomUUID();
