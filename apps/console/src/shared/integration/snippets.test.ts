import { publicEventPath } from '@redoubt/contracts';
import { definedSchema, EVENT_EXAMPLES, schemaSample, TEMPLATE_FACTS } from '@redoubt/domain';
import { describe, expect, it } from 'vitest';
import { API_KINDS, kindNamed } from './api-names.ts';
import { builtInApi, definedApi } from './guided-api.ts';
import { snippet, SNIPPET_LANGUAGES, type SnippetFacts } from './snippets.ts';
import { freshSample, readBody } from './try-body.ts';

const facts = (body: object, path = '/v1.0/x'): SnippetFacts => ({
  origin: 'https://redoubt.example',
  tenantId: 'tenant',
  environmentId: 'environment',
  clientId: 'client',
  path,
  body,
});

describe('a program', () => {
  it('carries addresses and ids in every language, and no secret', () => {
    for (const language of SNIPPET_LANGUAGES) {
      const text = snippet(language, facts({ purchaseId: 'ord-1' }));
      for (const part of ['https://redoubt.example/tenant/oauth2/token', '/v1.0/x', 'environment', 'CLIENT_SECRET'])
        expect(text).toContain(part);
    }
  });

  it('keeps what a body says, whatever stands in it', () => {
    const hostile = { text: `it's "quoted" \\ """ $HOME \`id\` é 😀` };
    for (const language of SNIPPET_LANGUAGES)
      // oxlint-disable-next-line no-control-regex
      expect(snippet(language, facts(hostile))).toMatch(/^[\x00-\x7f]*$/);
    const shell = /-d '([^]*)'\n$/.exec(snippet('curl', facts(hostile)))?.[1] ?? '';
    expect(JSON.parse(shell.replaceAll(`'\\''`, `'`))).toEqual(hostile);
    const python = /r"""\n([^]*?)\n"""/.exec(snippet('python', facts(hostile)))?.[1] ?? '';
    expect(JSON.parse(python)).toEqual(hostile);
    const csharp = /StringContent\(@"([^]*)", Encoding/.exec(snippet('csharp', facts(hostile)))?.[1] ?? '';
    expect(JSON.parse(csharp.replaceAll('""', '"'))).toEqual(hostile);
  });

  it('is there for every API, by a short name and in any letter case', () => {
    for (const kind of API_KINDS) {
      const body = EVENT_EXAMPLES[kind].full;
      expect(snippet('curl', facts(body, publicEventPath(kind, body)))).toContain(publicEventPath(kind, body));
      expect(kindNamed(kind.toUpperCase())).toBe(kind);
    }
    expect(new Set(API_KINDS.map((kind) => builtInApi(kind).name)).size).toBe(API_KINDS.length);
    expect([builtInApi('purchase').name, builtInApi('accountLogin').name]).toEqual([
      'Purchase',
      'action/account/login',
    ]);
    expect(kindNamed('auth')).toBeUndefined();
  });
});

const DEFINED_KINDS = ['assessment-1', 'observation-1-1', 'label-1'] as const;
const { sections } = TEMPLATE_FACTS.LoyaltyProgram;
const schema = definedSchema({ template: 'LoyaltyProgram', definition: { sections, fields: [] } });
const POINTS: Parameters<typeof definedApi>[0] = {
  template: 'LoyaltyProgram',
  path: '/v1.0/assessment/Points',
  sections: [...sections],
  fields: [],
  observations: [{ number: 1, template: 'Bank', path: '/v1.0/assessment/Points/observation/bank', fields: [] }],
  label: { path: '/v1.0/assessment/Points/label', fields: [] },
  samples: { all: schemaSample(schema, []), required: schemaSample(schema, [], 'required') },
};

describe('a body to try', () => {
  it('is a new event each time and one the API takes', () => {
    const points = DEFINED_KINDS.map((kind) => definedApi(POINTS, kind)).filter((api) => api !== null);
    expect(points).toHaveLength(DEFINED_KINDS.length);
    for (const api of [...API_KINDS.map(builtInApi), ...points]) {
      for (const size of ['minimal', 'full'] as const) {
        const text = freshSample(api, 'try-1', size);
        expect(text).toContain('"try-1"');
        expect(readBody(api, text)).toMatchObject({ problems: [] });
      }
    }
  });

  it('is checked before it is sent', () => {
    expect(readBody(builtInApi('purchase'), '{"totalAmount":"a lot"')).toHaveProperty('notJson');
    expect(readBody(builtInApi('purchase'), '[1]')).toHaveProperty('notJson');
    const read = readBody(builtInApi('purchase'), '{"purchaseId":"p","totalAmount":"a lot"}');
    expect('problems' in read && read.problems.map(({ path }) => path)).toContain('$.totalAmount');
  });
});
