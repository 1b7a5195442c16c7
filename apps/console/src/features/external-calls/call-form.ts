import type { CallDefinition, CallDetail, CallText } from '@redoubt/contracts';
import { secretSlotsOf, type CallAuthentication } from '@redoubt/domain';

/** A call as it is typed: JSON as text, secrets only where they are entered anew. */
export type CallForm = Omit<
  CallDefinition,
  'body' | 'defaultResponse' | 'authentication' | 'warmUpUrl' | 'acceptsEmptyAnswer'
> & {
  readonly name: string;
  readonly description: string;
  /** Empty for none. */
  readonly body: string;
  readonly defaultResponse: string;
  readonly sampleResponse: string;
  readonly acceptsEmptyAnswer: boolean;
  /** Empty for none. */
  readonly warmUpUrl: string;
  readonly authentication: CallAuthentication;
  /** JSON of the token request; empty for none. */
  readonly tokenBody: string;
  readonly secrets: Readonly<Record<string, string>>;
};

const written = (value: unknown): string =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2);

/** The JSON of a text, empty text being null; undefined where it is none. */
export const parsedJson = (text: string): unknown => {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

export const NEW_CALL: CallForm = {
  name: '',
  description: '',
  method: 'POST',
  url: 'https://',
  contentType: 'json',
  parameters: [],
  configurations: [],
  headers: [],
  body: '',
  authentication: { kind: 'anonymous' },
  tokenBody: '',
  timeoutMs: 1000,
  defaultResponse: '{}',
  sampleResponse: '{}',
  acceptsEmptyAnswer: false,
  warmUpUrl: '',
  secrets: {},
};

export const formOf = ({ name, description, definition, sampleResponse }: CallDetail): CallForm => {
  const authentication = definition.authentication as CallAuthentication;
  return {
    ...definition,
    name,
    description,
    authentication,
    body: written(definition.body),
    tokenBody: authentication.kind === 'customToken' ? written(authentication.body) : '',
    defaultResponse: written(definition.defaultResponse),
    sampleResponse: written(sampleResponse),
    acceptsEmptyAnswer: definition.acceptsEmptyAnswer ?? false,
    warmUpUrl: definition.warmUpUrl ?? '',
    secrets: {},
  };
};

/** Fields whose text is no JSON. */
export const brokenJson = (form: CallForm): readonly ('body' | 'tokenBody' | 'defaultResponse' | 'sampleResponse')[] =>
  (['body', 'tokenBody', 'defaultResponse', 'sampleResponse'] as const).filter(
    (field) => parsedJson(form[field]) === undefined,
  );

/** What goes out; only while nothing is broken. */
export const textOf = (form: CallForm): CallText => {
  const {
    name,
    description,
    body,
    tokenBody,
    defaultResponse,
    sampleResponse,
    warmUpUrl,
    secrets,
    acceptsEmptyAnswer,
    ...rest
  } = form;
  const { authentication } = form;
  const slots = new Set(secretSlotsOf(form));
  return {
    name: name.trim(),
    description: description.trim(),
    definition: {
      ...rest,
      body: rest.method === 'GET' ? null : parsedJson(body),
      authentication: (authentication.kind === 'customToken'
        ? { ...authentication, body: parsedJson(tokenBody) }
        : authentication) as CallDefinition['authentication'],
      defaultResponse: parsedJson(defaultResponse),
      ...(acceptsEmptyAnswer ? { acceptsEmptyAnswer } : {}),
      ...(warmUpUrl.trim() === '' ? {} : { warmUpUrl: warmUpUrl.trim() }),
    },
    sampleResponse: parsedJson(sampleResponse),
    secrets: Object.fromEntries(Object.entries(secrets).filter(([slot]) => slots.has(slot))),
  };
};

const EMPTY_TOKEN = { tokenUrl: 'https://', client: 'body', clientId: '' } as const;

/** What a kind of authentication begins with. */
export const FIRST_AUTHENTICATION: Readonly<Record<CallAuthentication['kind'], CallAuthentication>> = {
  anonymous: { kind: 'anonymous' },
  basic: { kind: 'basic', userName: '' },
  apiKey: { kind: 'apiKey', header: 'X-Api-Key' },
  directory: {
    kind: 'directory',
    tokenUrl: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token',
    audience: '',
    applicationId: '',
    certificate: '',
  },
  certificate: { kind: 'certificate', certificate: '' },
  oauth: { kind: 'oauth', ...EMPTY_TOKEN, scope: '', resource: '' },
  customToken: {
    kind: 'customToken',
    ...EMPTY_TOKEN,
    client: 'none',
    headers: [],
    body: null,
    tokenField: 'access_token',
    timeoutMs: 1000,
  },
};

/** What is sent for the samples, to look at: the address of a GET, the body of a POST. */
export const sampleRequestOf = ({ method, url, parameters, body }: CallForm): string => {
  const fill = (text: string): string =>
    text.replaceAll(
      /\{parameter\.(\w+)\}/g,
      (all, name: string) => parameters.find((each) => each.name.toLowerCase() === name.toLowerCase())?.sample ?? all,
    );
  if (method === 'GET') {
    const rest = parameters.filter(({ name }) => !url.toLowerCase().includes(`{parameter.${name.toLowerCase()}}`));
    const query = new URLSearchParams(rest.map(({ name, sample }) => [name, sample])).toString();
    return `GET ${fill(url)}${query === '' ? '' : `${url.includes('?') ? '&' : '?'}${query}`}`;
  }
  const sent =
    body.trim() === '' ? written(Object.fromEntries(parameters.map(({ name, sample }) => [name, sample]))) : fill(body);
  return `POST ${fill(url)}\n\n${sent}`;
};
