import {
  CALL_CONTENT_TYPES,
  CALL_METHODS,
  MAX_CALL_PARAMETERS,
  MAX_CALL_TIMEOUT_MS,
  nameKey,
  secretSlotsOf,
  TOKEN_CLIENTS,
  type ExternalCallDefinition,
} from '@redoubt/domain';
import { invariant, type Json } from '@redoubt/kernel';
import { listExternalCalls, type TenantTransaction } from '@redoubt/storage';
import { z } from 'zod';
import type { EnvironmentContext } from '../../context.ts';
import { deleteExternalCall, insertCall, updateCall } from '../../external-calls/external-calls.commands.ts';
import { tagOf } from '../../version-tag.ts';
import { fileNameOf } from '../configuration-file.ts';
import type { ResourceKind } from '../resource-kind.ts';
import { stepsOf, yamlFile } from '../yaml-file.ts';
import { yamlReader } from './yaml-reader.ts';

type ExternalCallContent = {
  readonly name: string;
  readonly description: string;
  readonly definition: ExternalCallDefinition;
  readonly sampleResponse: Json;
  /** Variables of the environment that hold its secrets, by slot. */
  readonly variables: Readonly<Record<string, string>>;
};

const text = z.string().max(4000);
const pem = z.string().max(20_000);
const json = z.custom<Json>((value) => value !== undefined, 'expected a value');
const settings = z
  .array(z.strictObject({ name: text, value: text.default(''), secret: z.boolean().default(false) }))
  .max(MAX_CALL_PARAMETERS)
  .default([]);
const timeoutMs = z.number().int().min(1).max(MAX_CALL_TIMEOUT_MS);
const client = z.enum(TOKEN_CLIENTS);

const authentication = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('anonymous') }),
  z.strictObject({ kind: z.literal('basic'), userName: text }),
  z.strictObject({ kind: z.literal('apiKey'), header: text }),
  z.strictObject({
    kind: z.literal('directory'),
    tokenUrl: text,
    audience: text,
    applicationId: text,
    certificate: pem.default(''),
  }),
  z.strictObject({ kind: z.literal('certificate'), certificate: pem }),
  z.strictObject({ kind: z.literal('oauth'), tokenUrl: text, client, clientId: text, scope: text, resource: text }),
  z.strictObject({
    kind: z.literal('customToken'),
    tokenUrl: text,
    client,
    clientId: text,
    headers: settings,
    body: json.default(null),
    tokenField: text,
    timeoutMs,
  }),
]);

const schema = z.strictObject({
  externalCall: z.string(),
  description: z.string().max(500).default(''),
  method: z.enum(CALL_METHODS),
  url: text,
  contentType: z.enum(CALL_CONTENT_TYPES),
  parameters: z
    .array(z.strictObject({ name: text, sample: text }))
    .max(MAX_CALL_PARAMETERS)
    .default([]),
  configurations: settings,
  headers: settings,
  body: json.default(null),
  authentication,
  timeoutMs,
  defaultResponse: json.default(null),
  sampleResponse: json.default(null),
  acceptsEmptyAnswer: z.boolean().default(false),
  warmUpUrl: text.optional(),
  secrets: z.record(z.string(), z.strictObject({ variable: z.string() })).default({}),
});

/** Members in one order, whatever order the database keeps them in. */
const ordered = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, ordered(member)]));
};

const given = (name: string, value: Json): Readonly<Record<string, Json>> =>
  value === null || (Array.isArray(value) && value.length === 0) ? {} : { [name]: ordered(value) };

/** `REDOUBT_SECRET_SCORE_AUTH`: where an import looks for a secret that was never written down. */
const variableOf = (name: string, slot: string): string =>
  `REDOUBT_SECRET_${name}_${slot}`.toUpperCase().replaceAll(/\W/g, '_');

const variablesOf = (name: string, definition: ExternalCallDefinition): Readonly<Record<string, string>> =>
  Object.fromEntries(secretSlotsOf(definition).map((slot) => [slot, variableOf(name, slot)]));

const find = async (trx: TenantTransaction, { environmentId }: EnvironmentContext, name: string) =>
  (await listExternalCalls(trx, environmentId)).find((call) => nameKey(call.name) === nameKey(name));

/** External calls. Their secrets are named by the variables that an import takes them from, and stay where they are kept. */
export const externalCallKind: ResourceKind<ExternalCallContent> = {
  kind: 'externalCall',
  capability: 'externalCalls',
  owns: (path) => /^external-calls\/[^/]+\.ya?ml$/.test(path),
  nameOf: ({ name }) => name,
  filesOf: ({ name, description, definition, sampleResponse }) => {
    const { method, url, contentType, parameters, configurations, headers, body, defaultResponse } = definition;
    const variables = Object.entries(variablesOf(name, definition));
    return [
      yamlFile(`external-calls/${fileNameOf(name)}.yaml`, {
        externalCall: name,
        ...(description === '' ? {} : { description }),
        method,
        url,
        contentType,
        ...given('parameters', parameters),
        ...given('configurations', configurations),
        ...given('headers', headers),
        ...given('body', body),
        authentication: ordered(definition.authentication),
        timeoutMs: definition.timeoutMs,
        ...(definition.acceptsEmptyAnswer ? { acceptsEmptyAnswer: true } : {}),
        ...(definition.warmUpUrl === undefined ? {} : { warmUpUrl: definition.warmUpUrl }),
        ...given('defaultResponse', defaultResponse),
        ...given('sampleResponse', sampleResponse),
        ...(variables.length === 0
          ? {}
          : { secrets: Object.fromEntries(variables.map(([slot, variable]) => [slot, { variable }])) }),
      }),
    ];
  },
  read: yamlReader(
    schema,
    ({ externalCall, description, sampleResponse, secrets, warmUpUrl, acceptsEmptyAnswer, ...rest }, source) => {
      const definition = {
        ...rest,
        ...(acceptsEmptyAnswer ? { acceptsEmptyAnswer } : {}),
        ...(warmUpUrl === undefined ? {} : { warmUpUrl }),
      };
      const name = externalCall.trim();
      const named = Object.entries(secrets).map(([slot, { variable }]) => [slot, variable]);
      const variables = { ...variablesOf(name, definition), ...(Object.fromEntries(named) as Record<string, string>) };
      return {
        content: { name, description, definition, sampleResponse, variables },
        placeOf: (path) => {
          const steps = path === '' ? ['externalCall'] : stepsOf(path.replace(/^body\.definition\./, ''));
          return { path: source.file.path, ...source.placeOf(steps) };
        },
      };
    },
  ),
  load: async (trx, { environmentId }) =>
    (await listExternalCalls(trx, environmentId)).map(({ name, description, definition, sampleResponse }) => ({
      name,
      description,
      definition,
      sampleResponse,
      variables: variablesOf(name, definition),
    })),
  put: async (trx, context, content, { calls, variable }) => {
    const { name, description, definition, sampleResponse, variables } = content;
    invariant(calls, 'an import that brings external calls can seal their secrets');
    const found = Object.entries(variables).flatMap(([slot, each]): [string, string][] => {
      const secret = variable(each);
      return secret === undefined ? [] : [[slot, secret]];
    });
    const said = {
      name,
      description,
      definition: structuredClone(definition) as Parameters<typeof insertCall>[2]['definition'],
      sampleResponse,
      secrets: Object.fromEntries(found),
    };
    const known = await find(trx, context, name);
    // Files are taken in one transaction, which does not wait for a network.
    if (!known) await insertCall(context, calls, said);
    else await updateCall(context, calls, known.id, { ...said, version: tagOf(known.version) });
  },
  remove: async (trx, context, { name }) => {
    const known = await find(trx, context, name);
    if (known) await deleteExternalCall(context, known.id, tagOf(known.version));
  },
};
