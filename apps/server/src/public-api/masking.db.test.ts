import { EVENT_EXAMPLES } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maskedLog } from '../boot/logging/masked-log.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';

const db = useDatabase();
const callers = createCallers();
const PURCHASE = '/v1.0/merchantservices/events/purchase';
let tenant: SceneTenant;
let running: PublicApp;
let authorization: string;

beforeEach(async () => {
  tenant = await createTenant(db.database);
  running = await createPublicApp(db.database, sceneClock(), callers.verify);
  authorization = callers.headerFor(applicationOf(tenant));
});
afterEach(() => running.close());

/** As people and programs write them; a blank stands where the separator goes. */
const SEPARATORS = ['', ' ', '  ', '-', '.', '/', '_', '\u00a0', '\n', ' - '];
const written = (separator: string): string => ['4111', '1111', '1111', '1111'].join(separator);

/** A card number that survived, with anything but letters between its digits. */
const SURVIVOR = /4(?:[^\p{L}\p{N}*]{0,3}1){15}/u;

const purchase = (changes: JsonObject): JsonObject => ({
  ...EVENT_EXAMPLES.purchase.minimal,
  purchaseId: newId(),
  ...changes,
});

/** Every table but compressed blocks of the log, whose text is the one that search rows are made from. */
const KEPT_TABLES = `select tablename as table from pg_tables
  where schemaname = 'public' and tablename not in ('segment', 'velocity_snapshot_part', 'stream')`;

type Surface = {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload: string;
};

const SURFACES: Readonly<Record<string, (card: string) => Surface>> = {
  'a field of the body': (card) => ({ url: PURCHASE, payload: JSON.stringify(purchase({ originalOrderId: card })) }),
  'a field that is not known': (card) => ({
    url: PURCHASE,
    payload: JSON.stringify(purchase({ note: { deep: [card] } })),
  }),
  'the name of a member': (card) => ({
    url: PURCHASE,
    payload: JSON.stringify(purchase({ customData: { [card]: 'x' } })),
  }),
  'a value of the wrong type': (card) => ({ url: PURCHASE, payload: JSON.stringify(purchase({ totalAmount: card })) }),
  'an enumerated value': (card) => ({ url: PURCHASE, payload: JSON.stringify(purchase({ assessmentType: card })) }),
  'the id of the event': (card) => ({ url: PURCHASE, payload: JSON.stringify(purchase({ purchaseId: card })) }),
  'a body that is cut off': (card) => ({ url: PURCHASE, payload: `{"card":${JSON.stringify(card)},"a` }),
  'a body with the bare number': (card) => ({ url: PURCHASE, payload: `{"card":${card.replaceAll('\n', ' ')},"a":}` }),
  'the header that names the environment': (card) => ({
    url: PURCHASE,
    headers: { 'x-ms-dfpenvid': encodeURIComponent(card).replaceAll('%20', ' ') },
    payload: JSON.stringify(purchase({})),
  }),
  'the header that correlates': (card) => ({
    url: PURCHASE,
    headers: { 'x-ms-correlation-id': encodeURIComponent(card) },
    payload: '{}',
  }),
  'the path': (card) => ({ url: `/v1.0/assessment/${encodeURIComponent(card)}`, payload: '{}' }),
  'the path of an address that does not exist': (card) => ({
    url: `/v1.0/${encodeURIComponent(card)}/x`,
    payload: '{}',
  }),
  'the query': (card) => ({ url: `${PURCHASE}?card=${encodeURIComponent(card)}`, payload: '{}' }),
};

describe('a card number in', () => {
  it.each(Object.keys(SURFACES))('%s is in no answer and in nothing that is kept', async (name) => {
    const survived: string[] = [];
    for (const separator of SEPARATORS) {
      const surface = SURFACES[name]?.(written(separator));
      if (surface === undefined) throw new Error(name);
      const { url, headers, payload } = surface;
      const answer = await running.app.inject({
        method: 'POST',
        url,
        headers: {
          authorization,
          'content-type': 'application/json',
          'x-ms-dfpenvid': tenant.environmentId,
          ...headers,
        },
        payload,
      });
      expect(answer.statusCode).toBeLessThan(500);
      const answered = decodeURIComponent(`${answer.body} ${JSON.stringify(answer.headers)}`.replaceAll('%', '%25'));
      if (SURVIVOR.test(answered) || SURVIVOR.test(decodeURIComponent(answered))) survived.push(answered);
    }
    await running.settled();
    await running.refusals();
    await running.counts();
    let rowsRead = 0;
    for (const { table } of await db.asAdmin<{ table: string }>(KEPT_TABLES)) {
      const rows = await db.asAdmin<{ row: string }>(`select t::text as row from ${table} t`);
      rowsRead += rows.length;
      for (const { row } of rows) if (SURVIVOR.test(row)) survived.push(`${table} ${row}`);
    }
    expect(rowsRead).toBeGreaterThan(0);
    expect(survived).toEqual([]);
  });

  it('an error is in no line of the log', () => {
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, maskedLog({ write: (line) => lines.push(line) }));
    for (const separator of SEPARATORS) {
      const card = written(separator);
      log.error({ err: new Error(`invalid input syntax for type uuid: "${card}"`), params: [card] }, `about ${card}`);
    }
    expect(lines).toHaveLength(SEPARATORS.length);
    for (const line of lines) expect(JSON.stringify(JSON.parse(line))).not.toMatch(SURVIVOR);
  });
});
