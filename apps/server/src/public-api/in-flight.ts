import type { ServerResponse } from 'node:http';

/** Calls a node works on at once; each holds its body in memory, and a longer queue would only time out. */
const MAX_IN_FLIGHT = 2000;

/** Counts the calls between their first byte and the end of their answer, however that comes. */
export const createInFlightLimit = (limit: number = MAX_IN_FLIGHT) => {
  let calls = 0;
  return {
    /** False, and nothing is counted, where the node has enough to do. */
    enter: (response: Pick<ServerResponse, 'once'>): boolean => {
      if (calls >= limit) return false;
      calls += 1;
      // Not `finish`, which never comes when the caller has gone.
      response.once('close', () => (calls -= 1));
      return true;
    },
  };
};
