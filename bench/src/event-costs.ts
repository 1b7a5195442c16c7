import { publicEventPath } from '@redoubt/contracts';
import {
  definedLabelSchema,
  definedSchema,
  EVENT_EXAMPLES,
  EVENT_KINDS,
  EVENT_SCHEMAS,
  observationSchema,
  POINTS_EXAMPLES,
  shapeBody,
  type EventKind,
  type ObjectSchema,
} from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { parseBody } from '@redoubt/server';
import { createAssessment, createSearchAttribute } from '@redoubt/services';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { openConnection } from './load/http-connection.ts';
import type { Machine } from './measure/machine.ts';
import { untilCaughtUp } from './measure/metrics.ts';
import { cpuMsOf } from './measure/processes.ts';
import { besideServer } from './targets/publish-plan.ts';
import { startRedoubt, type RedoubtTarget } from './targets/redoubt.ts';
import { median } from './measure/median.ts';

const ROUNDS = 3;
const EVENTS = 2000;
const CONNECTIONS = 32;
const VALIDATIONS = 5000;
const CATCH_UP_LIMIT_MS = 60_000;

/** What is sent, and what it is checked with. */
type Sent = {
  readonly name: string;
  readonly path: (body: object) => string;
  readonly schema: ObjectSchema;
  readonly body: JsonObject;
  /** Where the id stands that tells events apart. */
  readonly id: string;
};

/** Processor time of one event in microseconds: of the server, of PostgreSQL, and of reading and checking the body. */
export type EventCost = {
  readonly name: string;
  readonly serverUs: number;
  readonly postgresUs: number;
  readonly validationUs: number;
};

const SECTIONS = ['deviceFingerprinting', 'user', 'payment', 'card', 'loyalty'] as const;
const OBSERVATIONS = [
  { template: 'AssessmentStatus', friendlyName: 'Status', apiName: 'status', fields: [] },
  { template: 'Bank', friendlyName: 'Bank', apiName: 'bank', fields: [] },
  { template: 'Chargeback', friendlyName: 'Chargeback', apiName: 'chargeback', fields: [] },
] as const;

const points = (name: keyof typeof POINTS_EXAMPLES, address: string, schema: ObjectSchema, id: string): Sent => ({
  name: `points ${name}`,
  path: () => `/v1.0/assessment/BenchPoints${address}`,
  schema,
  body: POINTS_EXAMPLES[name].full,
  id,
});

const definedSent = (): readonly Sent[] => {
  const [status, bank, chargeback] = OBSERVATIONS.map(observationSchema);
  const whole = definedSchema({ template: 'LoyaltyProgram', definition: { sections: SECTIONS, fields: [] } });
  return [
    points('assessment', '', whole, 'metadata.eventId'),
    points('status', '/observation/status', status ?? {}, 'metadata.observationId'),
    points('bank', '/observation/bank', bank ?? {}, 'metadata.observationId'),
    points('chargeback', '/observation/chargeback', chargeback ?? {}, 'metadata.observationId'),
    points('label', '/label', definedLabelSchema([]), 'metadata.eventId'),
  ];
};

/** Attributes of `customData` that are searchable; the same values stand under other names in a purchase of its own. */
const SEARCHED = ['string', 'string', 'string', 'double', 'double'] as const;

const withValues = (name: string, what: 'kept' | 'searched'): Sent => {
  const values = SEARCHED.map((type, index) => [`${what}${index}`, type === 'string' ? `value ${index}` : index + 0.5]);
  const body = { ...EVENT_EXAMPLES.purchase.full, customData: Object.fromEntries(values) as JsonObject };
  return {
    name,
    path: (each) => publicEventPath('purchase', each),
    schema: EVENT_SCHEMAS.purchase,
    body,
    id: 'purchaseId',
  };
};

const builtInSent = (): readonly Sent[] =>
  (Object.keys(EVENT_KINDS) as EventKind[]).map((kind) => ({
    name: kind,
    path: (body) => publicEventPath(kind, body),
    schema: EVENT_SCHEMAS[kind],
    body: EVENT_EXAMPLES[kind].full,
    id: EVENT_KINDS[kind].id,
  }));

/** The full example as another event. */
const freshBody = ({ body, id }: Sent): JsonObject => {
  const fresh = structuredClone(body) as Record<string, unknown>;
  const names = id.split('.');
  const last = names.pop() ?? '';
  const owner = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], fresh);
  if (typeof owner === 'object' && owner !== null) Object.assign(owner, { [last]: newId() });
  return fresh as JsonObject;
};

const validationUs = (sent: Sent): number => {
  const bytes = Array.from({ length: VALIDATIONS }, () => Buffer.from(JSON.stringify(freshBody(sent))));
  const check = (): void => {
    for (const each of bytes) shapeBody(sent.schema, parseBody(each, () => '0000').value);
  };
  check();
  const before = process.cpuUsage();
  check();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / VALIDATIONS;
};

/** Sends events of one kind and waits until every projector has applied them: their work belongs to the event. */
const sendAll = async ({ port, origin, headers }: RedoubtTarget, sent: Sent): Promise<void> => {
  const bodies = Array.from({ length: EVENTS }, () => freshBody(sent));
  const fixed = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const sendFrom = async (): Promise<void> => {
    const connection = await openConnection(port, (error) => {
      throw error;
    });
    for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
      const bytes = Buffer.from(JSON.stringify(body));
      const head = `POST ${sent.path(body)} HTTP/1.1\r\n${fixed.join('')}`;
      const { status, text } = await new Promise<{ status: number; text: string }>((resolve) => {
        connection.send(head, bytes, (code, answer) => resolve({ status: code, text: answer.toString() }));
      });
      if (status !== 200) throw new Error(`${sent.name} was answered ${status}: ${text}`);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendFrom));
  await untilCaughtUp(origin, CATCH_UP_LIMIT_MS);
};

/** What an event of each kind costs on the real server with the demonstration's rules. */
export const measureEventCosts = async (
  say: (text: string) => void,
  keep: <Stoppable extends { readonly stop: () => Promise<void> }>(thing: Stoppable) => Stoppable,
): Promise<readonly EventCost[]> => {
  const redoubt = keep(await startRedoubt([]));
  await besideServer(redoubt.dataDirectory, redoubt.facts, (context) =>
    createAssessment(context, {
      template: 'LoyaltyProgram',
      apiName: 'BenchPoints',
      friendlyName: 'Points',
      sections: [...SECTIONS],
      fields: [],
      observations: OBSERVATIONS.map((each) => ({ ...each, fields: [] })),
      label: { friendlyName: 'Label', fields: [] },
      features: { caseManagement: false, search: true, reporting: false },
      dataSubjectIds: ['metadata.eventId'],
      runMode: 'allUntilDecision',
    }),
  );
  await besideServer(redoubt.dataDirectory, redoubt.facts, async (context) => {
    for (const [index, type] of SEARCHED.entries()) {
      const attribute = { eventType: 'purchase', path: `customData.searched${index}`, type, fill: false } as const;
      await createSearchAttribute(context, attribute);
    }
  });
  // Taken up by the next plans, within a second or two.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const kinds = [
    ...builtInSent(),
    withValues('purchase, five values', 'kept'),
    withValues('purchase, the five values searched by', 'searched'),
    ...definedSent(),
  ];
  const rounds = new Map<Sent, { serverUs: number; postgresUs: number }[]>(kinds.map((kind) => [kind, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    say(round === 0 ? 'Warming up …' : `Round ${round} of ${ROUNDS} …`);
    for (const kind of kinds) {
      const before = [await cpuMsOf(redoubt.pid, false), await cpuMsOf(redoubt.postgresPid, true)];
      await sendAll(redoubt, kind);
      const after = [await cpuMsOf(redoubt.pid, false), await cpuMsOf(redoubt.postgresPid, true)];
      const [serverUs = 0, postgresUs = 0] = after.map((ms, at) => ((ms - (before[at] ?? 0)) * 1000) / EVENTS);
      if (round > 0) rounds.get(kind)?.push({ serverUs, postgresUs });
    }
  }
  return kinds.map((kind) => ({
    name: kind.name,
    serverUs: median((rounds.get(kind) ?? []).map(({ serverUs }) => serverUs)),
    postgresUs: median((rounds.get(kind) ?? []).map(({ postgresUs }) => postgresUs)),
    validationUs: validationUs(kind),
  }));
};

const HEAD = `# What an event of each kind costs

One table per run of \`npm run bench -- events\`: the full example of each kind, with a new id each time, sent over
${CONNECTIONS} connections to the real server with the demonstration's rules; ${EVENTS} events, ${ROUNDS} rounds, the kinds taking
turns. Processor time of one event, the projectors' work included, so that it means something beside other programs; the
median of the rounds. Validation is reading, masking and checking the body, measured alone. Goal: below a tenth of what the
request costs the server.
`;

/** Adds a table to those of all runs; gives it. */
export const saveEventCosts = async (
  directory: string,
  at: string,
  machine: Machine,
  costs: readonly EventCost[],
): Promise<string> => {
  const purchase = costs.find(({ name }) => name === 'purchase')?.serverUs ?? 1;
  const rows = costs.map(({ name, serverUs, postgresUs, validationUs: checked }) => {
    const cells = [name, serverUs, postgresUs].map((cell) =>
      typeof cell === 'number' ? `${cell.toFixed(0)} µs` : cell,
    );
    const share = `${((100 * checked) / serverUs).toFixed(1)} %`;
    return `| ${[...cells, (serverUs / purchase).toFixed(2), `${checked.toFixed(1)} µs`, share].join(' | ')} |`;
  });
  const text = [
    '',
    `## ${at.slice(0, 10)}-${machine.commit} · ${machine.cores} × ${machine.cpu} · load ${(loadavg()[0] ?? 0).toFixed(1)}`,
    '',
    '| Event | Server | PostgreSQL | Server, to a purchase | Validation | of the request |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
  const file = join(directory, 'events.md');
  await mkdir(directory, { recursive: true });
  const isThere = await readFile(file, 'utf8').then(
    () => true,
    () => false,
  );
  if (!isThere) await writeFile(file, HEAD);
  await appendFile(file, text);
  return text;
};
