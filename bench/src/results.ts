import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathTo } from './child.ts';

/**
 * Where a run keeps its results: with the tracked ones only where that was asked for, so that a measurement leaves the
 * checkout as it was.
 */
export const resultsDirectory = (isSaved: boolean): string => {
  const directory = isSaved ? pathTo('../results') : join(tmpdir(), 'redoubt-bench');
  mkdirSync(directory, { recursive: true });
  process.stdout.write(`Results go to ${directory}${isSaved ? '' : '; --save keeps them in bench/results'}.\n`);
  return directory;
};
