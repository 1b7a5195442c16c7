import { describe, expect, test } from 'vitest';
import { lighten } from './light-endpoints.ts';
import { withPureConstants } from './pure-constants.ts';

const ROW = `export const putThing = defineEndpoint({
  id: 'things.put',
  summary: 'Says something.',
  method: 'PUT',
  path: \`\${base}/:id\`,
  permission: 'things:write',
  params: z.strictObject({ id: guid }),
  body: thing,
  response: thing,
});
`;

const BASE = { base: '/things', thing: 'a schema', own: { permission: 'signedIn', body: 'its schema' } };

/** The constant that a light module has. */
const valueOf = (code: string): unknown =>
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- what a build wrote is run as a browser would run it
  new Function(...Object.keys(BASE), code.replace('export const putThing =', 'return'))(...Object.values(BASE));

describe('an endpoint of the built console', () => {
  test('has what calls need, and lines keep their numbers', () => {
    const light = lighten(ROW, () => false);
    expect(valueOf(light)).toEqual({
      id: 'things.put',
      method: 'PUT',
      path: '/things/:id',
      permission: 'things:write',
      bodyKind: 'json',
      responseType: 'json',
    });
    expect(light.split('\n')).toHaveLength(ROW.split('\n').length);
  });

  test('keeps the schema of a body that a form reads', () => {
    expect(valueOf(lighten(ROW, (name, part) => name === 'putThing' && part === 'body'))).toMatchObject({
      body: 'a schema',
    });
  });

  test('takes over what another one says, and is refused where its body would be lost', () => {
    const row = "export const putThing = defineEndpoint({\n  ...own,\n  id: 'things.put',\n});";
    const light = valueOf(lighten(row, () => false));
    expect(light).toMatchObject({ id: 'things.put', permission: 'signedIn', bodyKind: 'json' });
    expect(() => lighten(row, () => true)).toThrow('putThing has to name its body itself');
  });
});

describe('a constant that a call makes', () => {
  test('may be left out where no code reads it', () => {
    expect(withPureConstants('export const text = z.string();', () => true)).toBe(
      'export const text = /*#__PURE__*/(() => (z.string()))();',
    );
  });

  test('is left alone where the call may do more, or comes later', () => {
    const code = "const stop = listen();\nexport const later = () => z.string();\nconst plain = 'a';";
    expect(withPureConstants(code, (text) => text.startsWith('z.'))).toBe(code);
  });
});
