import { describe, expect, it } from 'vitest';
import { callSecretProblems, callUrlProblem, externalCallProblems } from './call-problems.ts';
import { isCallName, secretSlotsOf, type ExternalCallDefinition } from './external-call.ts';

const never = (): boolean => false;

const definition = (changes: Partial<ExternalCallDefinition> = {}): ExternalCallDefinition => ({
  method: 'POST',
  url: 'https://score.example/v1/{parameter.user}?key={configuration.key}',
  contentType: 'json',
  parameters: [{ name: 'user', sample: 'nora' }],
  configurations: [{ name: 'key', value: '', secret: true }],
  headers: [{ name: 'X-Shop', value: 'northfell', secret: false }],
  body: { who: '{parameter.user}', deep: [{ key: '{configuration.key}' }] },
  authentication: { kind: 'anonymous' },
  timeoutMs: 500,
  defaultResponse: null,
  ...changes,
});

const pathsOf = (changes: Partial<ExternalCallDefinition>): readonly string[] =>
  externalCallProblems(definition(changes), never).map(({ path }) => path);

describe('external calls', () => {
  it('are named by letters, digits and underscores, no digit first', () => {
    for (const name of ['score', '_x1', 'Score2']) expect(isCallName(name)).toBe(true);
    for (const name of ['', '1a', 'a b', 'a-b', 'é', 'x'.repeat(61)]) expect(isCallName(name)).toBe(false);
  });

  it('speak HTTPS, and plain HTTP only where the operator says so', () => {
    expect(callUrlProblem('https://score.example/x', never)).toBeNull();
    expect(callUrlProblem('http://score.example/x', never)).not.toBeNull();
    expect(callUrlProblem('http://score.internal/x', (host) => host === 'score.internal')).toBeNull();
    for (const text of ['score.example', 'file:///etc/passwd', 'https://u:p@score.example/', ''])
      expect(callUrlProblem(text, () => true)).not.toBeNull();
  });

  const block = (name: string, content = 'QUJD\nREVG'): string =>
    `-----BEGIN ${name}-----\n${content}\n-----END ${name}-----`;

  it('take certificates as PEM, with whatever tools write beside them, and never a key', () => {
    const whole = block('CERTIFICATE');
    const of = (certificate: string, kind: 'certificate' | 'directory' = 'certificate') =>
      externalCallProblems(
        definition({
          authentication:
            kind === 'certificate'
              ? { kind, certificate }
              : { kind, certificate, tokenUrl: 'https://login.example/t', audience: 'a', applicationId: 'b' },
        }),
        never,
      );
    expect(of(`Bag Attributes\r\n${whole}\r\n${whole}\n`)).toEqual([]);
    expect(of('', 'directory')).toEqual([]);
    for (const text of [
      '',
      'no certificate',
      whole.slice(0, -4),
      `${whole}\n${whole.slice(0, 40)}`,
      block('PUBLIC KEY'),
    ])
      expect(of(text)).toMatchObject([
        { path: 'authentication.certificate', message: expect.stringMatching(/^is no PEM/) as string },
      ]);
    expect(of(`${whole}\n${block('PRIVATE KEY')}`)).toMatchObject([
      { message: expect.stringMatching(/^holds a private key/) as string },
    ]);
  });

  it('take private keys as PEM, and say where one is encrypted', () => {
    const of = (auth: string, certificate = block('CERTIFICATE')) =>
      callSecretProblems({ kind: 'certificate', certificate }, { auth });
    for (const name of ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY']) expect(of(block(name))).toEqual([]);
    expect(of(`${block('EC PARAMETERS')}\n${block('EC PRIVATE KEY')}\n`)).toEqual([]);
    for (const text of [
      '',
      'secret',
      block('CERTIFICATE'),
      '-----BEGIN RSA PRIVATE KEY-----\nQUJD\n-----END PRIVATE KEY-----',
    ])
      expect(of(text)).toMatchObject([{ path: 'auth', message: expect.stringMatching(/^is no PEM/) as string }]);
    for (const text of [
      block('ENCRYPTED PRIVATE KEY'),
      block('RSA PRIVATE KEY', 'Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nQUJD'),
    ])
      expect(of(text)).toMatchObject([{ path: 'auth', message: expect.stringMatching(/^is encrypted/) as string }]);
    expect(callSecretProblems({ kind: 'basic', userName: 'shop' }, { auth: 'pass' })).toEqual([]);
  });

  it('never take their host from a placeholder', () => {
    for (const url of [
      'https://{parameter.user}/x',
      'https://a.{configuration.key}.example/',
      'https://x:{parameter.user}/',
    ])
      expect(pathsOf({ url })).toContain('url');
  });

  it('know every name their texts hold', () => {
    expect(pathsOf({})).toEqual([]);
    expect(pathsOf({ url: 'https://score.example/{parameter.nobody}' })).toEqual(['url']);
    expect(pathsOf({ body: { a: ['{configuration.none}'] } })).toEqual(['body']);
  });

  it('set no header that belongs to the connection', () => {
    const headers = ['Host', 'content-length', 'bad name'].map((name) => ({ name, value: '', secret: false }));
    expect(pathsOf({ headers })).toEqual(['headers[0].name', 'headers[1].name', 'headers[2].name']);
  });

  it('get a token that does not depend on one event', () => {
    const authentication = {
      kind: 'customToken',
      tokenUrl: 'https://token.example/',
      client: 'none',
      clientId: '',
      headers: [],
      body: { user: '{parameter.user}', key: '{configuration.key}' },
      tokenField: 'access_token',
      timeoutMs: 1000,
    } as const;
    expect(pathsOf({ authentication })).toEqual(['authentication.body']);
  });

  it('name what has to be kept secret', () => {
    expect(secretSlotsOf(definition())).toEqual(['configuration.key']);
    expect(
      secretSlotsOf(definition({ authentication: { kind: 'basic', userName: 'shop' }, configurations: [] })),
    ).toEqual(['auth']);
  });
});
