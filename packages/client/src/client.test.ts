import {
  CASE_API_EXAMPLES,
  ENVIRONMENT_CHANGE_EXAMPLE,
  EVENT_EXAMPLES,
  EVENT_KINDS,
  NEW_ENVIRONMENT_EXAMPLES,
  POINTS_EXAMPLES,
  REVIEW_EXAMPLES,
} from '@redoubt/domain';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import { clientCredentials, createClient, type AnswerOf, type EventBody, type EventKind } from './index.ts';

type Seen = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
};
type Answer = { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> };

/** A server that answers what the test says, in turn; tokens are numbered. */
const startServer = async () => {
  const seen: Seen[] = [];
  const answers: (Answer | 'lost')[] = [];
  const issued: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/token') {
        issued.push(await text(request));
        response.end(JSON.stringify({ access_token: `token-${issued.length}`, expires_in: '3599' }));
        return;
      }
      const sent = await text(request);
      const body: unknown = sent === '' ? null : JSON.parse(sent);
      seen.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      const next = answers.shift() ?? { status: 200, body: { taken: true } };
      if (next === 'lost') {
        request.socket.destroy();
        return;
      }
      const { status, body: answer, headers } = next;
      response.writeHead(status, { 'x-ms-correlation-id': 'c-1', ...headers }).end(JSON.stringify(answer));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, seen, answers, issued, close: () => server.close() };
};

let server: Awaited<ReturnType<typeof startServer>>;
beforeEach(async () => {
  server = await startServer();
});
afterEach(() => server.close());

const client = (retries = 2) =>
  createClient({
    origin: server.origin,
    environment: '/primary/shop',
    retries,
    timeoutMs: 60_000,
    tokens: clientCredentials({
      tokenUrl: `${server.origin}/token`,
      clientId: 'shop',
      clientSecret: 'secret',
      scope: 'https://api.example/.default',
    }),
  });

const kinds = Object.keys(EVENT_KINDS) as EventKind[];
const refused = (status: number, retryable: boolean, headers = {}): Answer => ({
  status,
  headers,
  body: { ErrorType: 'ClientError', Message: 'no', Retryable: retryable, OtherErrors: null },
});

const METADATA = { trackingId: 't', merchantTimeStamp: '2026-03-14T10:22:31.120Z' };
const PURCHASE = { purchaseId: 'p', merchantLocalDate: '2026-03-14T11:22:30Z', _metadata: METADATA };

describe('the client', () => {
  it.each(kinds)('sends the examples of %s to the address that takes them', async (kind) => {
    const { full } = EVENT_EXAMPLES[kind];
    await client().send(kind, full);
    expect(server.seen).toMatchObject([
      {
        body: full,
        headers: { authorization: 'Bearer token-1', 'x-ms-dfpenvid': '/primary/shop' },
      },
    ]);
    expect(server.seen[0]?.path).toMatch(/^\/v1\.0\/[A-Za-z/]+(?:\/(?:ac-7002|cust-48999|lg-2))?$/);
  });

  it('knows the addresses of assessments of your own, and those of branches', async () => {
    const one = client();
    const { assessment, bank, label } = POINTS_EXAMPLES;
    await one.assess('Points', assessment.full);
    await one.assess('Points', assessment.full, { branch: 'try it' });
    await one.observe('Points', 'bank', bank.full);
    await one.label('Points', label.full);
    await one.assessLegacy('ReviewPosted', REVIEW_EXAMPLES.full);
    await one.sendToBranch('next', 'purchase', PURCHASE);
    expect(server.seen.map(({ path, body }) => [path, body])).toEqual([
      ['/v1.0/assessment/Points', assessment.full],
      ['/v1.0/assessment/Points/branch/try%20it', assessment.full],
      ['/v1.0/assessment/Points/observation/bank', bank.full],
      ['/v1.0/assessment/Points/label', label.full],
      ['/v1.0/action/assessment/ReviewPosted', REVIEW_EXAMPLES.full],
      ['/v1.0/MerchantServices/events/Purchase/branch/next', PURCHASE],
    ]);
  });

  it('manages environments', async () => {
    const { environments } = client();
    server.answers.push({ status: 200, body: { environments: [] } }, { status: 201, body: { name: 'made' } });
    expect(await environments.list()).toEqual([]);
    expect(await environments.create(NEW_ENVIRONMENT_EXAMPLES.full)).toEqual({ name: 'made' });
    await environments.read('e-1');
    await environments.change('e-1', ENVIRONMENT_CHANGE_EXAMPLE);
    await environments.remove('e-1');
    await environments.restore('e-1');
    const base = '/v1.0/provisioning/environments';
    expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', base, null],
      ['POST', base, NEW_ENVIRONMENT_EXAMPLES.full],
      ['GET', `${base}/e-1`, null],
      ['PATCH', `${base}/e-1`, ENVIRONMENT_CHANGE_EXAMPLE],
      ['DELETE', `${base}/e-1`, null],
      ['POST', `${base}/e-1/restore`, null],
    ]);
  });

  it('works on cases, and does not repeat a change whose answer was lost', async () => {
    const { cases } = client();
    const { agent, lease, decision, note, hold, escalation, send } = CASE_API_EXAMPLES;
    server.answers.push({ status: 200, body: { queues: [] } });
    expect(await cases.queues()).toEqual([]);
    await cases.list({ queueId: lease.queueId, list: 'ended', limit: 5 });
    await cases.send(send);
    await cases.lease(lease);
    await cases.read('c/1');
    await cases.extend('c-1', agent);
    await cases.giveBack('c-1', agent);
    await cases.hold('c-1', hold);
    await cases.escalate('c-1', escalation);
    await cases.decide('c-1', decision);
    await cases.undo('c-1', agent);
    server.answers.push({ status: 200, body: { notes: [] } }, { status: 200, body: { notes: ['one'] } });
    expect(await cases.notes('c-1')).toEqual([]);
    expect(await cases.addNote('c-1', note)).toEqual(['one']);
    const base = '/v1.0/cases';
    expect(server.seen.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['GET', `${base}/queues`, null],
      ['GET', `${base}?queueId=${lease.queueId}&list=ended&limit=5`, null],
      ['POST', base, send],
      ['POST', `${base}/lease`, lease],
      ['GET', `${base}/c%2F1`, null],
      ['POST', `${base}/c-1/extend`, agent],
      ['POST', `${base}/c-1/give-back`, agent],
      ['POST', `${base}/c-1/hold`, hold],
      ['POST', `${base}/c-1/escalation`, escalation],
      ['POST', `${base}/c-1/decision`, decision],
      ['POST', `${base}/c-1/undo`, agent],
      ['GET', `${base}/c-1/notes`, null],
      ['POST', `${base}/c-1/notes`, note],
    ]);
    server.answers.push('lost', refused(429, true, { 'retry-after': '0' }));
    await expect(cases.decide('c-1', decision)).rejects.toMatchObject({ status: null, retryable: true });
    await cases.addNote('c-1', note);
    expect(server.seen.slice(13).map(({ path }) => path)).toEqual([
      `${base}/c-1/decision`,
      `${base}/c-1/notes`,
      `${base}/c-1/notes`,
    ]);
  });

  it('asks for a token once, and for a new one where the server refuses it', async () => {
    const one = client();
    await one.send('purchase', PURCHASE);
    server.answers.push({ status: 401, body: { statusCode: 401, message: 'The token has expired.' } });
    await one.send('purchase', PURCHASE);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
      'Bearer token-2',
    ]);
    expect(server.issued[0]).toContain('grant_type=client_credentials');
  });

  it('sends again what may succeed later, with the same ids, after the time it is told', async () => {
    server.answers.push(refused(503, true, { 'retry-after': '0' }), refused(429, true, { 'retry-after': '0' }));
    expect(await client().send('purchase', PURCHASE, { correlationId: 'mine' })).toEqual({ taken: true });
    expect(server.seen.map(({ headers }) => headers['x-ms-correlation-id'])).toEqual(['mine', 'mine', 'mine']);
  });

  it('tells what was refused, by which call, and does not try that again', async () => {
    server.answers.push(refused(400, false));
    await expect(client().send('purchase', PURCHASE)).rejects.toMatchObject({
      name: 'RedoubtError',
      message: 'no',
      status: 400,
      retryable: false,
      correlationId: 'c-1',
    });
    expect(server.seen).toHaveLength(1);
  });

  it('gives up after its tries', async () => {
    server.answers.push(refused(503, true, { 'retry-after': '0' }), refused(503, true, { 'retry-after': '0' }));
    await expect(client(1).send('purchase', PURCHASE)).rejects.toMatchObject({ status: 503, retryable: true });
    expect(server.seen).toHaveLength(2);
  });
});

describe('the types of bodies and answers', () => {
  it('follow from the tables that bodies are checked with', () => {
    expectTypeOf(PURCHASE).toExtend<EventBody<'purchase'>>();
    expectTypeOf<{ purchaseId: 'p' }>().not.toExtend<EventBody<'purchase'>>();
    expectTypeOf<EventBody<'accountLogin'>['metadata']['loginId']>().toEqualTypeOf<string>();
    expectTypeOf<NonNullable<EventBody<'purchase'>['totalAmount']>>().toEqualTypeOf<number>();
    expectTypeOf<AnswerOf<'purchase'>['resultDetails']['MerchantRuleDecision']>().toEqualTypeOf<
      'Approve' | 'Reject' | 'Review' | 'Challenge'
    >();
    expectTypeOf<AnswerOf<'accountLoginStatus'>['code']>().toEqualTypeOf<string>();
    expectTypeOf<AnswerOf<'refund'>['resultDetails']['Succeeded']>().toEqualTypeOf<boolean>();
  });
});
