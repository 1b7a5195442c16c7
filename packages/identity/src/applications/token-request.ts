import { ASSERTION_TYPE } from './client-assertion.ts';
import { TokenError } from './token-error.ts';

/** `v1` names a resource, `v2` a scope that ends in `/.default`; see `docs/reference/wire.md#tokens`. */
export type TokenDialect = 'v1' | 'v2';

export type ClientCredential =
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'assertion'; readonly assertion: string };

export type TokenRequest = {
  readonly clientId: string;
  readonly credential: ClientCredential;
  /** As the client wrote it. */
  readonly resource: string;
};

type Form = ReadonlyMap<string, string>;

const required = (form: Form, name: string): string => {
  const value = form.get(name);
  if (value === undefined || value === '') throw new TokenError('invalid_request', `The parameter ${name} is missing.`);
  return value;
};

const decodePart = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (error) {
    throw new TokenError('invalid_request', 'The authorization header is not readable.', { cause: error });
  }
};

const basicOf = (authorization: string | undefined): { clientId: string; secret: string } | undefined => {
  const encoded = /^basic +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [clientId = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { clientId: decodePart(clientId), secret: decodePart(secret.join(':')) };
};

/** Entra ID lets clients leave `client_id` out beside an assertion, which names it as its subject. */
const subjectOf = (assertion: string): string | undefined => {
  try {
    const payload: unknown = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const subject = (payload as { sub?: unknown } | null)?.sub;
    return typeof subject === 'string' ? subject : undefined;
  } catch {
    return undefined;
  }
};

const credentialsOf = (form: Form, authorization: string | undefined): Omit<TokenRequest, 'resource'> => {
  const assertion = form.get('client_assertion');
  if (assertion !== undefined) {
    if (form.get('client_assertion_type') !== ASSERTION_TYPE) {
      throw new TokenError('invalid_request', `The parameter client_assertion_type must be ${ASSERTION_TYPE}.`);
    }
    const clientId = form.get('client_id') ?? subjectOf(assertion);
    if (clientId === undefined) throw new TokenError('invalid_client', 'The client assertion is not valid.');
    return { clientId, credential: { kind: 'assertion', assertion } };
  }
  const basic = basicOf(authorization);
  if (basic !== undefined) return { clientId: basic.clientId, credential: { kind: 'secret', secret: basic.secret } };
  return {
    clientId: required(form, 'client_id'),
    credential: { kind: 'secret', secret: required(form, 'client_secret') },
  };
};

const DEFAULT_SCOPE = '/.default';

const resourceOf = (form: Form, dialect: TokenDialect): string => {
  if (dialect === 'v1') return required(form, 'resource');
  const scope = required(form, 'scope');
  if (!scope.endsWith(DEFAULT_SCOPE) || scope.includes(' ')) {
    throw new TokenError('invalid_scope', `The parameter scope must be one resource followed by ${DEFAULT_SCOPE}.`);
  }
  return scope.slice(0, -DEFAULT_SCOPE.length);
};

/** Reads a client-credentials request; throws `TokenError`. */
export const readTokenRequest = (
  form: Form,
  dialect: TokenDialect,
  authorization: string | undefined,
): TokenRequest => {
  if (required(form, 'grant_type') !== 'client_credentials') {
    throw new TokenError('unsupported_grant_type', 'The grant type must be client_credentials.');
  }
  return { ...credentialsOf(form, authorization), resource: resourceOf(form, dialect) };
};
