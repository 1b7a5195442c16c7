import { createHash, randomBytes } from 'node:crypto';
import { siteConfiguration } from '@redoubt/contracts';
import type { DemonstrationFacts } from '@redoubt/testing/durability';

type SignIn = Pick<DemonstrationFacts, 'origin' | 'tenantId'> & {
  /** Opens the console and carries the code of the development sign-in. */
  readonly signInLink: string;
};

/** Redirects, and pages that send themselves, on the way back to the console. */
const MOST_STEPS = 10;

/** Signs a person of the demonstration in as the console does (authorization code with PKCE); gives the access token. */
export const signIn = async ({ origin, tenantId, signInLink }: SignIn, username: string): Promise<string> => {
  const site = siteConfiguration.parse(await (await fetch(`${origin}/config.json?tenant=${tenantId}`)).json());
  const endpoints = JSON.parse(site.authorityMetadata ?? '{}') as Readonly<Record<string, string>>;
  const redirectUri = `${origin}/api/auth`;
  const cookies = new Map<string, string>();

  const request = async (url: string, form?: Readonly<Record<string, string>>) => {
    const response = await fetch(new URL(url, origin), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return { location: response.headers.get('location'), text: await response.text() };
  };

  await request(signInLink);
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: site.appId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: `${site.scopes.join(' ')} openid profile offline_access`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'state',
    nonce: 'nonce',
  });
  let page = `${endpoints['authorization_endpoint']}?${query.toString()}`;
  let answer = await request(page);
  for (let step = 0; step < MOST_STEPS && !answer.location?.startsWith(`${redirectUri}?`); step += 1) {
    const people = answer.text.matchAll(/name="person" value="([^"]+)"[\s\S]*?class="username">([^<]+)</g);
    const person = [...people].find(([, , name = '']) => name.split(' ')[0] === username)?.[1];
    const action = / action="([^"]+)"/.exec(answer.text)?.[1];
    if (answer.location !== null) {
      page = answer.location;
      answer = await request(page);
    } else if (person !== undefined) {
      answer = await request(page, { person });
    } else if (action !== undefined) {
      const inputs = answer.text.matchAll(/name="(\w+)" value="([^"]*)"/g);
      answer = await request(action, Object.fromEntries([...inputs].map(([, name, value]) => [name, value])));
    } else {
      throw new Error(`${username} cannot sign in at ${page}`);
    }
  }
  const code = new URL(answer.location ?? origin).searchParams.get('code') ?? '';
  const response = await fetch(endpoints['token_endpoint'] ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      client_id: site.appId,
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }),
  });
  const { access_token: token } = (await response.json()) as { readonly access_token?: string };
  if (token === undefined) throw new Error(`${username} got no token: ${response.status}`);
  return token;
};
