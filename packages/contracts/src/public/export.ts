import { DECISIONS } from '@redoubt/domain';
import { z } from 'zod';
import { guid, instant, json } from '../common.ts';
import { RESIDENCY_ERRORS } from '../data-residency/data-residency.ts';
import { defineEndpoint } from '../define.ts';

/** What an export can hold. */
export const EXPORT_TYPES = ['event', 'observation', 'label'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** Most and usual events that are looked at for a page. */
export const MAX_EXPORT_PAGE = 2000;
const EXPORT_PAGE = 500;

/** Headers of a page. */
export const EXPORT_CURSOR_HEADER = 'x-next-cursor';
export const EXPORT_MORE_HEADER = 'x-has-more';

const text = z.string().nullable();

const velocity = z.object({
  name: z.string().describe('`<set>.<velocity>` or the name alone, as rules write it.'),
  environmentId: guid.describe('Environment whose velocity it is: that of the event, or one above it.'),
  window: z.string().describe('Amount and unit, such as `24h`.'),
  windowMode: z.string(),
  includesCurrent: z.boolean().describe('Whether the event itself counts.'),
  key: z.string().describe('Whose value it is, such as an e-mail address.'),
  value: z.number().nullable().describe('Null where it could not be read.'),
  uncertainEvents: z.number().int().describe('Events that may be missing in the value.'),
  isEstimate: z.boolean(),
  warming: z.boolean().describe('Whether its history was not counted yet.'),
});

const decided = z.object({
  decision: z.enum(DECISIONS),
  reason: text,
  supportMessage: text,
  challengeType: text,
  rule: z
    .object({ id: guid, name: z.string(), version: z.number().int(), environmentId: guid })
    .nullable()
    .describe('Null where no rule decided.'),
  clause: text,
  riskScore: z.number().nullable(),
  control: z
    .object({ probability: z.number(), stopped: z.enum(DECISIONS).nullable() })
    .nullable()
    .describe(
      'Set where the control share could let a stopped purchase pass; `stopped` is what rules decided of one that passed.',
    ),
});

/** One line of a page. Members may be added; none is taken away. */
export const exportedEventBody = z.object({
  position: z
    .number()
    .int()
    .describe('Place in the log: greater in each later line, with gaps. Names the line for good.'),
  type: z.enum(EXPORT_TYPES),
  eventType: z
    .string()
    .describe('`purchase`, `chargeback`, … or `assessment-7` and the like for assessments of your own.'),
  eventId: z.string().describe('Id within its kind; of observations and labels it repeats when they are sent again.'),
  eventTime: instant,
  receivedAt: instant,
  historical: z.boolean(),
  correlationId: z.string(),
  about: z
    .object({ kind: z.string(), id: z.string() })
    .nullable()
    .describe(
      'What an observation or label is about: an event, an account, a payment instrument or an address. Null for events.',
    ),
  decision: decided.nullable().describe('Null for observations and labels.'),
  velocities: z.array(velocity).describe('Values that the decision read; empty for observations and labels.'),
  body: json.describe('What was sent, in the canonical spelling of its members; card data is masked.'),
});
export type ExportedEvent = Omit<z.infer<typeof exportedEventBody>, 'body'> & {
  readonly body: Readonly<Record<string, unknown>>;
};

const isType = (type: string): type is ExportType => (EXPORT_TYPES as readonly string[]).includes(type);

/** What a page is asked with. */
export const exportQuery = z.object({
  cursor: z
    .string()
    .max(400)
    .optional()
    .describe('The header x-next-cursor of the page before; from the oldest event on without it.'),
  types: z
    .string()
    .max(100)
    .default(EXPORT_TYPES.join(','))
    .transform((types) => types.split(',').map((type) => type.trim()))
    .refine((types) => types.every(isType), `is a list of ${EXPORT_TYPES.join(', ')}, separated by commas`)
    .transform((types) => types.filter(isType))
    .describe('Which of event, observation and label, separated by commas; all without it.'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_EXPORT_PAGE)
    .default(EXPORT_PAGE)
    .describe('Events looked at for the page; it holds those of the types asked for, and fewer where they are large.'),
});
export type ExportQuery = z.output<typeof exportQuery>;

/**
 * What is stored of an environment, in the order of the log, for a warehouse that follows (`docs/operate/data-api.md`). A page is
 * lines of JSON, each an `exportedEventBody`; the headers say how to go on.
 */
export const exportEvents = defineEndpoint({
  id: 'public.export',
  summary:
    'Stored events with decision and velocities, observations and labels, a page at a time in the order of the log.',
  method: 'GET',
  path: '/v1.0/events/export',
  permission: 'Export_API',
  query: exportQuery,
  response: exportedEventBody,
  responseType: 'ndjson',
  errors: [
    'REQ-INVALID',
    'ENV-UNKNOWN',
    'ENV-NOT-ACTIVE',
    'AUTH-APPLICATION-NOT-ALLOWED',
    'REQ-OVERLOADED',
    ...RESIDENCY_ERRORS,
  ],
});
