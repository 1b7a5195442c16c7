import {
  parseCondition,
  parseTemplate,
  type Condition,
  type EventMap,
  type MapNode,
  type MapProblem,
  type ObjectNode,
} from '@redoubt/domain';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from 'yaml';
import { CliError } from '../../cli-error.ts';

const SECTIONS = ['event', 'label'] as const;
const LABEL_SECTIONS = ['when', 'event'] as const;

/** All mistakes in one message, each with file and line. */
export const mapError = (fileName: string, problems: readonly MapProblem[]): CliError =>
  new CliError(
    problems
      .toSorted((left, right) => left.line - right.line)
      .map(({ line, message }) => `${fileName}, line ${line}: ${message}.`)
      .join('\n'),
  );

class Reader {
  readonly problems: MapProblem[] = [];
  readonly #document: Document;
  readonly #lines: LineCounter;

  constructor(document: Document, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  lineOf(node: unknown): number {
    const offset = (node as Partial<Node> | null)?.range?.[0];
    return offset === undefined ? 1 : this.#lines.linePos(offset).line;
  }

  report(node: unknown, message: string): void {
    this.problems.push({ line: this.lineOf(node), message });
  }

  /** Members of a mapping by name. */
  members(node: unknown, what: string): ReadonlyMap<string, { key: unknown; value: unknown }> {
    const members = new Map<string, { key: unknown; value: unknown }>();
    if (!isMap(node)) {
      this.report(node, `${what} must be a mapping of names to values`);
      return members;
    }
    for (const { key, value } of node.items) {
      members.set(isScalar(key) ? String(key.value) : '', { key, value: this.#resolved(value) });
    }
    return members;
  }

  onlyKnown(members: ReadonlyMap<string, { key: unknown }>, known: readonly string[], what: string): void {
    for (const [name, { key }] of members) {
      if (!known.includes(name))
        this.report(key, `${what} has no part "${name}"; its parts are ${known.join(' and ')}`);
    }
  }

  /** Null where nothing is to be sent: an empty value, or one reported as wrong. */
  node(node: unknown): MapNode | null {
    const line = this.lineOf(node);
    if (isMap(node)) return this.object(node, 'this');
    if (isSeq(node)) {
      const items = node.items.map((item) => this.node(this.#resolved(item))).filter((item) => item !== null);
      return { type: 'list', line, items };
    }
    const value: unknown = isScalar(node) ? node.value : undefined;
    if (typeof value === 'number' || typeof value === 'boolean') return { type: 'constant', line, value };
    if (typeof value !== 'string') return null;
    try {
      const template = parseTemplate(value);
      const [only, ...others] = template.parts;
      if (typeof only === 'string' && others.length === 0) return { type: 'constant', line, value: only };
      return { type: 'template', line, template };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.report(node, error.message);
      return null;
    }
  }

  object(node: unknown, what: string): ObjectNode {
    const members = new Map<string, MapNode>();
    for (const [name, { value }] of this.members(node, what)) {
      const member = this.node(value);
      if (member !== null) members.set(name, member);
    }
    return { type: 'object', line: this.lineOf(node), members };
  }

  condition(node: unknown): { line: number; when: Condition } | null {
    const text: unknown = isScalar(node) ? node.value : undefined;
    try {
      if (typeof text === 'string') return { line: this.lineOf(node), when: parseCondition(text) };
      this.report(node, 'when takes a condition in quotes, such as "{TX_FRAUD} == 1"');
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.report(node, error.message);
    }
    return null;
  }

  #resolved(node: unknown): unknown {
    return (node as { resolve?: (document: Document) => unknown } | null)?.resolve?.(this.#document) ?? node;
  }
}

/**
 * Reads a map file (YAML, or JSON, which is YAML too).
 *
 * @param fileName as the person knows it, for messages.
 * @throws `CliError` listing every mistake with file, line and remedy.
 */
export const parseMapFile = (fileName: string, text: string): EventMap => {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw mapError(
      fileName,
      document.errors.map((error) => ({ line: lines.linePos(error.pos[0]).line, message: error.message })),
    );
  }
  const reader = new Reader(document, lines);
  const sections = reader.members(document.contents, 'the map');
  reader.onlyKnown(sections, SECTIONS, 'the map');
  const event = sections.get('event');
  if (event === undefined) reader.report(null, 'there is no event: section; it says what purchase a row becomes');
  const eventNode = reader.object(event?.value ?? document.createNode({}), 'event');

  let label: EventMap['label'] = null;
  const labelSection = sections.get('label');
  if (labelSection !== undefined) {
    const parts = reader.members(labelSection.value, 'label');
    reader.onlyKnown(parts, LABEL_SECTIONS, 'label');
    const body = parts.get('event');
    if (body === undefined) reader.report(labelSection.key, 'label has no event: part; it says what the label is');
    const when = parts.get('when');
    label = {
      condition: when === undefined ? null : reader.condition(when.value),
      event: reader.object(body?.value ?? document.createNode({}), 'event'),
    };
  }
  if (reader.problems.length > 0) throw mapError(fileName, reader.problems);
  return { event: eventNode, label };
};
