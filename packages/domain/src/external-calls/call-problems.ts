import {
  isCallName,
  MAX_CALL_TIMEOUT_MS,
  placeholdersIn,
  textsIn,
  type CallSetting,
  usesPrivateKey,
  type CallAuthentication,
  type ExternalCallDefinition,
} from './external-call.ts';
import { certificateProblem, privateKeyProblem, type PemProblem } from './pem.ts';

/** What is wrong with a definition, and where. */
export type CallProblem = { readonly path: string; readonly message: string };

/** Whether plain HTTP may be spoken to a host on a port. */
type AllowsPlain = (host: string, port: number) => boolean;

/** The port an address leads to, named or not. */
export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Headers that the connection itself is made of. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'transfer-encoding',
  'te',
  'upgrade',
  'expect',
  'trailer',
  'keep-alive',
  'proxy-authorization',
  'idempotency-key',
]);

/** What is wrong with an address; null where it can be called. */
export const callUrlProblem = (text: string, allowsPlain: AllowsPlain): string | null => {
  // Placeholders stand for text of the path or the query, so any harmless text shows whether the rest is right.
  const beforePath = /^[a-z]+:\/\/[^/?#]*/i.exec(text)?.[0] ?? '';
  if (placeholdersIn(beforePath).length > 0) return 'has a placeholder before its path';
  let url: URL;
  try {
    url = new URL(text.replaceAll(/\{[^{}]*\}/g, 'x'));
  } catch {
    return 'is no address';
  }
  if (url.username !== '' || url.password !== '') return 'holds a user name; use the authentication instead';
  if (url.protocol === 'https:') return null;
  if (url.protocol !== 'http:') return 'does not begin with https://';
  return allowsPlain(url.hostname, portOf(url)) ? null : 'does not begin with https://';
};

const repeated = (names: readonly string[]): readonly number[] => {
  const keys = names.map((name) => name.toLowerCase());
  return keys.flatMap((key, index) => (keys.indexOf(key) < index ? [index] : []));
};

const headerProblems = (headers: readonly CallSetting[], path: string): readonly CallProblem[] => [
  ...repeated(headers.map(({ name }) => name)).map((index) => ({
    path: `${path}[${index}].name`,
    message: 'is there twice',
  })),
  ...headers.flatMap(({ name }, index): CallProblem[] => {
    if (!HEADER_NAME.test(name)) return [{ path: `${path}[${index}].name`, message: 'is no name of a header' }];
    if (RESERVED_HEADERS.has(name.toLowerCase()))
      return [{ path: `${path}[${index}].name`, message: 'is set by the call itself' }];
    return [];
  }),
];

const nameProblems = (parts: readonly { readonly name: string }[], path: string): readonly CallProblem[] => [
  ...repeated(parts.map(({ name }) => name)).map((index) => ({
    path: `${path}[${index}].name`,
    message: 'is there twice',
  })),
  ...parts.flatMap(({ name }, index) =>
    isCallName(name) ? [] : [{ path: `${path}[${index}].name`, message: 'is no name' }],
  ),
];

const placeholderProblems = (definition: ExternalCallDefinition): readonly CallProblem[] => {
  const { url, headers, body, parameters, configurations, authentication } = definition;
  const known = new Set([
    ...parameters.map(({ name }) => `parameter.${name.toLowerCase()}`),
    ...configurations.map(({ name }) => `configuration.${name.toLowerCase()}`),
  ]);
  const token = authentication.kind === 'customToken' ? authentication : null;
  const texts: readonly (readonly [string, readonly string[]])[] = [
    ['url', [url]],
    ...headers.map(({ value }, index) => [`headers[${index}].value`, [value]] as const),
    ['body', textsIn(body)],
    ...(token?.headers ?? []).map(({ value }, index) => [`authentication.headers[${index}].value`, [value]] as const),
    ['authentication.body', textsIn(token?.body ?? null)],
  ];
  return texts.flatMap(([path, all]) =>
    all
      .flatMap(placeholdersIn)
      // A token serves many events, so it cannot depend on what one of them says.
      .filter(
        ({ kind, name }) =>
          !known.has(`${kind}.${name.toLowerCase()}`) || (path.startsWith('authentication') && kind === 'parameter'),
      )
      .map(({ kind, name }) => ({ path, message: `names {${kind}.${name}}, which is not there` })),
  );
};

const PEM_MESSAGES: Readonly<Record<PemProblem, string>> = {
  isNoPem: 'is no PEM: it begins with -----BEGIN and ends with -----END',
  holdsKey: 'holds a private key, which belongs into its own field',
  isEncrypted: 'is encrypted: give the key without a password',
};

const pemMessage = (problem: PemProblem | null): string | null => (problem === null ? null : PEM_MESSAGES[problem]);

/** What is wrong with secrets as they are entered, by slot; those that are kept were sound. */
export const callSecretProblems = (
  authentication: CallAuthentication,
  secrets: Readonly<Record<string, string>>,
): readonly CallProblem[] => {
  const { auth } = secrets;
  if (auth === undefined || !usesPrivateKey(authentication)) return [];
  const message = pemMessage(privateKeyProblem(auth));
  return message === null ? [] : [{ path: 'auth', message }];
};

const timeoutProblem = (timeoutMs: number): string | null =>
  timeoutMs >= 1 && timeoutMs <= MAX_CALL_TIMEOUT_MS ? null : `is not 1 to ${MAX_CALL_TIMEOUT_MS}`;

/** Everything that is wrong with a definition; empty for one that can be kept. */
export const externalCallProblems = (
  definition: ExternalCallDefinition,
  allowsPlain: AllowsPlain,
): readonly CallProblem[] => {
  const { url, parameters, configurations, headers, body, method, timeoutMs, authentication, contentType } = definition;
  const { warmUpUrl } = definition;
  const problems: CallProblem[] = [];
  const check = (path: string, message: string | null): void => {
    if (message !== null) problems.push({ path, message });
  };
  check('url', callUrlProblem(url, allowsPlain));
  if (warmUpUrl !== undefined) {
    check('warmUpUrl', callUrlProblem(warmUpUrl, allowsPlain));
    if (placeholdersIn(warmUpUrl).length > 0) check('warmUpUrl', 'has a placeholder');
  }
  if ('tokenUrl' in authentication) {
    check('authentication.tokenUrl', callUrlProblem(authentication.tokenUrl, allowsPlain));
    if (placeholdersIn(authentication.tokenUrl).length > 0) check('authentication.tokenUrl', 'has a placeholder');
  }
  if (usesPrivateKey(authentication))
    check('authentication.certificate', pemMessage(certificateProblem(authentication.certificate)));
  if (authentication.kind === 'apiKey') {
    problems.push(
      ...headerProblems([{ name: authentication.header, value: '', secret: true }], 'authentication.header'),
    );
  }
  if (authentication.kind === 'customToken') {
    problems.push(...headerProblems(authentication.headers, 'authentication.headers'));
    check('authentication.tokenField', authentication.tokenField.trim() === '' ? 'is empty' : null);
    check('authentication.timeoutMs', timeoutProblem(authentication.timeoutMs));
  }
  problems.push(...nameProblems(parameters, 'parameters'), ...nameProblems(configurations, 'configurations'));
  problems.push(...headerProblems(headers, 'headers'), ...placeholderProblems(definition));
  if (method === 'GET' && body !== null) check('body', 'is sent by POST only');
  const isFlat = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (contentType === 'form' && body !== null && !isFlat) check('body', 'is no object, which a form needs');
  check('timeoutMs', timeoutProblem(timeoutMs));
  return problems;
};
