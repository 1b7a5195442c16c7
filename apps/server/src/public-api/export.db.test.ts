import { exportedEventBody, exportEvents, PUBLIC_EVENTS, type ExportedEvent } from '@redoubt/contracts';
import { EVENT_EXAMPLES, type ApiRole, type EventKind } from '@redoubt/domain';
import type { Id, JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';

const READS: readonly ApiRole[] = ['Risk_API', 'Export_API', 'ExportPersonal_API'];
const db = useDatabase();
const clock = sceneClock();
const callers = createCallers();
let running: PublicApp;
let tenant: SceneTenant;

beforeAll(async () => {
  running = await createPublicApp(db.database, clock, callers.verify);
});
afterAll(() => running.close());

const grant = async (roles: readonly ApiRole[]): Promise<void> => {
  const grants = JSON.stringify([{ environmentId: null, roles }]);
  await db.asAdmin('update application set grants = $2 where client_id = $1', [tenant.clientId, grants]);
  await running.plans.refresh(tenant.tenantId);
};

beforeEach(async () => {
  tenant = await createTenant(db.database);
  await grant(READS);
});

const headersFor = (environmentId: Id, roles: readonly ApiRole[]) => ({
  authorization: callers.headerFor({ ...applicationOf(tenant), apiRoles: roles }),
  'x-ms-dfpenvid': environmentId,
});

const send = async (kind: EventKind, payload: JsonObject, environmentId: Id = tenant.environmentId) => {
  const { statusCode, body } = await running.app.inject({
    method: 'POST',
    url: PUBLIC_EVENTS[kind].path,
    headers: { ...headersFor(environmentId, READS), 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  expect([body, statusCode]).toEqual([expect.anything(), 200]);
};

const USER = { userId: 'cust-48213', email: 'nora.quill@mailbox.example' };
const buy = (purchaseId: string, environmentId?: Id) =>
  send('purchase', { ...EVENT_EXAMPLES.purchase['full'], purchaseId, user: USER }, environmentId);

type Asked = { readonly query?: string; readonly environmentId?: Id; readonly roles?: readonly ApiRole[] };

const read = async ({ query = '', environmentId = tenant.environmentId, roles = READS }: Asked = {}) => {
  const { statusCode, headers, body } = await running.app.inject({
    method: 'GET',
    url: `${exportEvents.path}${query}`,
    headers: headersFor(environmentId, roles),
  });
  const isPage = statusCode === 200;
  const lines = isPage ? body.split('\n').slice(0, -1) : [];
  return {
    status: statusCode,
    type: headers['content-type'],
    cursor: String(headers['x-next-cursor']),
    hasMore: headers['x-has-more'] === 'true',
    events: lines.map((line) => exportedEventBody.parse(JSON.parse(line)) as ExportedEvent),
    message: isPage ? '' : (JSON.parse(body) as { readonly Message: string }).Message,
  };
};

/** Follows pages to the end. */
const follow = async (limit: number, from?: string) => {
  const events: ExportedEvent[] = [];
  let cursor = from;
  for (;;) {
    const page = await read({ query: `?limit=${limit}${cursor === undefined ? '' : `&cursor=${cursor}`}` });
    events.push(...page.events);
    cursor = page.cursor;
    if (!page.hasMore) return { events, cursor };
  }
};

const idsOf = (events: readonly ExportedEvent[]) => events.map(({ eventId }) => eventId);
const entries = () =>
  db.asAdmin(
    `select environment_id, actor_name, modified from audit_entry
      where tenant_id = '${tenant.tenantId}' and operation = 'Export' order by at`,
  );

describe('the export', () => {
  it('holds events with their decision, observations and labels, in the order of the log', async () => {
    await buy('p-1');
    await send('purchaseStatus', { ...EVENT_EXAMPLES.purchaseStatus['full'], purchaseId: 'p-1' });
    await send('label', {
      ...EVENT_EXAMPLES.label['full'],
      labelObjectType: 'Email',
      labelObjectId: USER.email,
    });
    const page = await read();
    expect([page.status, page.type, page.hasMore]).toEqual([200, 'application/x-ndjson; charset=utf-8', false]);
    expect(page.events).toMatchObject([
      { type: 'event', eventType: 'purchase', eventId: 'p-1', about: null, body: { user: USER }, velocities: [] },
      { type: 'observation', about: { kind: 'purchase', id: 'p-1' }, decision: null },
      { type: 'label', about: { kind: 'email', id: USER.email }, decision: null },
    ]);
    expect(page.events[0]?.decision).toMatchObject({ decision: 'Approve', rule: null, control: null });
    const labels = await read({ query: '?types=label' });
    expect([idsOf(labels.events), labels.cursor]).toEqual([[page.events[2]?.eventId], page.cursor]);
    expect((await read({ query: `?cursor=${page.cursor}` })).events).toEqual([]);
  });

  it('leaves nothing out and repeats nothing while events are stored', async () => {
    const wanted = Array.from({ length: 60 }, (_, at) => `p-${at}`);
    let isWriting = true;
    const writing = Promise.all(
      [0, 1, 2, 3].map(async (lane) => {
        for (const [at, id] of wanted.entries()) {
          if (at % 4 === lane) await buy(id, at % 5 === 0 ? tenant.childId : tenant.environmentId);
        }
      }),
    ).then(() => (isWriting = false));
    const seen: ExportedEvent[] = [];
    let cursor: string | undefined;
    while (isWriting) {
      const more = await follow(3, cursor);
      seen.push(...more.events);
      ({ cursor } = more);
    }
    await writing;
    seen.push(...(await follow(3, cursor)).events);
    expect(idsOf(seen).toSorted()).toEqual(wanted.filter((_, at) => at % 5 !== 0).toSorted());
    const positions = seen.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect((await follow(1000)).events).toEqual(seen);
  }, 60_000);

  it('goes on with the cursor after a reader and the server ended', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await buy(id);
    const first = await read({ query: '?limit=2' });
    expect([idsOf(first.events), first.hasMore]).toEqual([['a', 'b'], true]);
    const restarted = await createPublicApp(db.database, clock, callers.verify);
    await running.close();
    running = restarted;
    await grant(READS);
    expect(idsOf((await follow(2, first.cursor)).events)).toEqual(['c', 'd']);
    expect(idsOf((await read({ query: `?limit=2&cursor=${first.cursor}` })).events)).toEqual(['c', 'd']);
  });
});

describe('a cursor', () => {
  it('holds in its environment alone', async () => {
    await buy('p-1');
    const { cursor } = await read();
    const other = await read({ query: `?cursor=${cursor}`, environmentId: tenant.childId });
    expect([other.status, other.message]).toEqual([400, expect.stringContaining('belongs to another environment')]);
  });

  it.each(['x', 'e30', Buffer.from('[1,"a",2,3]').toString('base64url'), Buffer.from('[2]').toString('base64url')])(
    'is refused where it is none: %s',
    async (cursor) => {
      const refused = await read({ query: `?cursor=${cursor}` });
      expect([refused.status, refused.message]).toEqual([400, expect.stringContaining('query.cursor')]);
    },
  );

  it('is refused by a log that went back', async () => {
    await buy('p-1');
    const ahead = (position: number, receivedAtMs: number) =>
      Buffer.from(JSON.stringify([1, tenant.environmentId, position, receivedAtMs])).toString('base64url');
    const [only] = (await read()).events;
    for (const cursor of [ahead(1e9, clock.now()), ahead(only?.position ?? 0, clock.now() - 1)]) {
      const refused = await read({ query: `?cursor=${cursor}` });
      expect([refused.status, refused.message]).toEqual([400, expect.stringContaining('restored from a backup')]);
    }
  });
});

describe('an application', () => {
  it('needs the role, by its token and in the environment', async () => {
    expect(await read({ roles: ['Risk_API'] })).toMatchObject({
      status: 403,
      message: 'The application does not hold the role Export_API.',
    });
    await grant(['Risk_API']);
    expect((await read()).status).toBe(403);
  });

  it('sees masks without the role for personal fields', async () => {
    await buy('p-1');
    await send('label', {
      ...EVENT_EXAMPLES.label['full'],
      labelObjectType: 'Email',
      labelObjectId: USER.email,
    });
    await send('updateAccount', { ...EVENT_EXAMPLES.updateAccount['full'], ...USER });
    const { events } = await read({ roles: ['Export_API'] });
    expect(events.map(({ type }) => type)).toEqual(['event', 'label', 'observation']);
    const told = JSON.stringify(events);
    expect([USER.email, USER.userId].filter((value) => told.includes(value))).toEqual([]);
    expect(events[0]?.body).toMatchObject({ user: { email: 'n•••@mailbox.example' } });
    expect(events[1]?.about).toEqual({ kind: 'email', id: 'n•••@mailbox.example' });
    await grant(['Risk_API', 'Export_API']);
    expect(JSON.stringify((await read()).events)).not.toContain(USER.email);
  });

  it('is named in the activity log when it begins, not for each page', async () => {
    for (const id of ['a', 'b', 'c']) await buy(id);
    await follow(1);
    expect(await entries()).toEqual([
      {
        environment_id: tenant.environmentId,
        actor_name: 'Shop',
        modified: { after: 0, types: ['event', 'observation', 'label'], personal: 'plain' },
      },
    ]);
    await read({ roles: ['Risk_API', 'Export_API'] });
    expect((await entries()).map(({ modified }) => (modified as JsonObject)['personal']).toSorted()).toEqual([
      'masked',
      'plain',
    ]);
  });

  it.each(['?limit=0', '?limit=2001', '?limit=x', '?types=events', '?types='])(
    'is told what is wrong with %s',
    async (query) => {
      const refused = await read({ query });
      expect([refused.status, refused.message]).toEqual([400, expect.stringMatching(/query\.(?:limit|types)/)]);
    },
  );
});
