import type { Json } from '@redoubt/kernel';

export const CALL_METHODS = ['GET', 'POST'] as const;
export type CallMethod = (typeof CALL_METHODS)[number];

export const CALL_CONTENT_TYPES = ['json', 'form'] as const;
export type CallContentType = (typeof CALL_CONTENT_TYPES)[number];

export const CALL_AUTHENTICATIONS = [
  'anonymous',
  'basic',
  'apiKey',
  'directory',
  'certificate',
  'oauth',
  'customToken',
] as const;

/** How a client shows a token address who it is: in the body of its request, in a header, or not at all. */
export const TOKEN_CLIENTS = ['body', 'basic', 'none'] as const;
export type TokenClient = (typeof TOKEN_CLIENTS)[number];

/** Text with placeholders under a name; the value of a secret one is kept apart and empty here. */
export type CallSetting = { readonly name: string; readonly value: string; readonly secret: boolean };

/**
 * How a call shows who it is (`docs/reference/deciding.md#external-calls`). What must stay secret is in the slot
 * `auth`: a password, a key, a client's secret, or the private key that belongs to the certificate (both PEM).
 */
export type CallAuthentication =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'basic'; readonly userName: string }
  | { readonly kind: 'apiKey'; readonly header: string }
  | {
      readonly kind: 'directory';
      readonly tokenUrl: string;
      readonly audience: string;
      readonly applicationId: string;
      /** Empty where the application has a secret instead. */
      readonly certificate: string;
    }
  | { readonly kind: 'certificate'; readonly certificate: string }
  | {
      readonly kind: 'oauth';
      readonly tokenUrl: string;
      readonly client: TokenClient;
      readonly clientId: string;
      readonly scope: string;
      readonly resource: string;
    }
  | {
      readonly kind: 'customToken';
      readonly tokenUrl: string;
      readonly client: TokenClient;
      readonly clientId: string;
      readonly headers: readonly CallSetting[];
      /** Sent as the content type of the call says; null sends none. */
      readonly body: Json;
      /** Member of the answer that holds the token. */
      readonly tokenField: string;
      readonly timeoutMs: number;
    };

/** Whether the slot `auth` holds a private key: a directory's application may have a secret instead of a certificate. */
export const usesPrivateKey = (
  authentication: CallAuthentication,
): authentication is Extract<CallAuthentication, { readonly certificate: string }> =>
  'certificate' in authentication && (authentication.kind === 'certificate' || authentication.certificate !== '');

/** What an external call does, without what is secret (`docs/reference/deciding.md#external-calls`). */
export type ExternalCallDefinition = {
  readonly method: CallMethod;
  /** May hold `{parameter.name}` and `{configuration.name}` behind the host. */
  readonly url: string;
  readonly contentType: CallContentType;
  /** In the order in which texts pass them. */
  readonly parameters: readonly { readonly name: string; readonly sample: string }[];
  readonly configurations: readonly CallSetting[];
  readonly headers: readonly CallSetting[];
  /** Body of a POST, with placeholders in its texts; null sends an object of the parameters. */
  readonly body: Json;
  readonly authentication: CallAuthentication;
  readonly timeoutMs: number;
  /** What texts go on with where the call fails. */
  readonly defaultResponse: Json;
  /** Whether a success without a body is answered with the default and no failure; false where absent. */
  readonly acceptsEmptyAnswer?: boolean;
  /** Asked now and then while there is little traffic, so that a connection is open; absent for none. */
  readonly warmUpUrl?: string;
};

export const MAX_CALL_NAME = 60;
export const MAX_CALL_PARAMETERS = 20;
export const MAX_CALL_TIMEOUT_MS = 5000;
/** Larger answers are failures. */
export const MAX_CALL_RESPONSE_BYTES = 1_000_000;

/** Whether a text can name an external call: letters, digits and underscores, no digit first. */
export const isCallName = (name: string): boolean => name.length <= MAX_CALL_NAME && /^[A-Za-z_]\w*$/.test(name);

/**
 * What became of a call. A number is the HTTP status of an answer that was no success; the rest never got one, or one
 * that cannot be used.
 */
export const CALL_FAILURES = [
  'timeout',
  'communication',
  'circuitOpen',
  'tokenFailure',
  'invalidApplication',
  'definitionNotFound',
  'addressRefused',
  'notJson',
  'emptyAnswer',
  'tooLarge',
  'busy',
  'circle',
  'tooDeep',
  'unknown',
] as const;
export type CallFailure = (typeof CALL_FAILURES)[number];
/** `ok`, a `CallFailure`, or `http:404`. */
export type CallOutcome = 'ok' | CallFailure | `http:${number}`;

/** Names of the secrets a definition needs. */
export const secretSlotsOf = ({
  authentication,
  headers,
  configurations,
}: Pick<ExternalCallDefinition, 'authentication' | 'headers' | 'configurations'>): readonly string[] => {
  const secretOf = (prefix: string, settings: readonly CallSetting[]): string[] =>
    settings.filter(({ secret }) => secret).map(({ name }) => `${prefix}${name.toLowerCase()}`);
  const { kind } = authentication;
  const needsOne = kind === 'oauth' || kind === 'customToken' ? authentication.client !== 'none' : kind !== 'anonymous';
  return [
    ...(needsOne ? ['auth'] : []),
    ...secretOf('header.', headers),
    ...secretOf('configuration.', configurations),
    ...(kind === 'customToken' ? secretOf('tokenHeader.', authentication.headers) : []),
  ];
};

const originOf = (url: string): string => /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0].toLowerCase() ?? '';

/**
 * Whether secrets that were kept for one definition may be used for another: they go to the same hosts, the same way.
 */
export const hasSameDestination = (
  before: Pick<ExternalCallDefinition, 'url' | 'authentication'>,
  after: Pick<ExternalCallDefinition, 'url' | 'authentication'>,
): boolean => {
  const tokenOrigin = ({ authentication }: Pick<ExternalCallDefinition, 'authentication'>): string =>
    'tokenUrl' in authentication ? originOf(authentication.tokenUrl) : '';
  return (
    originOf(before.url) === originOf(after.url) &&
    before.authentication.kind === after.authentication.kind &&
    tokenOrigin(before) === tokenOrigin(after)
  );
};

const PLACEHOLDER = /\{(parameter|configuration)\.([^{}]*)\}/g;

export type Placeholder = { readonly kind: 'parameter' | 'configuration'; readonly name: string };

/** The places of a text where values are put in. */
export const placeholdersIn = (text: string): readonly Placeholder[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, kind, name]) => ({ kind: kind as Placeholder['kind'], name: name ?? '' }));

/** The text with its places filled. */
export const fillPlaceholders = (text: string, valueOf: (place: Placeholder) => string): string =>
  text.replaceAll(PLACEHOLDER, (_all, kind: Placeholder['kind'], name: string) => valueOf({ kind, name }));

/** Texts anywhere in a JSON value. */
export const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};
