import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {object} Row
 * @property {string} path
 * @property {string[]} imports
 * @property {string[]} [typesOnly]
 * @property {{ imports: string[], files: string[] }} [atBoot]
 * @property {string[]} [inTests]
 * @property {{ path: string, readBy: string[], between: Record<string, string[]> }} [features]
 * @property {{ path: string, list: { room: string, imports: string[], features?: string[] }[] }} [rooms]
 */

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

const { $comment: _comment, ...rows } = JSON.parse(readFileSync(join(ROOT, 'lint/import-table.json'), 'utf8'));

/** Short name → what it may import. @type {Readonly<Record<string, Row>>} */
export const IMPORT_TABLE = rows;

const SCOPE = '@redoubt/';

/** `@redoubt/testing/database` → its package and what comes after. @param {string} specifier */
export const ownSpecifier = (specifier) => {
  if (!specifier.startsWith(SCOPE)) return undefined;
  const [name = '', ...rest] = specifier.slice(SCOPE.length).split('/');
  return { name, subpath: rest.length === 0 ? '.' : `./${rest.join('/')}` };
};

/** Path from the root, with slashes. @param {string} filename */
export const fromRoot = (filename) => relative(ROOT, filename).split(sep).join('/');

/** The workspace a file belongs to. @param {string} path from the root */
export const workspaceOf = (path) =>
  Object.entries(IMPORT_TABLE).find(([, row]) => path.startsWith(`${row.path}/`))?.[0];

/** Tests, and helpers that only tests use. @param {string} path from the root */
export const isTest = (path) =>
  /\.(test|test-d)\.tsx?$/.test(path) || /\/src\/(.*\/)?(testing|test-support)\//.test(path);

/**
 * Why a file may not import from a package of ours, or undefined where it may.
 * @param {string} path of the importing file, from the root
 * @param {string} target short name of the imported package
 * @param {boolean} isType
 */
export const importRefusal = (path, target, isType) => {
  const name = workspaceOf(path);
  const row = name === undefined ? undefined : IMPORT_TABLE[name];
  if (name === undefined || row === undefined || target === name) return undefined;
  if (IMPORT_TABLE[target] === undefined) return `there is no package ${target}`;
  if (row.imports.includes(target)) return undefined;
  if (row.inTests?.includes(target) && isTest(path)) return undefined;
  if (row.typesOnly?.includes(target)) return isType ? undefined : `${name} may import only types from ${target}`;
  if (row.atBoot?.imports.includes(target)) {
    const isBoot = row.atBoot.files.some((place) =>
      place.endsWith('/*.ts') ? dirname(path) === dirname(place) : path.startsWith(place),
    );
    return isType || isBoot
      ? undefined
      : `${name} may import ${target} only where it is put together (${row.atBoot.files.join(', ')})`;
  }
  return `${name} may not import ${target}`;
};

/**
 * Why a file may not import a file of a feature, or undefined where it may.
 * @param {string} path of the importing file, from the root
 * @param {string} target imported file, from the root
 */
export const featureRefusal = (path, target) => {
  const { features } = IMPORT_TABLE[workspaceOf(path) ?? ''] ?? {};
  if (features === undefined || !target.startsWith(`${features.path}/`)) return undefined;
  /** @param {string} file */
  const featureOf = (file) => file.slice(features.path.length + 1).split('/')[0] ?? '';
  const other = featureOf(target);
  if (!path.startsWith(`${features.path}/`)) {
    if (features.readBy.some((place) => path.startsWith(place))) return undefined;
    return `only ${features.readBy.join(', ')} may import features; what both need belongs below them`;
  }
  const own = featureOf(path);
  if (own === other || features.between[own]?.includes(other)) return undefined;
  return `the feature ${own} may not import the feature ${other}; what both need belongs below them`;
};

/**
 * Why a file may not import a file of another room of its package, or undefined where it may. The index of the package
 * and tests import from every room.
 * @param {string} path of the importing file, from the root
 * @param {string} target imported file, from the root
 */
export const roomRefusal = (path, target) => {
  const { rooms } = IMPORT_TABLE[workspaceOf(path) ?? ''] ?? {};
  if (rooms === undefined || isTest(path) || path === `${rooms.path}/index.ts`) return undefined;
  /** @param {string} file */
  const roomOf = (file) => {
    if (!file.startsWith(`${rooms.path}/`)) return undefined;
    const [folder = '', ...rest] = file.slice(rooms.path.length + 1).split('/');
    if (rest.length === 0) return rooms.list[0];
    const named = rooms.list.find(({ features }) => features?.includes(folder));
    return named ?? rooms.list.find(({ features }) => features === undefined);
  };
  const [own, other] = [roomOf(path), roomOf(target)];
  if (own === undefined || other === undefined || own === other || own.imports.includes(other.room)) return undefined;
  return `the room "${own.room}" may not import the room "${other.room}"; move what both need into a room below them`;
};

/** @type {Map<string, Readonly<Record<string, unknown>>>} */
const exportsByName = new Map();

/** Subpaths a package offers, from its manifest. @param {string} name */
export const exportsOf = (name) => {
  const known = exportsByName.get(name);
  if (known !== undefined) return known;
  const row = IMPORT_TABLE[name];
  const manifest = row === undefined ? {} : JSON.parse(readFileSync(join(ROOT, row.path, 'package.json'), 'utf8'));
  const found = manifest.exports ?? {};
  exportsByName.set(name, found);
  return found;
};
