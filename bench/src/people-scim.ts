import type { DemonstrationFacts } from '@redoubt/testing/durability';
import { percentile } from './cases/percentile.ts';

/** People whom the identity provider adds, all of whom go into one group. */
const USERS = 2000;
const READS = 40;
/** As many members as clients put into one operation. */
const MEMBERS_OF_A_PATCH = 1000;
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

type Line = { readonly what: string; readonly p50: string; readonly p95: string; readonly size: string };
type Resource = { readonly id: string };
type Place = Pick<DemonstrationFacts, 'origin' | 'environmentId'>;

/** An identity provider with a token of its own; it waits where it is told that it calls too often. */
const connect = async ({ origin, environmentId }: Place, adminToken: string) => {
  const made = await fetch(`${origin}/platform/v1/environments/${environmentId}/user-provisioning/tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', days: 1 }),
  });
  if (!made.ok) throw new Error(`no token for SCIM: ${made.status} ${await made.text()}`);
  const { secret } = (await made.json()) as { readonly secret: string };
  return async <T>(method: string, path: string, body?: object) => {
    for (;;) {
      const startMs = performance.now();
      // oxlint-disable-next-line eslint/no-await-in-loop -- one client
      const response = await fetch(`${origin}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/scim+json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      // oxlint-disable-next-line eslint/no-await-in-loop -- one client
      const text = await response.text();
      const tookMs = performance.now() - startMs;
      if (response.ok) return { tookMs, size: text.length, body: (text === '' ? {} : JSON.parse(text)) as T };
      if (response.status !== 429) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      const waitMs = Number(response.headers.get('retry-after') ?? '1') * 1000;
      // oxlint-disable-next-line eslint/no-await-in-loop -- one client
      await new Promise((done) => void setTimeout(done, waitMs));
    }
  };
};

const lineOf = (what: string, tookMs: readonly number[], size = 0): Line => {
  const ms = (share: number): string => `${percentile(tookMs, share).toFixed(0)} ms`;
  return { what, p50: ms(0.5), p95: ms(0.95), size: size === 0 ? '' : `${(size / 1000).toFixed(0)} kB` };
};

/** What an identity provider does with thousands of people, one call after the other, over the loopback. */
export const measureScim = async (place: Place, adminToken: string): Promise<readonly Line[]> => {
  const call = await connect(place, adminToken);
  const ids: string[] = [];
  const added: number[] = [];
  for (let number = 0; number < USERS; number += 1) {
    const { tookMs, body } = await call<Resource>('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `scim-${number}@northfell.example`,
      displayName: `Scim ${number}`,
      externalId: `ext-${number}`,
      active: true,
    });
    ids.push(body.id);
    added.push(tookMs);
  }
  const read = async (what: string, path: string): Promise<Line> => {
    const took: number[] = [];
    let size = 0;
    for (let time = 0; time < READS; time += 1) {
      const answer = await call('GET', path);
      took.push(answer.tookMs);
      ({ size } = answer);
    }
    return lineOf(what, took, size);
  };
  const lines = [
    lineOf(`SCIM: add a person, ${USERS} of them`, added),
    await read(
      'SCIM: people, `userName eq`',
      `/Users?filter=${encodeURIComponent(`userName eq "scim-77@northfell.example"`)}`,
    ),
    await read('SCIM: people, another filter', `/Users?filter=${encodeURIComponent('displayName sw "Scim 19"')}`),
    await read('SCIM: people, 100 from the 1,901st', '/Users?startIndex=1901&count=100'),
  ];
  const { body: group } = await call<Resource>('POST', '/Groups', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName: 'Scim bench',
    externalId: 'scim-bench',
  });
  const change = (op: string, members: readonly string[], path = 'members') =>
    call('PATCH', `/Groups/${group.id}`, {
      schemas: [PATCH],
      Operations: [{ op, path, value: members.map((value) => ({ value })) }],
    });
  const filled: number[] = [];
  for (let from = 0; from < ids.length; from += MEMBERS_OF_A_PATCH)
    filled.push((await change('add', ids.slice(from, from + MEMBERS_OF_A_PATCH))).tookMs);
  lines.push(lineOf(`SCIM: PATCH that adds ${MEMBERS_OF_A_PATCH} members`, filled));
  const single: number[] = [];
  for (const id of ids.slice(0, READS / 2)) {
    single.push(
      (
        await call('PATCH', `/Groups/${group.id}`, {
          schemas: [PATCH],
          Operations: [{ op: 'remove', path: `members[value eq "${id}"]` }],
        })
      ).tookMs,
    );
    single.push((await change('add', [id])).tookMs);
  }
  lines.push(lineOf(`SCIM: PATCH of one member of ${USERS}`, single));
  lines.push(await read(`SCIM: a group of ${USERS}`, `/Groups/${group.id}`));
  lines.push(
    await read(
      'SCIM: groups, `displayName eq`, without members',
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Scim bench"')}`,
    ),
  );
  return lines;
};
