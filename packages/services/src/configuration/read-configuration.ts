import type { ConfigurationFile, ConfigurationProblem } from './configuration-file.ts';
import { resourceOf, type Resource } from './export-configuration.ts';
import { isConfigurationPath, type AnyKind } from './resource-kinds.ts';
import type { ReadResource } from './resource-kind.ts';

/** A resource as files say it. */
export type Wanted = Resource & { readonly read: ReadResource<unknown> };

/** Reads every file of some kinds; what cannot be read, and what is there twice, goes to `problems`. */
export const readFiles = async (
  files: readonly ConfigurationFile[],
  kinds: readonly AnyKind[],
): Promise<{
  readonly wanted: ReadonlyMap<string, Wanted>;
  readonly problems: readonly ConfigurationProblem[];
  readonly ignored: readonly string[];
}> => {
  const problems: ConfigurationProblem[] = [];
  // Files of kinds that are left out on purpose need no word.
  const active = kinds.map(({ kind }) => kind);
  const isLeftOut = (path: string): boolean => isConfigurationPath(path, active);
  const unread = new Set(files.map(({ path }) => path).filter((path) => !isLeftOut(path)));
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const reading = {
    textOf: (path: string) => {
      unread.delete(path);
      return texts.get(path);
    },
    reportProblem: (problem: ConfigurationProblem) => {
      problems.push(problem);
    },
  };
  const wanted = new Map<string, Wanted>();
  for (const kind of kinds) {
    for (const file of files.filter(({ path }) => kind.owns(path))) {
      unread.delete(file.path);
      const read = await kind.read(file, reading);
      if (!read) continue;
      const resource = resourceOf(kind, read.content);
      const other = wanted.get(resource.key);
      if (other) {
        const message = `${other.read.placeOf('').path} is about ${resource.name} as well.`;
        problems.push({ ...read.placeOf(''), message });
      } else wanted.set(resource.key, { ...resource, read });
    }
  }
  return { wanted, problems, ignored: [...unread].toSorted() };
};
