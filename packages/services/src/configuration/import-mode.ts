import type { ConfigurationFile, ConfigurationProblem } from './configuration-file.ts';
import type { ConfigurationChange } from './plan-changes.ts';
import type { Wanted } from './read-configuration.ts';

/** The file that says how a configuration is taken in; adoption writes it, an export does not. */
export const IMPORT_MODE_FILE = 'import.yaml';

export const ADDING: ConfigurationFile = {
  path: IMPORT_MODE_FILE,
  text: '# These files add to what an environment has; whatever would be replaced is refused.\nmode: add\n',
};

/** Files that only add cannot say what is to go. */
export const PRUNE_REFUSED: ConfigurationProblem = {
  path: IMPORT_MODE_FILE,
  line: 1,
  column: 1,
  message: 'These files only add, so nothing is deleted for them: import without --prune, or with --replace.',
};

/** Whether files only add to what is there, as they say themselves; other files without the one that says it. */
export const readImportMode = (
  given: readonly ConfigurationFile[],
): {
  readonly adds: boolean;
  readonly files: readonly ConfigurationFile[];
  readonly problems: readonly ConfigurationProblem[];
} => {
  const file = given.find(({ path }) => path === IMPORT_MODE_FILE);
  const files = given.filter((each) => each !== file);
  const mode = file && /^mode:[ \t]*(\w*)[ \t]*$/m.exec(file.text)?.[1];
  if (file === undefined || mode === 'replace') return { adds: false, files, problems: [] };
  if (mode === 'add') return { adds: true, files, problems: [] };
  const problem = { path: IMPORT_MODE_FILE, line: 1, column: 1, message: 'Write “mode: add” or “mode: replace”.' };
  return { adds: false, files, problems: [problem] };
};

type KeyedChange = ConfigurationChange & { readonly key: string };

/** What files that only add would nevertheless take the place of. */
export const replacementsOf = (
  changes: readonly KeyedChange[],
  wanted: ReadonlyMap<string, Wanted>,
): readonly ConfigurationProblem[] =>
  changes.flatMap(({ key, kind, name, change }) => {
    const resource = wanted.get(key);
    if (change !== 'changed' || resource === undefined || resource.kind.add) return [];
    const message = `The environment has ${kind} ${name} already, and it says something else. These files only add: give yours another name, leave it out, or import with --replace.`;
    return [{ ...resource.read.placeOf(''), message }];
  });
