import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Heap of this thread that is in use after a collection, in megabytes. */
export const heapMb = (): number => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return getHeapStatistics().used_heap_size / 1e6;
};
