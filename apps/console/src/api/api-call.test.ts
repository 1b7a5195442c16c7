import { CONSOLE_BUILD_HEADER, getDashboard, getMe, putSettings } from '@redoubt/contracts';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, NETWORK_FAILURE, STRANGE_ANSWER } from './api-error.ts';
import { addressOf, createApiCall } from './api-call.ts';

const environmentId = '7a1f0a52-5f2e-4f43-9a59-8a3f3b5a7c01';

const setUp = (...answers: readonly (Response | Error)[]) => {
  const sent: { url: string; init: RequestInit }[] = [];
  const queue = [...answers];
  const token = vi.fn(async (forced: boolean) => (forced ? 'fresh' : 'cached'));
  const builds: (string | null)[] = [];
  const call = createApiCall({
    token,
    onBuild: (build) => void builds.push(build),
    newId: () => 'sent-id',
    fetch: async (url, init = {}) => {
      sent.push({ url: url instanceof Request ? url.url : url.toString(), init });
      const next = queue.shift() ?? Response.json({});
      if (next instanceof Error) throw next;
      return next;
    },
  });
  return { call, sent, token, builds };
};

const headersOf = (init: RequestInit | undefined) => new Headers(init?.headers);

describe('a call', () => {
  it('carries token and correlation id, and fills in path and query', async () => {
    const { call, sent } = setUp(Response.json({ ok: true }));
    await call(getDashboard, { params: { environmentId }, query: { utcOffsetMinutes: 60 } });
    expect(sent[0]?.url).toBe(`/platform/v1/environments/${environmentId}/dashboard?utcOffsetMinutes=60`);
    expect(headersOf(sent[0]?.init).get('authorization')).toBe('Bearer cached');
    expect(headersOf(sent[0]?.init).get('x-ms-correlation-id')).toBe('sent-id');
  });

  it('tells which build of the console the server has, whatever the answer', async () => {
    const headers = { [CONSOLE_BUILD_HEADER]: 'index-b.js' };
    const { call, builds } = setUp(Response.json({}, { headers }), new Response(null, { status: 404, headers }));
    await call(getMe, {});
    await call(getMe, {}).catch(() => undefined);
    expect(builds).toEqual(['index-b.js', 'index-b.js']);
  });

  it('is repeated once with a fresh token after 401', async () => {
    const { call, sent, token } = setUp(new Response(null, { status: 401 }), Response.json({ id: 1 }));
    expect(await call(getMe, {})).toEqual({ id: 1 });
    expect(token.mock.calls).toEqual([[false], [true]]);
    expect(headersOf(sent[1]?.init).get('authorization')).toBe('Bearer fresh');
  });

  it('fails after a second 401', async () => {
    const problem = { code: 'AUTH-TOKEN-INVALID', params: {}, correlationId: 'server-id' };
    const { call, sent } = setUp(new Response(null, { status: 401 }), Response.json(problem, { status: 401 }));
    await expect(call(getMe, {})).rejects.toMatchObject({ code: 'AUTH-TOKEN-INVALID', status: 401 });
    expect(sent).toHaveLength(2);
  });

  it('turns problem JSON into an error with the id of the server', async () => {
    const { call } = setUp(
      Response.json(
        { code: 'REQ-INVALID', params: { count: 1 }, problems: [{ path: '/theme', message: 'no' }] },
        { status: 400, headers: { 'x-ms-correlation-id': 'server-id' } },
      ),
    );
    const error = await call(putSettings, { body: {} }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'REQ-INVALID', correlationId: 'server-id', params: { count: 1 } });
    expect((error as ApiError).problems).toHaveLength(1);
  });

  it('knows an answer that is not ours', async () => {
    const { call } = setUp(new Response('<html>Bad gateway</html>', { status: 502 }));
    await expect(call(getMe, {})).rejects.toMatchObject({ code: STRANGE_ANSWER, retryable: true });
  });

  it('says when there is no network, and lets an aborted call be aborted', async () => {
    await expect(setUp(new TypeError('failed')).call(getMe, {})).rejects.toMatchObject({ code: NETWORK_FAILURE });
    const controller = new AbortController();
    controller.abort();
    await expect(
      setUp(new DOMException('gone', 'AbortError')).call(getMe, { signal: controller.signal }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('addresses of calls', () => {
  it('encode parameters, repeat lists and leave out what is absent', () => {
    expect(
      addressOf(
        { path: '/a/:id/b' },
        { params: { id: 'x/y' }, query: { one: ['p', 'q'], none: undefined, nil: null, n: 0 } },
      ),
    ).toBe('/a/x%2Fy/b?one=p&one=q&n=0');
  });
});
