import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/** @typedef {import('./declarations.mjs').DeclarationOf} DeclarationOf */
/**
 * @typedef {{ readonly hash: string, readonly shape: string, readonly imports: readonly string[], readonly reaches: boolean,
 *   readonly reads: readonly string[] }} Source `shape`: hash of what the types of others can depend on, the declarations and
 *   imports of a module, or its content where its text does not tell those; `reads`: folders from the root that a module names
 *   as all it reads
 */
/** @typedef {ReadonlyMap<string, Source>} Sources by path from the root */

const CODE = /\.[cm]?[jt]sx?$/;
const SPECIFIER = /(?:\bfrom|\bimport|\brequire|\bnew URL)\s*\(?\s*(['"`])([^'"`\n]+)\1/g;
/** What lets a module see files that no import of it names. */
const REACHES =
  /['"](?:node:)?(?:fs|fs\/promises|child_process|worker_threads|cluster|module)['"]|['"](?:vite|vitest\/node|rolldown|tinyexec)['"]|\bimport\.meta\.(?:glob|url|dirname|filename|resolve)\b/;
/** A line that says what a module reads: folders from its own, or `nothing` where only its text looks as if it did. */
const READS = /^\/\/ Reads: (.+)$/m;
const ABSENT = 'absent';

/** @param {string | NodeJS.ArrayBufferView} content */
export const hashOf = (content) => createHash('sha256').update(content).digest('hex');

/** @param {string} path @param {string} text */
const foldersRead = (path, text) => {
  const named = READS.exec(text)?.[1]?.trim();
  if (named === undefined) return undefined;
  return named === 'nothing' ? [] : named.split(/[\s,]+/).map((each) => posix.join(posix.dirname(path), each));
};

/** The file behind one entry of `exports` or `imports` in a manifest. @param {unknown} entry */
const targetOf = (entry) => {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'object' || entry === null) return undefined;
  for (const value of Object.values(entry)) {
    const found = targetOf(value);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** @param {(path: string) => string} read @param {readonly string[]} paths */
const packagesAmong = (read, paths) => {
  const packages = new Map();
  for (const path of paths.filter((each) => posix.basename(each) === 'package.json')) {
    try {
      const { name, exports = {}, imports = {} } = JSON.parse(read(path));
      packages.set(name, { folder: posix.dirname(path), exports, imports });
    } catch {
      // Broken JSON fails in the tools that read it.
    }
  }
  return packages;
};

/**
 * What a specifier names among our own files: a path, also where nothing stands there; undefined for other packages.
 * @param {string} from @param {string} specifier @param {ReadonlyMap<string, any>} packages
 * @param {ReadonlySet<string>} known
 */
const resolve = (from, specifier, packages, known) => {
  const [bare = ''] = specifier.split('?');
  let path;
  if (bare.startsWith('.')) path = posix.normalize(posix.join(posix.dirname(from), bare));
  else if (bare.startsWith('#')) {
    const own = [...packages.values()].find(({ folder }) => from.startsWith(`${folder}/`));
    for (const [pattern, entry] of Object.entries(own?.imports ?? {})) {
      const [before = ''] = pattern.split('*');
      const target = targetOf(entry);
      if (bare.startsWith(before) && target !== undefined)
        path = posix.join(own.folder, target.replace('*', bare.slice(before.length)));
    }
  } else {
    const [scope = '', name = '', ...rest] = bare.split('/');
    const found = packages.get(`${scope}/${name}`);
    const target = found && targetOf(found.exports[rest.length === 0 ? '.' : `./${rest.join('/')}`]);
    if (target !== undefined) path = posix.join(found.folder, target);
  }
  if (path === undefined || known.has(path)) return path;
  return [`${path}.ts`, `${path}.tsx`, `${path}.js`, `${path}/index.ts`].find((each) => known.has(each)) ?? path;
};

/** @param {string} text */
const specifiersOf = (text) => [...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => specifier);

/** See `shape` of a source. @param {string} path @param {string} text @param {DeclarationOf} declarationOf */
export const shapeOf = (path, text, declarationOf) => {
  const declaration = declarationOf(path, text);
  return hashOf(declaration === undefined ? text : JSON.stringify([declaration, specifiersOf(text)]));
};

/**
 * Reads every file of the repository: hashes of its content and its shape, what it imports of ours, and whether it can see
 * more.
 * @param {string} root @param {readonly string[]} paths from the root @param {DeclarationOf} declarationOf
 * @returns {Sources}
 */
export const readSources = (root, paths, declarationOf) => {
  const present = paths.filter((path) => statSync(join(root, path), { throwIfNoEntry: false })?.isFile());
  const known = new Set(present);
  /** @param {string} path */
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const packages = packagesAmong(read, present);
  return new Map(
    present.map((path) => {
      if (!CODE.test(path)) {
        const hash = hashOf(readFileSync(join(root, path)));
        return [path, { hash, shape: hash, imports: [], reaches: false, reads: [] }];
      }
      const text = read(path);
      const named = specifiersOf(text).map((specifier) => resolve(path, specifier, packages, known));
      const imports = [...new Set(named.filter((each) => each !== undefined))];
      const reads = foldersRead(path, text);
      return [
        path,
        {
          hash: hashOf(text),
          shape: shapeOf(path, text, declarationOf),
          imports,
          reaches: reads === undefined && REACHES.test(text),
          reads: reads ?? [],
        },
      ];
    }),
  );
};

/**
 * The file and all it imports, over any number of steps; paths that do not exist stand among them.
 * @param {Sources} sources @param {string} path
 */
export const closureOf = (sources, path) => {
  const closure = new Set([path]);
  for (const each of closure) for (const next of sources.get(each)?.imports ?? []) closure.add(next);
  return closure;
};

/**
 * Everything the outcome of a file can depend on: its closure with the folders that it names, or all files where something
 * in it can read files and does not say which.
 * @param {Sources} sources @param {string} path @param {{ seesAll: boolean }} options `seesAll`: modules run, so they read
 */
export const inputsOf = (sources, path, { seesAll }) => {
  const closure = closureOf(sources, path);
  const wide = seesAll && [...closure].some((each) => sources.get(each)?.reaches === true);
  if (wide) return new Set(sources.keys());
  const folders = seesAll ? [...closure].flatMap((each) => sources.get(each)?.reads ?? []) : [];
  for (const each of sources.keys()) if (folders.some((folder) => each.startsWith(`${folder}/`))) closure.add(each);
  return closure;
};

/**
 * @param {Sources} sources @param {Iterable<string>} paths
 * @param {(path: string) => 'hash' | 'shape'} by what of each file counts
 */
export const hashOfAll = (sources, paths, by = () => 'hash') => {
  const lines = [...paths].toSorted().map((path) => `${path} ${sources.get(path)?.[by(path)] ?? ABSENT}`);
  return hashOf(lines.join('\n'));
};
