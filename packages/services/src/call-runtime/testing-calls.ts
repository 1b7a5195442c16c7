import type { ExternalCallDefinition } from '@redoubt/domain';
import type { PlanCall } from '@redoubt/engine';
import { fixedClock, newId, type Json } from '@redoubt/kernel';
import type { MadeCall } from '@redoubt/storage';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createExternalCalls, secretPlace, type ExternalCalls } from './external-calls.ts';
import { answerJson, startHostileServer, type SeenRequest } from './testing-server.ts';

export const TENANT = newId();
export const ENVIRONMENT = newId();
export const FALLBACK = { score: -1 };

/** What the other side does, by path. */
const ROUTES: Parameters<typeof startHostileServer>[0] = {
  '/good': answerJson({ score: 700 }),
  '/echo': ({ method, path, headers, body }, answer) =>
    answerJson({ method, path, headers, body })({} as SeenRequest, answer),
  '/hangs': () => undefined,
  '/drips': (_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).write('{"score":');
  },
  '/huge': (_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    const more = (): void => {
      while (!answer.destroyed && answer.write('x'.repeat(65_536)));
      if (!answer.destroyed) answer.once('drain', more);
    };
    more();
  },
  '/says-huge': (_request, answer) => {
    answer.writeHead(200, { 'content-length': '2000000' }).write('{');
  },
  '/moved': (_request, answer) => {
    answer.writeHead(302, { location: '/good' }).end();
  },
  '/resets': (_request, answer) => answer.destroy(),
  '/cut': (_request, answer) => {
    answer.writeHead(200, { 'content-length': '100' }).write('{"score":');
    setImmediate(() => answer.destroy());
  },
  '/html': (_request, answer) => {
    answer.writeHead(200).end('<html>sign in</html>');
  },
  '/large': (_request, answer) => {
    answer.writeHead(200).end('{"account":9007199254740993}');
  },
  '/nul': (_request, answer) => {
    answer.writeHead(200).end('{"score":"a\\u0000b"}');
  },
  '/empty': (_request, answer) => {
    answer.writeHead(204).end();
  },
  '/broken': answerJson({ error: 'no' }, 500),
  '/forbidden': answerJson({ error: 'no' }, 403),
  '/token': ({ body }, answer) =>
    body.includes('wrong')
      ? answerJson({ error: 'invalid_client' }, 401)({} as SeenRequest, answer)
      : answerJson({ access_token: 'a token', expires_in: 3600 })({} as SeenRequest, answer),
  '/token-down': answerJson({}, 503),
};

/** Another side that does what it should not, and the calls of a node that has made none; for each test anew. */
class CallScene {
  server!: Awaited<ReturnType<typeof startHostileServer>>;
  counted: MadeCall[] = [];
  calls!: ExternalCalls;
  /** How far the clock of time-outs and suspensions is ahead. */
  nowMs = 0;

  begin(): void {
    this.counted = [];
    this.nowMs = 0;
    this.calls = createExternalCalls({
      installationKey: 'the key of a test',
      allowed: ['127.0.0.1'],
      clock: fixedClock(Date.UTC(2026, 2, 14)),
      monotonicMs: () => this.nowMs + performance.now(),
      count: (call) => this.counted.push(call),
    });
  }

  readonly callOf = (
    path: string,
    changes: Partial<ExternalCallDefinition> = {},
    secrets: Readonly<Record<string, string>> = {},
  ): PlanCall => {
    const id = newId();
    const place = (slot: string): string => secretPlace(TENANT, id, slot);
    return {
      id,
      name: 'score',
      definition: {
        method: 'GET',
        url: `${this.server.origin}${path}`,
        contentType: 'json',
        parameters: [{ name: 'user', sample: 'nora' }],
        configurations: [],
        headers: [],
        body: null,
        authentication: { kind: 'anonymous' },
        timeoutMs: 5000,
        defaultResponse: FALLBACK,
        ...changes,
      },
      secrets: Object.fromEntries(
        Object.entries(secrets).map(([slot, text]) => [slot, this.calls.secrets.seal(text, place(slot))]),
      ),
    };
  };

  readonly make = async (call: PlanCall, args: readonly Json[] = ['nora'], eventId = 'one', withinMs = 60_000) =>
    this.calls
      .forEvent({
        tenantId: TENANT,
        environmentId: ENVIRONMENT,
        kind: 'purchase',
        eventId,
        untilMs: this.nowMs + performance.now() + withinMs,
      })
      .call(
        { kind: 'external', name: 'score', arguments: args },
        { environmentId: ENVIRONMENT, calls: new Map([['score', call]]) },
      );

  /** What a call to `/echo` sent. */
  readonly echoed = async (call: PlanCall, args: readonly Json[] = ['nora']) => {
    const { response } = await this.make(call, args);
    return response as unknown as SeenRequest;
  };
}

/** Registers the hooks of a test file that makes calls. */
export const useExternalCalls = (): CallScene => {
  const scene = new CallScene();
  beforeAll(async () => {
    scene.server = await startHostileServer(ROUTES);
  });
  beforeEach(() => scene.begin());
  afterAll(() => scene.server.close());
  return scene;
};
