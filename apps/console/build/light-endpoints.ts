import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blank, childrenOf, constantsOf, nameOf, nodesOf, withChanges, type Change, type Node } from './syntax.ts';

/** What calls read of an endpoint. */
const KEPT = new Set(['id', 'method', 'path', 'permission', 'bodyKind', 'responseType']);

/** Whether the console reads a schema of an endpoint: `reads('createList', 'query')`. */
type Reads = (endpoint: string, part: string) => boolean;

/** `defineEndpoint({ … })` as the object it makes, without what the console never reads. */
const lightEndpoint = (code: string, name: string, call: Node, reads: Reads): Change | undefined => {
  const [definition] = nodesOf(call['arguments']);
  if (definition?.type !== 'ObjectExpression') return undefined;
  const properties = nodesOf(definition['properties']);
  const hasBody = properties.some((property) => nameOf(property['key']) === 'body');
  const isSpread = properties.some(({ type }) => type === 'SpreadElement');
  if (isSpread && !hasBody && reads(name, 'body'))
    throw new Error(`${name} has to name its body itself: the console reads it`);
  const textOf = (property: Node): string => {
    const key = nameOf(property['key']);
    const text = code.slice(property.start, property.end);
    const isKept = property.type === 'SpreadElement' || KEPT.has(key) || reads(name, key);
    return isKept ? `${text},` : blank(text);
  };
  let own = '';
  let at = call.start;
  for (const property of properties) {
    own += blank(code.slice(at, property.start)) + textOf(property);
    at = property.end;
  }
  own += blank(code.slice(at, call.end));
  const whole = isSpread
    ? `((own) => ({ bodyKind: ${hasBody ? '' : 'own.body === undefined ? "none" : '}"json", responseType: "json", ...own }))({ ${own} })`
    : `({ bodyKind: '${hasBody ? 'json' : 'none'}', responseType: 'json', ${own} })`;
  return { start: call.start, end: call.end, text: whole };
};

const endpointsIn = (node: Node): readonly Node[] =>
  node.type === 'CallExpression' && nameOf(node['callee']) === 'defineEndpoint'
    ? [node]
    : childrenOf(node).flatMap(endpointsIn);

/** The code of a module with its endpoints made light. */
export const lighten = (code: string, reads: Reads): string =>
  withChanges(
    code,
    constantsOf(code).flatMap(({ name, value }) =>
      endpointsIn(value).flatMap((call) => lightEndpoint(code, name, call, reads) ?? []),
    ),
  );

const SCHEMA = /\b\w+\s*\.(?:body|params|query|response)\b/g;

/** What the code below a folder may read of endpoints, as `createList.query`. */
const schemasReadBelow = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(SCHEMA) ?? [])
      .map((text) => text.replaceAll(/\s/g, '')),
  );

/**
 * Makes endpoints such as the console needs them: calls need method and address, forms the schema they name, and nothing needs the
 * rest.
 * @param source folder of the console's code
 */
export const lightEndpoints = (source: string): ((code: string) => string) => {
  const read = schemasReadBelow(source);
  return (code) => lighten(code, (endpoint, part) => read.has(`${endpoint}.${part}`));
};
