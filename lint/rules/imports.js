import { dirname, join } from 'node:path';
import {
  exportsOf,
  featureRefusal,
  fromRoot,
  IMPORT_TABLE,
  importRefusal,
  ownSpecifier,
  roomRefusal,
  workspaceOf,
} from '../workspaces.js';

/** @param {any} node */
const isTypeImport = (node) => {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const named = node.specifiers ?? [];
  return named.length > 0 && named.every((one) => one.importKind === 'type' || one.exportKind === 'type');
};

/**
 * Calls back for every module a file names: imports, re-exports, dynamic imports and types.
 * @param {(node: any, specifier: string, isType: boolean) => void} visit
 */
const onEveryImport = (visit) => {
  const declaration = (node) => {
    if (typeof node.source?.value === 'string') visit(node.source, node.source.value, isTypeImport(node));
  };
  return {
    ImportDeclaration: declaration,
    ExportNamedDeclaration: declaration,
    ExportAllDeclaration: declaration,
    ImportExpression: declaration,
    TSImportType: (node) => {
      const source = node.source ?? node.argument?.literal ?? node.argument;
      if (typeof source?.value === 'string') visit(source, source.value, true);
    },
  };
};

/**
 * Imports run in the directions of `import-table.json` alone.
 * @type {import("oxlint/plugins-dev").Rule}
 */
export const importTable = {
  meta: { type: 'problem', docs: { description: 'Imports between packages follow lint/import-table.json.' } },
  create: (context) => {
    const path = fromRoot(context.filename);
    return onEveryImport((node, specifier, isType) => {
      const own = ownSpecifier(specifier);
      const refusal = own === undefined ? undefined : importRefusal(path, own.name, isType);
      if (refusal !== undefined) context.report({ node, message: `Import against the table: ${refusal}.` });
    });
  },
};

/**
 * Features of an app do not know each other; `features` in `import-table.json` lists the exceptions.
 * @type {import("oxlint/plugins-dev").Rule}
 */
export const noFeatureImports = {
  meta: { type: 'problem', docs: { description: 'Features do not import each other.' } },
  create: (context) => {
    const path = fromRoot(context.filename);
    return onEveryImport((node, specifier) => {
      if (!specifier.startsWith('.')) return;
      const refusal = featureRefusal(path, join(dirname(path), specifier).split('\\').join('/'));
      if (refusal !== undefined) context.report({ node, message: `Import between features: ${refusal}.` });
    });
  },
};

/**
 * Rooms of a package import in the directions of `rooms` in `import-table.json` alone, types included.
 * @type {import("oxlint/plugins-dev").Rule}
 */
export const roomDirections = {
  meta: { type: 'problem', docs: { description: 'Rooms of a package import one way.' } },
  create: (context) => {
    const path = fromRoot(context.filename);
    return onEveryImport((node, specifier) => {
      if (!specifier.startsWith('.')) return;
      const refusal = roomRefusal(path, join(dirname(path), specifier).split('\\').join('/'));
      if (refusal !== undefined) context.report({ node, message: `Import between rooms: ${refusal}.` });
    });
  },
};

/**
 * Another package is reached through what it exports, never through its files.
 * @type {import("oxlint/plugins-dev").Rule}
 */
export const noDeepImports = {
  meta: { type: 'problem', docs: { description: 'Packages are imported by name and exported subpath only.' } },
  create: (context) => {
    const path = fromRoot(context.filename);
    const row = IMPORT_TABLE[workspaceOf(path) ?? ''];
    return onEveryImport((node, specifier) => {
      const own = ownSpecifier(specifier);
      if (own !== undefined && !Object.hasOwn(exportsOf(own.name), own.subpath)) {
        context.report({ node, message: `Deep import: @redoubt/${own.name} does not export "${own.subpath}".` });
      }
      if (row === undefined || !specifier.startsWith('.')) return;
      const target = join(dirname(path), specifier).split('\\').join('/');
      const other = workspaceOf(target);
      if (other !== undefined && IMPORT_TABLE[other] !== row) {
        context.report({ node, message: `Deep import: name the package, @redoubt/${other}, instead of its file.` });
      }
    });
  },
};
