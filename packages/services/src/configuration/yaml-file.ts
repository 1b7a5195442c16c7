import { isJsonObject } from '@redoubt/kernel';
import { Document, isScalar, LineCounter, parseDocument, Scalar, visit, type ParsedNode } from 'yaml';
import type { z } from 'zod';
import type { ConfigurationFile, ConfigurationProblem } from './configuration-file.ts';

/** What a block of lines cannot say letter by letter: carriage returns, other control characters, blank last lines. */
const NOT_IN_A_BLOCK = /[^\n\t\P{Cc}]|[\u0085\u2028\u2029\ufeff]|\n[ \t]+$|^[ \t]*(?:\n|$)/u;

const styleOf = (text: string): Scalar.Type => (NOT_IN_A_BLOCK.test(text) ? Scalar.QUOTE_DOUBLE : Scalar.BLOCK_LITERAL);

/** A text that people read as lines, also where it is only one. */
export const codeBlock = (text: string): Scalar => {
  const scalar = new Scalar(text);
  if (text !== '') scalar.type = styleOf(text);
  return scalar;
};

/** A file of YAML; members stand in the order they are given, so equal contents give equal files. */
export const yamlFile = (path: string, members: Readonly<Record<string, unknown>>): ConfigurationFile => {
  const document = new Document(members);
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && node.value.includes('\n')) node.type = styleOf(node.value);
    },
  });
  return { path, text: document.toString({ lineWidth: 0, indent: 2, nullStr: 'null' }) };
};

type Step = string | number;
export type Path = readonly Step[];

/** The members that a command names as the place of a problem: `limits[0].amount`. */
export const stepsOf = (place: string): Path =>
  (place.match(/\w+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** A YAML file as read, which knows where everything in it stands. */
export type YamlSource = {
  readonly file: ConfigurationFile;
  readonly value: unknown;
  readonly problems: readonly ConfigurationProblem[];
  /** Line and column of the value at a path, or of the nearest one around it. */
  readonly placeOf: (path: Path) => { readonly line: number; readonly column: number };
  /** Where a line and column of a text, both from 1, stand in the file. */
  readonly placeIn: (path: Path, line: number, column: number) => { readonly line: number; readonly column: number };
};

/** Aliases are refused: a few lines of them can stand for gigabytes. */
const NO_ALIASES = { maxAliasCount: 0 } as const;

const valueOf = (document: Document.Parsed): { readonly value: unknown; readonly message: string | null } => {
  try {
    return { value: document.toJS(NO_ALIASES) as unknown, message: null };
  } catch (error) {
    return { value: null, message: (error as Error).message };
  }
};

export const readYaml = (file: ConfigurationFile): YamlSource => {
  const counter = new LineCounter();
  const document = parseDocument(file.text, { lineCounter: counter });
  const nodeAt = (path: Path): ParsedNode | null => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
      if (node !== undefined && node !== null && typeof node === 'object' && 'range' in node) return node as ParsedNode;
    }
    return null;
  };
  const at = (offset: number) => {
    const { line, col } = counter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const placeOf = (path: Path) => at(nodeAt(path)?.range[0] ?? 0);
  const placeIn = (path: Path, line: number, column: number) => {
    const node = nodeAt(path);
    const start = placeOf(path);
    if (node === null || !isScalar(node)) return start;
    if (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED') {
      return line === 1 ? { line: start.line, column: start.column + column - 1 } : start;
    }
    const text = file.text.split('\n')[start.line + line - 1] ?? '';
    const indent = /^ */.exec(text)?.[0].length ?? 0;
    const own = /^ */.exec(String(node.value).split('\n')[line - 1] ?? '')?.[0].length ?? 0;
    return { line: start.line + line, column: Math.max(0, indent - own) + column };
  };
  const problems = document.errors.map(({ message, pos }): ConfigurationProblem => {
    const [sentence = message] = message.split(/ at line \d+/);
    return { path: file.path, ...at(pos[0]), message: `This is no YAML: ${sentence}.` };
  });
  const { value, message } = problems.length > 0 ? { value: null, message: null } : valueOf(document);
  const aliases = message === null ? [] : [{ path: file.path, line: 1, column: 1, message }];
  return { file, value, problems: [...problems, ...aliases], placeOf, placeIn };
};

/** What a file says, checked against a schema; every place that does not fit goes to `reportProblem`. */
export const readMembers = <Output>(
  source: YamlSource,
  schema: z.ZodType<Output>,
  reportProblem: (problem: ConfigurationProblem) => void,
): Output | null => {
  const { file, value, problems, placeOf } = source;
  for (const problem of problems) reportProblem(problem);
  if (problems.length > 0) return null;
  if (!isJsonObject(value)) {
    reportProblem({ path: file.path, line: 1, column: 1, message: 'The file holds no members such as “name: value”.' });
    return null;
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    const words = message.replace('Invalid input: ', '').replace(', received undefined', '; it is missing');
    const member = path.map(String).join('.');
    reportProblem({
      path: file.path,
      ...placeOf(path.filter((step) => typeof step !== 'symbol')),
      message: member === '' ? words : `${member}: ${words}`,
    });
  }
  return null;
};
