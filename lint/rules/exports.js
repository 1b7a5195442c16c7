/**
 * A name given where it is made is the name everywhere.
 * @type {import("oxlint/plugins-dev").Rule}
 */
export const noDefaultExport = {
  meta: { type: 'suggestion', docs: { description: 'Exports are named.' } },
  create: (context) => ({
    ExportDefaultDeclaration: (node) => context.report({ node, message: 'Give the export a name.' }),
    ExportSpecifier: (node) => {
      if ((node.exported.name ?? node.exported.value) === 'default')
        context.report({ node, message: 'Give the export a name.' });
    },
  }),
};

/**
 * Node strips types and runs the rest, and an enum is neither.
 * @type {import("oxlint/plugins-dev").Rule}
 */
export const noEnum = {
  meta: { type: 'problem', docs: { description: 'Enumerations are `as const` objects or unions.' } },
  create: (context) => ({
    TSEnumDeclaration: (node) =>
      context.report({ node, message: 'Use an `as const` object or a union of literals instead of an enum.' }),
  }),
};
