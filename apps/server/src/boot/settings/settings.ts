import { isAbsolute } from 'node:path';
import { isAllowedTarget, mailSettingsProblem, readLimits } from '@redoubt/services';
import { z } from 'zod';

const flag = z.stringbool();
const file = (purpose: string) => z.string().min(1).optional().describe(purpose);
const port = z.coerce.number().int().min(1).max(65_535);

/** What a node may do; one process does all of it by default. */
const ROLES = ['decisions', 'console', 'projectors'] as const;
export type NodeRole = (typeof ROLES)[number];

/** Every setting of the server, read from the environment; `docs/operate/settings.md` is written from this table. */
export const settingsSchema = z.object({
  PORT: port.default(5180).describe('Port of console and API.'),
  HOST: z
    .string()
    .min(1)
    .default('localhost')
    .describe('Address to listen on. Anything but loopback needs OIDC_ISSUER.'),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address people and merchants use, when it differs from http://HOST:PORT (a proxy in front).'),
  TENANT_DOMAINS: z
    .string()
    .transform((text) => text.split(',').map((pair) => pair.split('=').map((part) => part.trim().toLowerCase())))
    .pipe(z.array(z.tuple([z.hostname(), z.guid()]), 'must be domain=tenant id pairs'))
    .transform((pairs) => new Map(pairs))
    .optional()
    .describe(
      'Domain names by which clients may name a tenant in token addresses, beside its id: domain=tenant id pairs separated by commas.',
    ),
  REDOUBT_DATA: z
    .string()
    .min(1)
    .default('.redoubt')
    .describe('Directory of the embedded database, keys and the demonstration facts.'),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.string().regex(/^[\da-f.:]+(?:\/\d{1,3})?$/i, 'must be addresses or ranges')).min(1))
    .optional()
    .describe(
      'Addresses or ranges, separated by commas, of proxies in front of this server: what they say about the address of a caller counts. Device sessions need it behind a proxy.',
    ),
  DATABASE_URL: z
    .string()
    .optional()
    .describe('PostgreSQL 15 or newer to use instead of the embedded one; names the owner of the schema.'),
  DATABASE_APP_URL: z
    .string()
    .optional()
    .describe('Login of the console (member of redoubt_app), where the owner may not create logins.'),
  DATABASE_INGEST_URL: z.string().optional().describe('Login of ingestion (member of redoubt_ingest), likewise.'),
  REDIS_URL: z
    .string()
    .optional()
    .describe(
      'Redis or Redis Cluster that keeps velocities, so that several nodes decide: redis://host:port, rediss://user:password@host:port, or some hosts of a cluster separated by commas. The same on every node that decides.',
    ),
  REDIS_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(1500)
    .default(250)
    .describe('Longest a decision waits for Redis at a time; a value that has not come by then counts as 0.'),
  REDOUBT_ROLES: z
    .string()
    .default(ROLES.join(','))
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(ROLES)).min(1))
    .describe(
      'What this node does, separated by commas: decisions (the event API; one node of a database without REDIS_URL), console, projectors.',
    ),
  ANSWERING_THREADS: z.coerce
    .number()
    .int()
    .min(0)
    .max(16)
    .default(0)
    .describe(
      'Threads of this process that answer the event API beside the one that stores and does everything else, for machines with several cores; 0 answers in that one thread. Each takes some 400 MB and seven connections to PostgreSQL. On Linux and FreeBSD, with the role decisions, without REDIS_URL.',
    ),
  REDOUBT_DEMO: flag
    .default(true)
    .describe('Seed the demonstration tenants on the first start (embedded identity provider only).'),
  REDOUBT_DEMO_HISTORY: flag
    .default(true)
    .describe(
      'Give the demonstration four weeks of traffic, queues, routing rules and cases, made in the background after the first start.',
    ),
  REDOUBT_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      'Secret that opens the keys of this installation, at least 32 characters, the same on every node. Required with DATABASE_URL; else made and kept in REDOUBT_DATA when absent.',
    ),
  REDOUBT_KEY_PREVIOUS: z
    .string()
    .min(32)
    .optional()
    .describe('The key before REDOUBT_KEY, while it is being replaced: opens what the new one does not open yet.'),
  DEVELOPMENT_SIGN_IN: z
    .enum(['local', 'shared'])
    .default('local')
    .describe(
      'Who may use the development sign-in, where OIDC_ISSUER is absent: local is this machine (or a tunnel to it), shared is every visitor who has the password that the first start prints, behind TLS (PUBLIC_ORIGIN=https://…). For evaluation only.',
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'must be at least 16 characters without blanks')
    .optional()
    .describe(
      'Bearer token that /metrics asks for, at least 16 characters. Without it, /metrics answers this machine alone.',
    ),
  FINGERPRINT_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text).origin)
    .optional()
    .describe(
      'Origin of its own for the frame that shops embed, as in https://fpt.shop.example: that host serves device fingerprinting and nothing else, and the host of the console no longer does.',
    ),
  EXTERNAL_CALL_TARGETS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((each) => each.trim()))
    .transform((targets) => targets.filter((target) => target !== ''))
    .refine((targets) => targets.every(isAllowedTarget), 'must be hosts, addresses or ranges separated by commas')
    .describe(
      'Hosts, addresses and ranges in private networks that external calls may reach, separated by commas, as in 10.1.0.0/16,scoring.internal:8443,[::1]:8080; without a port, on all. They may be called without TLS as well. Anything else private is refused.',
    ),
  RULE_LIMITS: z
    .string()
    .default('')
    .refine(
      (text) => readLimits(text) !== null,
      'must be name=number pairs separated by commas, of names in docs/operate/rules.md',
    )
    .describe(
      'How much may be published, where it is not what the language documents: name=number pairs separated by commas, as in functionsPerEnvironment=60,velocitiesPerFunction=20. The names are in docs/operate/rules.md. What is published already stays as it is.',
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./ })
    .optional()
    .describe(
      'Mail server for reports by e-mail: smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465, special signs percent-encoded. Nothing is sent by e-mail without it. The same on every node.',
    ),
  SMTP_TLS: z
    .enum(['required', 'off'])
    .default('required')
    .describe('off sends mail in the clear, for a relay on the same machine or network that asks for no password.'),
  SMTP_CA_FILE: file('PEM file of certificates that the mail server is checked against, instead of the public ones.'),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]+<)?[^@<>\s]+@[^@<>\s]+>?$/, 'must be an address, as in Redoubt <redoubt@shop.example>')
    .optional()
    .describe('What mail comes from, as in Redoubt <redoubt@shop.example>. Needed with SMTP_URL.'),
  MAIL_DOMAINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').map((each) => each.trim().toLowerCase()))
    .transform((domains) => domains.filter((domain) => domain !== ''))
    .pipe(z.array(z.hostname('must be domains separated by commas')))
    .describe(
      'Domains, separated by commas, to whose addresses reports may be sent. People of the tenant get them anyway; other addresses are refused.',
    ),
  AUDIT_ANCHOR_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File that the daily anchors of the activity log are added to, a line of JSON for each tenant. On another machine or medium than the database; redoubt audit verify --anchor reads it. The same on every node with the role projectors.',
    ),
  AUDIT_ANCHOR_WEBHOOK: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address that each daily anchor of the activity log is sent to with POST, as JSON. Likewise.'),
  TRACE_DIRECTORY: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Directory below which event tracing writes files, in a folder for each tenant and environment. Without it no subscription can write files. A shared one where several nodes have the role projectors.',
    ),
  LOSS_PREVENTION_DIRECTORY: z
    .string()
    .min(1)
    .refine(isAbsolute, 'must be an absolute path')
    .optional()
    .describe(
      'Directory below which files of tills are taken for loss prevention, from a folder for each tenant and environment. Without it no environment can be connected with its folder. An absolute path, and a shared directory where several nodes have the role projectors.',
    ),
  VELOCITY_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(64)
    .default(4096)
    .describe(
      'Memory for velocities, in MB: about 300 bytes for each key with five entries. Beyond it the keys that were quiet longest are dropped, and their values say that they are estimates.',
    ),
  VELOCITY_SNAPSHOT_EVENTS: z.coerce
    .number()
    .int()
    .min(1)
    .default(50_000)
    .describe(
      'Events after which velocities are written to the database again, in slices between decisions. A start counts at most so many from the log, and what came while the last snapshot was written.',
    ),
  GRAPH_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(64)
    .default(512)
    .describe(
      'Memory for the graph of shared values that rules ask with Graph.…, in MB: about 20 bytes for each value of an event. It is taken only where a rule asks. Beyond it the oldest events are dropped, and windows that reach back to them are not known.',
    ),
  IP_CITY_FILE: file(
    'MMDB file of places by IP address, in the layout of MaxMind or DB-IP, instead of the one that was refreshed or installed.',
  ),
  IP_ASN_FILE: file(
    'MMDB file of networks by IP address, or CSV of first address, last address, number and organisation, likewise.',
  ),
  BIN_FILE: file('CSV file of issuers by the first digits of a card, whose first line names its columns, likewise.'),
  MARKETS_FILE: file(
    'CSV file of country code and market code for Geo.MarketCode, instead of NA, LATAM, EMEA and APAC.',
  ),
  GEOGRAPHIES: z
    .string()
    .regex(/^[\w-]+=[^,=]+(?:,[\w-]+=[^,=]+)*$/, 'must be code=name pairs separated by commas')
    .default('local=This installation')
    .describe('Where a tenant may have its data stored, offered at its set-up: code=name pairs separated by commas.'),
  ENVIRONMENT_UNDO_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(14)
    .describe(
      'Days within which the deletion of an environment can be undone; then what is in it is removed. Deletions that are under way keep theirs. The same on every node.',
    ),
  ATTESTATION_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('Text file with your own statement for administrators to accept, instead of the one that ships.'),
  SUPPORT_URL: z
    .url({ protocol: /^(?:https?|mailto)$/ })
    .optional()
    .describe('Where global administrators ask for support; https or mailto. The entry of the help menu needs it.'),
  APPLICATIONINSIGHTS_CONNECTION_STRING: z
    .string()
    .regex(/(?:^|;)InstrumentationKey=[^;]+/i, 'must hold InstrumentationKey=…')
    .optional()
    .describe('Where the console sends telemetry (Application Insights). Nothing is collected or sent without it.'),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(600)
    .default(5)
    .describe(
      'Seconds between SIGTERM and the end: /readyz answers 503, calls are still answered, each ending its connection. As long as what stands in front needs to notice. Ctrl-C does not wait.',
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('warn')
    .describe(
      'What the server logs, as JSON lines on standard error: info tells starts, stops, refused tokens, changes of the console, plans and jobs; debug each call.',
    ),
});

export type Settings = Omit<z.output<typeof settingsSchema>, 'PUBLIC_ORIGIN'> & { readonly origin: string };

/** One clear sentence per wrong setting; boot prints them and exits. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Systems that spread the connections of a port over those that share it. */
const SPREADING: readonly string[] = ['linux', 'freebsd'];

const answeringThreadsProblem = ({
  ANSWERING_THREADS: threads,
  REDIS_URL,
  REDOUBT_ROLES: roles,
}: Pick<z.output<typeof settingsSchema>, 'ANSWERING_THREADS' | 'REDIS_URL' | 'REDOUBT_ROLES'>): string | undefined => {
  if (threads === 0) return undefined;
  if (REDIS_URL !== undefined)
    return 'ANSWERING_THREADS: not together with REDIS_URL. Leave it out and start more nodes, which share velocities in Redis.';
  if (!roles.includes('decisions'))
    return 'ANSWERING_THREADS: only a node with the role decisions answers events. Leave it out, or add the role.';
  if (!SPREADING.includes(process.platform))
    return 'ANSWERING_THREADS: this system cannot spread connections over threads. Leave it out.';
  return undefined;
};

/** Reads the environment. @throws `SettingsError` naming each wrong variable and what it takes. */
export const readSettings = (environment: Readonly<Record<string, string | undefined>>): Settings => {
  const present = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = settingsSchema.safeParse(present);
  if (!result.success) {
    const sentences = result.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}.`);
    throw new SettingsError(sentences.join('\n'));
  }
  const { PUBLIC_ORIGIN, ...settings } = result.data;
  const threadsProblem = answeringThreadsProblem(settings);
  if (threadsProblem !== undefined) throw new SettingsError(threadsProblem);
  const mailProblem =
    settings.SMTP_URL === undefined
      ? undefined
      : mailSettingsProblem({
          url: settings.SMTP_URL,
          from: settings.MAIL_FROM ?? '',
          tls: settings.SMTP_TLS === 'required',
        });
  if (mailProblem !== undefined) throw new SettingsError(mailProblem);
  const origin = (PUBLIC_ORIGIN ?? `http://${settings.HOST}:${settings.PORT}`).replace(/\/$/, '');
  return { ...settings, origin };
};
