import {
  fillPlaceholders,
  placeholdersIn,
  type CallContentType,
  type CallSetting,
  type ExternalCallDefinition,
  type Placeholder,
} from '@redoubt/domain';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';

/** Opened secrets by slot. */
export type OpenedSecrets = Readonly<Record<string, string>>;

/** A request to send, and what may be shown of it. */
export type BuiltRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The values of the parameters, without anything that is configured. */
  readonly shown: JsonObject;
};

const CONTENT_TYPES: Readonly<Record<CallContentType, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
};

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** Values of headers are one line of Latin letters; the rest is written as an address writes it. */
export const headerText = (value: string): string =>
  value
    .replaceAll(/[\p{Cc}]/gu, ' ')
    .replaceAll(/[^\x20-\xff]/gu, (letter) => encodeURIComponent(letter.toWellFormed()));

type ValueOf = (place: Placeholder) => Json | undefined;

/** Puts values into the texts of a template; a text that is one place and nothing else becomes the value itself. */
const fillJson = (template: Json, valueOf: ValueOf): Json => {
  if (typeof template === 'string') {
    const [place, ...more] = placeholdersIn(template);
    if (place && more.length === 0 && template === `{${place.kind}.${place.name}}`) return valueOf(place) ?? '';
    return fillPlaceholders(template, (each) => textOf(valueOf(each)));
  }
  if (Array.isArray(template)) return template.map((each) => fillJson(each, valueOf));
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, fillJson(value, valueOf)]));
};

/** A body as its content type writes it. */
const bodyText = (contentType: CallContentType, body: Json): string => {
  if (contentType === 'json') return JSON.stringify(body);
  const pairs = isJsonObject(body) ? Object.entries(body).map(([name, value]) => [name, textOf(value)]) : [];
  return new URLSearchParams(pairs as [string, string][]).toString();
};

const headersOf = (
  headers: readonly CallSetting[],
  slot: string,
  secrets: OpenedSecrets,
  valueOf: ValueOf,
): Record<string, string> =>
  Object.fromEntries(
    headers.map(({ name, value, secret }) => {
      const text = secret ? (secrets[`${slot}${name.toLowerCase()}`] ?? '') : value;
      return [name.toLowerCase(), headerText(fillPlaceholders(text, (place) => textOf(valueOf(place))))];
    }),
  );

const configurationsOf = (
  { configurations }: Pick<ExternalCallDefinition, 'configurations'>,
  secrets: OpenedSecrets,
): ReadonlyMap<string, string> =>
  new Map(
    configurations.map(({ name, value, secret }) => {
      const key = name.toLowerCase();
      return [key, secret ? (secrets[`configuration.${key}`] ?? '') : value];
    }),
  );

/** A request for one set of arguments. Every value is encoded for the place it stands in: none can add to the request. */
export const buildRequest = (
  definition: ExternalCallDefinition,
  secrets: OpenedSecrets,
  args: readonly Json[],
): BuiltRequest => {
  const { parameters, url: template, method, contentType, body, headers } = definition;
  const configurations = configurationsOf(definition, secrets);
  const shown = Object.fromEntries(parameters.map(({ name }, index) => [name, args[index] ?? '']));
  const values = new Map(Object.entries(shown).map(([name, value]) => [name.toLowerCase(), value]));
  const valueOf: ValueOf = ({ kind, name }) => (kind === 'parameter' ? values : configurations).get(name.toLowerCase());
  const url = new URL(fillPlaceholders(template, (place) => encodeURIComponent(textOf(valueOf(place)).toWellFormed())));
  const named = new Set(placeholdersIn(template).map(({ name, kind }) => `${kind}.${name.toLowerCase()}`));
  if (method === 'GET') {
    for (const [name, value] of Object.entries(shown)) {
      if (!named.has(`parameter.${name.toLowerCase()}`)) url.searchParams.append(name, textOf(value));
    }
  }
  return {
    url: url.href,
    headers: {
      ...headersOf(headers, 'header.', secrets, valueOf),
      ...(method === 'POST' ? { 'content-type': CONTENT_TYPES[contentType] } : {}),
    },
    body: method === 'POST' ? bodyText(contentType, body === null ? shown : fillJson(body, valueOf)) : null,
    shown,
  };
};

/** Headers and body of a token request of the customer's own making. */
export const buildTokenRequest = (
  definition: ExternalCallDefinition,
  token: { readonly headers: readonly CallSetting[]; readonly body: Json },
  secrets: OpenedSecrets,
): Pick<BuiltRequest, 'headers' | 'body'> => {
  const configurations = configurationsOf(definition, secrets);
  const valueOf: ValueOf = ({ kind, name }) =>
    kind === 'configuration' ? configurations.get(name.toLowerCase()) : undefined;
  const { contentType } = definition;
  return {
    headers: {
      ...headersOf(token.headers, 'tokenHeader.', secrets, valueOf),
      'content-type': CONTENT_TYPES[contentType],
    },
    body: token.body === null ? null : bodyText(contentType, fillJson(token.body, valueOf)),
  };
};

/** Where a call goes, as diagnostics name it: without what stands behind the path, which may hold a key. */
export const shownEndpoint = ({ url }: Pick<ExternalCallDefinition, 'url'>): string => url.replace(/[?#].*$/s, '');
