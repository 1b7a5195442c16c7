import {
  API_ROLES,
  EVENT_EXAMPLES,
  EVENT_KINDS,
  EVENT_SCHEMAS,
  isAssessmentKind,
  type EventKind,
} from '@redoubt/domain';
import { z } from 'zod';
import { refusalBody, unauthorizedBody } from '../public/answers.ts';
import { getHealth, PUBLIC_EVENTS, publicAliasesOf } from '../public/public.ts';
import { createBodySchemas, type JsonSchema } from './body-schemas.ts';

const KINDS = Object.keys(PUBLIC_EVENTS) as EventKind[];

const TAGS = [
  { name: 'Purchase protection', description: 'Purchases, sign-ups and what becomes of them.' },
  { name: 'Account protection', description: 'Account creation, login and changes, and what becomes of them.' },
  { name: 'Operation', description: 'Whether the service is there.' },
] as const;

const tagOf = (kind: EventKind): string => TAGS[EVENT_KINDS[kind].generation === 'purchase' ? 0 : 1].name;

const upperFirst = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

/** `:name` of the endpoint table as OpenAPI writes it. */
const pathOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

const HEADERS = {
  'x-ms-correlation-id': {
    description: 'Id of the call: the one that was sent, else a new one.',
    schema: { type: 'string', format: 'uuid' },
  },
  'x-ms-appversion': { description: 'Version of the server.', schema: { type: 'string' } },
} as const;

const RETRY_AFTER = { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } } as const;

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

const REFUSALS = {
  400: 'The body is not JSON, or says something that cannot be: the message lists every wrong place with its reason.',
  401: 'The token is missing, has expired or is not for this service; the header ErrorReason says which.',
  403: 'The application lacks the role, or is not allowed in the environment.',
  404: 'There is no such address or environment.',
  413: 'The body is larger than 1 MB.',
  415: 'The body is not JSON by its type, or is compressed.',
  429: 'Too many calls; nothing was stored.',
  500: 'Something failed on the server; the same call may succeed.',
  503: 'The event could not be stored in time; send it again with the same id.',
} as const;

const refusals = () =>
  Object.fromEntries(
    Object.entries(REFUSALS).map(([status, description]) => [
      status,
      {
        description,
        headers: status === '429' || status === '503' ? { ...HEADERS, 'Retry-After': RETRY_AFTER } : HEADERS,
        content: jsonContent({ $ref: `#/components/schemas/${status === '401' ? 'Unauthorized' : 'Refusal'}` }),
      },
    ]),
  );

const parametersOf = (path: string) => [
  ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: 'Informative: the id in the body counts.',
  })),
  { $ref: '#/components/parameters/environment' },
  { $ref: '#/components/parameters/correlationId' },
];

const jsonSchemaOf = (schema: z.ZodType): JsonSchema => {
  const { $schema: _$schema, ...rest } = z.toJSONSchema(schema, { io: 'output', target: 'draft-2020-12' });
  return rest;
};

const ANSWER_NAMES = {
  purchase: ['PurchaseAnswer', 'PurchaseAccepted'],
  account: ['AccountAnswer', 'AccountAccepted'],
};

const answerName = (kind: EventKind): string => {
  const [decided = '', accepted = ''] = ANSWER_NAMES[EVENT_KINDS[kind].generation];
  return isAssessmentKind(kind) ? decided : accepted;
};

/**
 * The public API as an OpenAPI 3.1 document, from the endpoint table, the field tables that bodies are checked with and
 * the examples that the tests send.
 *
 * @param version of the server.
 */
export const openApiDocument = (version: string): JsonSchema => {
  const bodies = createBodySchemas();
  const answers: Record<string, JsonSchema> = {};
  const operation = (kind: EventKind) => {
    const { summary, path, response } = PUBLIC_EVENTS[kind];
    const { minimal, full } = EVENT_EXAMPLES[kind];
    answers[answerName(kind)] ??= jsonSchemaOf(response);
    return {
      operationId: kind,
      tags: [tagOf(kind)],
      summary,
      description: `Older addresses: ${publicAliasesOf(kind).map(pathOf).join(', ')}.`,
      security: [{ token: [] }],
      parameters: parametersOf(path),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: bodies.refTo(EVENT_SCHEMAS[kind], `${upperFirst(kind)}Body`),
            examples: { minimal: { value: minimal }, full: { value: full } },
          },
        },
      },
      responses: {
        200: {
          description: isAssessmentKind(kind)
            ? 'Decided and stored. An id that came before gets the answer it got then.'
            : 'Stored. Events with one id are merged: what is left out keeps its value.',
          headers: HEADERS,
          content: jsonContent({ $ref: `#/components/schemas/${answerName(kind)}` }),
        },
        ...refusals(),
      },
    };
  };
  const paths = {
    ...Object.fromEntries(KINDS.map((kind) => [pathOf(PUBLIC_EVENTS[kind].path), { post: operation(kind) }])),
    [getHealth.path]: {
      get: {
        operationId: 'health',
        tags: [TAGS[2].name],
        summary: getHealth.summary,
        security: [],
        responses: { 200: { description: 'The server is up.' } },
      },
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
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `Client credentials of OAuth 2.0. Roles: ${API_ROLES.join(', ')}.`,
        },
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
          description: 'Id of the call; comes back.',
          schema: { type: 'string', format: 'uuid' },
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
