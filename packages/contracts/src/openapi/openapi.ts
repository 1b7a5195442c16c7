import { API_ROLES } from '@redoubt/domain';
import { z } from 'zod';
import { refusalBody, unauthorizedBody } from '../public/answers.ts';
import { EXPORT_CURSOR_HEADER, EXPORT_MORE_HEADER } from '../public/export.ts';
import { getHealth } from '../public/public.ts';
import { createBodySchemas, type JsonSchema } from './body-schemas.ts';
import { DOCUMENTED_CALLS, DOCUMENTED_GROUPS, type DocumentedCall } from './documented-calls.ts';

const OPERATION = { name: 'Operation', description: 'Whether the service is there.' } as const;

const TAGS = [...DOCUMENTED_GROUPS.map(({ title, description }) => ({ name: title, description })), OPERATION];

const tagOf = ({ group }: DocumentedCall): string => DOCUMENTED_GROUPS.find(({ id }) => id === group)?.title ?? '';

/** Stands in the token address where the tenant is not known. */
const ANY_TENANT = 'TENANT-ID';
const TOKEN_SCOPE = 'https://api.dfp.dynamics.com/.default';

/** `:name` of the endpoint table as OpenAPI writes it. */
const pathOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const HEADERS = {
  'x-ms-correlation-id': {
    description: 'Id of the call: the one that was sent, else a new one.',
    schema: { type: 'string' },
  },
  'x-ms-appversion': { description: 'Version of the server.', schema: { type: 'string' } },
} as const;

const RETRY_AFTER = { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } } as const;

const PAGE_HEADERS = {
  [EXPORT_CURSOR_HEADER]: { description: 'Cursor of the next page.', schema: { type: 'string' } },
  [EXPORT_MORE_HEADER]: { description: 'Whether more was stored when the page was read.', schema: { type: 'boolean' } },
} as const;

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

const REFUSALS = {
  400: 'The body is not JSON, or says something that cannot be: the message lists every wrong place with its reason.',
  401: 'The token is missing, has expired or is not for this service; the header ErrorReason says which.',
  403: 'The application lacks the role, or is not allowed in the environment.',
  404: 'There is no such address, environment, assessment, branch, queue or case.',
  409: 'It cannot be as things stand: the message says why.',
  413: 'The body is larger than 1 MB.',
  415: 'The body is not JSON by its type, or is compressed.',
  429: 'Too many calls; nothing was stored.',
  500: 'Something failed on the server; the same call may succeed.',
  503: 'The event could not be stored in time; send it again with the same id.',
} as const;

/** Events meet nothing that contradicts them; calls without a body have none that could be wrong. */
const refusalsOf = ({ group, bodies }: DocumentedCall): readonly (readonly [string, string])[] =>
  Object.entries(REFUSALS).filter(
    ([status]) =>
      (status !== '409' || group === 'environment' || group === 'case') &&
      (!status.startsWith('41') || bodies.length > 0),
  );

const refusals = (call: DocumentedCall) =>
  Object.fromEntries(
    refusalsOf(call).map(([status, description]) => [
      status,
      {
        description,
        headers: status === '429' || status === '503' ? { ...HEADERS, 'Retry-After': RETRY_AFTER } : HEADERS,
        content: jsonContent({ $ref: `#/components/schemas/${status === '401' ? 'Unauthorized' : 'Refusal'}` }),
      },
    ]),
  );

const PARAMETERS: Readonly<Record<string, string>> = {
  apiName: 'API name of the assessment, in any letter case.',
  branchApiName: 'API name of the branch, in any letter case: one of the environment, or the nearest above it.',
  signUpId: 'Informative: the id in the body counts.',
  userId: 'Informative: the id in the body counts.',
  observationApiName: 'API name of the observation, in any letter case.',
  environmentId: 'Id of an environment below the one of the call.',
  caseId: 'Id of a case of the environment of the call.',
};

/** Members of the query of a call. */
const queryOf = (query: z.ZodType | undefined) => {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, schema]) => {
    const { description = '', ...type } = schema as JsonSchema;
    return { name, in: 'query', required: required.includes(name), schema: type, description };
  });
};

const parametersOf = ({ endpoint: { path, query }, isAddressInformative }: DocumentedCall) => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: isAddressInformative ? 'Informative: the id in the body counts.' : (PARAMETERS[name ?? ''] ?? ''),
  })),
  ...queryOf(query),
  { $ref: '#/components/parameters/environment' },
  { $ref: '#/components/parameters/correlationId' },
];

/** Groups whose addresses take several past events in one call as well (`docs/reference/wire.md`). */
const TAKE_LINES: readonly DocumentedCall['group'][] = ['purchase', 'account', 'assessment'];

const MANY =
  'Takes several past events in one call as well: one body in each line, as application/x-ndjson, with the header x-redoubt-mode: historical. The answer has a line for each.';

const descriptionOf = ({ group, aliases }: DocumentedCall) => {
  const older = aliases.length === 0 ? [] : [`Older addresses: ${aliases.map(pathOf).join(', ')}.`];
  const texts = [...older, ...(TAKE_LINES.includes(group) ? [MANY] : [])];
  return texts.length === 0 ? {} : { description: texts.join('\n\n') };
};

const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const { $schema: _$schema, ...rest } = z.toJSONSchema(schema, { io: 'output', target: 'draft-2020-12' });
  return rest;
};

/**
 * The public API as an OpenAPI 3.1 document, from the endpoint table, the field tables that bodies are checked with and
 * the examples that the tests send.
 *
 * @param version of the server.
 * @param tenant in the token address: id or domain of a tenant.
 */
export const openApiDocument = (version: string, tenant: string = ANY_TENANT): JsonSchema => {
  const bodies = createBodySchemas();
  const answers: Record<string, JsonSchema> = {};
  const bodyOf = ({ bodies: taken }: DocumentedCall) => {
    if (taken.length === 0) return {};
    const refs = taken.map(({ schema, name }) => bodies.refTo(schema, name));
    const examples = taken.flatMap(({ title, examples: ofBody }) =>
      Object.entries(ofBody).map(([name, value]) => [title === null ? name : `${title} ${name}`, { value }] as const),
    );
    return {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: refs.length === 1 ? refs[0] : { anyOf: refs },
            examples: Object.fromEntries(examples),
          },
        },
      },
    };
  };
  const operation = (call: DocumentedCall) => {
    const { id, endpoint, success } = call;
    answers[success.answer] ??= jsonSchemaOf(endpoint.response);
    const schema = { $ref: `#/components/schemas/${success.answer}` };
    return {
      operationId: id,
      tags: [tagOf(call)],
      summary: endpoint.summary,
      ...descriptionOf(call),
      security: [{ oauth2: [TOKEN_SCOPE] }, { token: [] }],
      parameters: parametersOf(call),
      ...bodyOf(call),
      responses: {
        [success.status]: {
          description: success.description,
          ...(endpoint.responseType === 'ndjson'
            ? { headers: { ...HEADERS, ...PAGE_HEADERS }, content: { 'application/x-ndjson': { schema } } }
            : { headers: HEADERS, content: jsonContent(schema) }),
        },
        ...refusals(call),
      },
    };
  };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of DOCUMENTED_CALLS) {
    const { path, method } = call.endpoint;
    paths[pathOf(path)] = { ...paths[pathOf(path)], [method.toLowerCase()]: operation(call) };
  }
  paths[getHealth.path] = {
    get: {
      operationId: 'health',
      tags: [OPERATION.name],
      summary: getHealth.summary,
      security: [],
      responses: { 200: { description: 'The server is up.' } },
    },
  };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Redoubt public API',
      version,
      description: [
        'Real-time fraud decisions. Paths and property names match in any letter case; nulls count as absent; unknown',
        'members are kept and can be read by rules; unknown values of an enumeration are taken as text.',
      ].join(' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          description: `Roles are given to the application in the console: ${API_ROLES.join(', ')}.${
            tenant === ANY_TENANT ? ` The token address carries the id of your tenant instead of ${ANY_TENANT}.` : ''
          }`,
          flows: {
            clientCredentials: {
              tokenUrl: `/${encodeURIComponent(tenant)}/oauth2/v2.0/token`,
              scopes: { [TOKEN_SCOPE]: 'Every role that the application was given.' },
            },
          },
        },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'Such a token.' },
      },
      parameters: {
        environment: {
          name: 'x-ms-dfpenvid',
          in: 'header',
          description: 'Environment: its id, or the path of its API ids. Also as a query parameter of the same name.',
          schema: { type: 'string' },
        },
        correlationId: {
          name: 'x-ms-correlation-id',
          in: 'header',
          description: 'Id of the call, best a GUID; comes back.',
          schema: { type: 'string' },
        },
      },
      schemas: {
        ...bodies.components,
        ...answers,
        Refusal: jsonSchemaOf(refusalBody),
        Unauthorized: jsonSchemaOf(unauthorizedBody),
      },
    },
  };
};
