import { fail } from '@redoubt/domain';
import { hasMoreValuesThan, isTooDeep, MAX_DEPTH } from './json-limits.ts';

/** Commas of a body: parsing and checking cost by the value, not by the byte. A rule of the longest texts has fewer. */
const MAX_COMMAS = 100_000;

const PROTOTYPE = /"__proto__"\s*:/;

/**
 * Reads a JSON body that is no longer than its endpoint takes. What would be slow to read, or to refuse place by place,
 * is refused before anything is built of it. Throws REQ-BODY-NOT-JSON, REQ-BODY-TOO-LARGE.
 */
export const readConsoleBody = (text: string): unknown => {
  if (isTooDeep(text)) throw fail('REQ-BODY-NOT-JSON', { reason: `nested deeper than ${MAX_DEPTH} levels` });
  if (hasMoreValuesThan(text, MAX_COMMAS)) throw fail('REQ-BODY-TOO-LARGE');
  if (PROTOTYPE.test(text)) throw fail('REQ-BODY-NOT-JSON', { reason: 'has a member __proto__' });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw fail('REQ-BODY-NOT-JSON', {}, error);
  }
};
