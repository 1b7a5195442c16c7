import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DEVELOPMENT_AUDIENCE, DEVELOPMENT_CONSOLE_CLIENT_ID } from '../development/people.ts';

type Answer = {
  readonly status: number;
  readonly location: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
};
export type Tokens = Readonly<Record<'access_token' | 'id_token' | 'refresh_token' | 'client_info' | 'error', string>>;

/** Plays the browser and its identity client against a server in this process: cookies, redirects, PKCE. */
export const createBrowser = (
  app: () => FastifyInstance,
  origin: string,
  tenantId: string,
  cookie?: { readonly name: string; readonly value: string },
) => {
  const cookies = new Map<string, { value: string; path: string }>();
  if (cookie !== undefined) cookies.set(cookie.name, { value: cookie.value, path: '/' });
  const issuer = `/idp/${tenantId}/v2.0`;
  const redirectUri = `${origin}/api/auth`;

  const request = async (method: 'GET' | 'POST', url: string, form?: Record<string, string>): Promise<Answer> => {
    const path = url.startsWith(origin) ? url.slice(origin.length) : url;
    const sent = [...cookies]
      .filter(([, { path: cookiePath }]) => path.startsWith(cookiePath))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const answer = await app().inject({
      method,
      url: path,
      headers: {
        host: new URL(origin).host,
        ...(sent === '' ? {} : { cookie: sent }),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
    });
    for (const set of answer.cookies) {
      if (set.value === '') cookies.delete(set.name);
      else cookies.set(set.name, { value: set.value, path: set.path ?? '/' });
    }
    return {
      status: answer.statusCode,
      location: answer.headers.location ?? '',
      text: answer.body,
      headers: answer.headers,
    };
  };

  /** Starts an authorization; ends at the sign-in page or back at the console. */
  const authorize = async (extra: Record<string, string> = {}): Promise<{ answer: Answer; codeVerifier: string }> => {
    const codeVerifier = randomBytes(32).toString('base64url');
    const query = new URLSearchParams({
      client_id: DEVELOPMENT_CONSOLE_CLIENT_ID,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: `${DEVELOPMENT_AUDIENCE}/access_as_user openid profile offline_access`,
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: 's',
      nonce: 'n',
      ...extra,
    });
    return { answer: await request('GET', `${issuer}/auth?${query.toString()}`), codeVerifier };
  };

  const exchange = async (form: Record<string, string>): Promise<Tokens> => {
    const answer = await request('POST', `${issuer}/token`, { client_id: DEVELOPMENT_CONSOLE_CLIENT_ID, ...form });
    return JSON.parse(answer.text) as Tokens;
  };

  const redeem = (location: string, codeVerifier: string): Promise<Tokens> => {
    const code = new URL(location).searchParams.get('code') ?? '';
    return exchange({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier });
  };

  /** Follows redirects and pages that send themselves, until something leads back to the console. */
  const follow = async (location: string): Promise<string> => {
    let next = location;
    for (let step = 0; step < 8 && !next.startsWith(`${redirectUri}?`); step += 1) {
      let answer = await request('GET', next);
      const action = / action="([^"]+)"/.exec(answer.text)?.[1];
      if (answer.status === 200 && action !== undefined) {
        const inputs = answer.text.matchAll(/name="(\w+)" value="([^"]*)"/g);
        answer = await request('POST', action, Object.fromEntries([...inputs].map(([, name, value]) => [name, value])));
      }
      next = answer.location;
    }
    return next;
  };

  const signIn = async (personId: string): Promise<Tokens> => {
    const { answer, codeVerifier } = await authorize();
    const chosen = await request('POST', answer.location, { person: personId });
    return redeem(await follow(chosen.location), codeVerifier);
  };

  return { request, authorize, follow, redeem, exchange, signIn, issuer };
};
