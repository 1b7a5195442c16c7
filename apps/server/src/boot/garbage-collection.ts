import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** V8's own number of threads that mark. */
const MOST_MARKING = 4;

/**
 * Lets the old generation double before it is collected, buffers outside the heap counted with it. V8 by itself takes
 * 10 % and 64 MB where collecting is quick compared with what the program allocates; at some 1,500 events a second that
 * is a collection each second, which takes a core from the database for 50 to 200 ms (ADR 45).
 *
 * Marks with one thread fewer than there are cores: four on two cores take both from the deciding thread and the database.
 */
export const tuneGarbageCollection = (cores = availableParallelism()): void => {
  setFlagsFromString('--heap-growing-percent=100');
  setFlagsFromString('--external-memory-accounted-in-global-limit');
  setFlagsFromString(`--concurrent-marking-max-worker-num=${Math.min(MOST_MARKING, Math.max(1, cores - 1))}`);
};
