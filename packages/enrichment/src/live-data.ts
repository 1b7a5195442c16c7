import { type DataLocations, type DataSources, findData } from './data-files.ts';
import { type EnrichmentData, FACT_KINDS, openData } from './open-data.ts';

/** The data in use, exchanged in whole when a file changes. */
export type LiveData = {
  readonly current: () => EnrichmentData;
  /** Where the data in use come from, for worker threads that open them by themselves. */
  readonly sources: () => DataSources;
  /** Looks for changed files now. */
  readonly refresh: () => Promise<void>;
  /** What an operator should know: files that cannot be used. */
  readonly degradedReasons: () => readonly string[];
  readonly close: () => void;
};

export type LiveDataOptions = DataLocations & {
  /** How often files are looked at; their size and time, not their content. */
  readonly everyMs: number;
  readonly onProblem: (error: Error) => void;
};

/**
 * Keeps data of one installation. A file that was replaced is opened beside the one in use and takes its place once it
 * is ready; one that cannot be used leaves everything as it was.
 */
export const liveData = ({ files, directory, everyMs, onProblem }: LiveDataOptions): LiveData => {
  const degradedReasons = new Set<string>();
  const note = (error: Error): void => {
    degradedReasons.add(error.message);
    onProblem(error);
  };
  let sources = findData({ files, directory });
  let current = openData(sources, { onProblem: note });
  let refused = '';
  let refreshing: Promise<void> | undefined;

  const exchange = async (): Promise<void> => {
    const found = findData({ files, directory });
    if (found.stamp === sources.stamp || found.stamp === refused) return;
    const next = openData(found, { onProblem: note, strict: true });
    try {
      await next.warm(FACT_KINDS.filter((kind) => current.versionOf(kind) !== ''));
    } catch (error) {
      refused = found.stamp;
      note(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    degradedReasons.clear();
    refused = '';
    sources = found;
    current = next;
  };
  const refresh = (): Promise<void> => {
    refreshing ??= exchange().finally(() => (refreshing = undefined));
    return refreshing;
  };
  const timer = setInterval(() => void refresh(), everyMs);
  timer.unref();
  return {
    current: () => current,
    sources: () => sources,
    refresh,
    degradedReasons: () => [...degradedReasons],
    close: () => clearInterval(timer),
  };
};
