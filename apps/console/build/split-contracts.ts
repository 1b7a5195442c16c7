import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst, type Plugin } from 'vite';
import { calls, nameOf, namesReadIn, nodesOf, type Node } from './syntax.ts';

/** The two parts of a module: endpoints with plain constants, and what makes schemas. */
const PARTS = ['light', 'rest'] as const;
type PartName = (typeof PARTS)[number];

type Statement = {
  readonly code: string;
  readonly names: readonly string[];
  readonly isExported: boolean;
  readonly isPlain: boolean;
  readonly reads: readonly string[];
};

type Part = {
  readonly imports: readonly Node[];
  readonly others: readonly string[];
  readonly own: readonly Statement[];
};

const isType = (node: Node): boolean =>
  node['exportKind'] === 'type' || node['importKind'] === 'type' || /^TS(?:TypeAlias|Interface)/.test(node.type);

const statementOf = (code: string, node: Node): Statement | undefined => {
  const [declared = node] = nodesOf(node['declaration']);
  const isFunction = declared.type === 'FunctionDeclaration';
  if (declared.type !== 'VariableDeclaration' && !isFunction) return undefined;
  const parts = isFunction ? [declared] : nodesOf(declared['declarations']);
  const values = isFunction ? [declared] : parts.flatMap(({ init }) => nodesOf(init));
  return {
    code: code.slice(declared.start, declared.end),
    names: parts.map(({ id }) => nameOf(id)),
    isExported: declared !== node,
    isPlain: !values.some(calls),
    reads: values.flatMap(namesReadIn),
  };
};

const partsOf = (code: string): Part => {
  const body = nodesOf(parseAst(code, { lang: 'ts' })['body']).filter(
    (node) => !isType(node) && !nodesOf(node['declaration']).some(isType),
  );
  const imports = body.filter(({ type }) => type === 'ImportDeclaration');
  const own = body.flatMap((node) => statementOf(code, node) ?? []);
  const others = body
    .filter((node) => node.type !== 'ImportDeclaration' && statementOf(code, node) === undefined)
    .map(({ start, end }) => code.slice(start, end));
  return { imports, others, own };
};

/** Names that a module exports and that need no schema. */
type PlainNames = (file: string) => ReadonlySet<string>;

const sourceOf = (node: Node): string => {
  const value = nodesOf(node['source'])[0]?.['value'];
  return typeof value === 'string' ? value : '';
};

/** Names that stand for something that makes a schema, or may: the library, and what other modules make with it. */
const schemaNamesIn = (imports: readonly Node[], file: string, plainNamesOf: PlainNames): readonly string[] =>
  imports.flatMap((node) => {
    const source = sourceOf(node);
    const plain = source.startsWith('.') ? plainNamesOf(join(dirname(file), source)) : undefined;
    if (plain === undefined && source !== 'zod') return [];
    return nodesOf(node['specifiers']).flatMap(({ local, imported }) =>
      plain?.has(nameOf(imported)) ? [] : [nameOf(local)],
    );
  });

const split = (file: string, { imports, own }: Part, plainNamesOf: PlainNames) => {
  const heavy = new Set(schemaNamesIn(imports, file, plainNamesOf));
  const isHeavy = ({ isPlain, names, reads }: Statement): boolean =>
    !isPlain || names.some((name) => heavy.has(name)) || reads.some((name) => heavy.has(name));
  for (let before = -1; before !== heavy.size;) {
    before = heavy.size;
    for (const statement of own.filter(isHeavy)) for (const name of statement.names) heavy.add(name);
  }
  return { light: own.filter((each) => !isHeavy(each)), rest: own.filter(isHeavy) };
};

/** Splits modules whose code `read` gives. */
export const createSplit = (read: (file: string) => string) => {
  const known = new Map<string, ReadonlySet<string>>();
  const plainNamesOf = (file: string): ReadonlySet<string> => {
    const found = known.get(file);
    if (found) return found;
    // Of modules that import each other, the one that is asked for last counts as one of schemas.
    known.set(file, new Set());
    const { light } = split(file, partsOf(read(file)), plainNamesOf);
    const names = new Set(light.flatMap(({ names: each }) => each));
    known.set(file, names);
    return names;
  };
  /** The parts of a module, and the module itself, which exports from them. */
  return (file: string): Readonly<Record<PartName | 'whole', string>> => {
    const code = read(file);
    const parts = partsOf(code);
    const { light, rest } = split(file, parts, plainNamesOf);
    const imports = parts.imports.map(({ start, end }) => code.slice(start, end)).join('\n');
    const own = `./${file.slice(file.lastIndexOf('/') + 1)}`;
    const namesOf = (statements: readonly Statement[]): string => statements.flatMap(({ names }) => names).join(', ');
    const partOf = (statements: readonly Statement[], head: string): string =>
      [head, ...statements.map((each) => each.code), `export { ${namesOf(statements)} };`].join('\n');
    const shown = (statements: readonly Statement[]): string => namesOf(statements.filter((each) => each.isExported));
    return {
      light: partOf(light, imports),
      rest: partOf(rest, `${imports}\nimport { ${namesOf(light)} } from '${own}?light';`),
      whole: [
        imports,
        `export { ${shown(light)} } from '${own}?light';`,
        `export { ${shown(rest)} } from '${own}?rest';`,
        ...parts.others,
      ].join('\n'),
    };
  };
};

const CONTRACTS = /\/packages\/contracts\/src\/[^?]*\.ts(?:\?(light|rest))?$/;

/**
 * Splits each module of the contracts into endpoints and plain constants, and what makes schemas: a bundler moves whole modules, so
 * the library of schemas would come with the endpoints of every page.
 * @param change what else is done to the code before
 */
export const splitContracts = (change: (code: string) => string): Plugin => {
  const codes = new Map<string, string>();
  const read = (file: string): string => {
    const code = codes.get(file) ?? change(readFileSync(file, 'utf8'));
    codes.set(file, code);
    return code;
  };
  const splitFile = createSplit(read);
  return {
    name: 'split-contracts',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: /\?(?:light|rest)$/ },
      handler: (source, importer = '') => ({
        id: join(dirname(importer.replace(/\?.*$/, '')), source),
        moduleSideEffects: false,
      }),
    },
    load: {
      filter: { id: CONTRACTS },
      handler: (id) => {
        const part = PARTS.find((each) => each === CONTRACTS.exec(id)?.[1]) ?? 'whole';
        return { code: splitFile(id.replace(/\?.*$/, ''))[part], moduleType: 'ts' };
      },
    },
  };
};
