import { ENDPOINTS, type Endpoint } from '@redoubt/contracts';
import { useDatabase, useDigests } from '@redoubt/testing/database';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { createConsoleApp, type ConsoleApp } from '../testing/console-app.ts';
import { HOSTILE_SEED, hostileBytes, hostilePart } from '../testing/hostile.ts';
import { createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';

/** Calls per endpoint; `npm run soak` asks for 10,000. */
const CALLS = Number(process.env.HOSTILE_BODIES ?? 25);

const db = useDatabase();
const digests = useDigests(db);
let consoleApp: ConsoleApp;
let tenant: SceneTenant;
let authorization: string;
/** What the database held after the last endpoint. */
let held: Readonly<Record<string, string>>;

beforeAll(async () => {
  consoleApp = await createConsoleApp(db.database, sceneClock());
  tenant = await createTenant(db.database);
  authorization = consoleApp.authorizationOf(tenant, 'ProductAdmin');
  held = await digests();
});
afterAll(() => consoleApp.app.close());

const CASES = ENDPOINTS.filter(({ path }) => path.startsWith('/platform/v1/'));

const membersOf = ({ body }: Endpoint): readonly string[] => {
  const { shape } = body as z.ZodObject;
  return shape === undefined ? ['name'] : Object.keys(shape);
};

/** Good for the places where an address usually says something true, so that calls get past them. */
const partOf = (name: string): fc.Arbitrary<string> => {
  if (name === 'environmentId') return fc.constantFrom(tenant.environmentId, tenant.childId, tenant.tenantId);
  if (name === 'assessment') return fc.constantFrom('purchase', 'toString');
  return hostilePart;
};

const addressesOf = (endpoint: Endpoint): fc.Arbitrary<string> => {
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parts = fc.tuple(...names.map((name) => partOf(name)));
  const query = fc.oneof(
    fc.constant(''),
    fc.dictionary(fc.constantFrom('limit', 'cursor', 'query', 'from', 'to', 'x', '__proto__'), hostilePart),
  );
  return fc.tuple(parts, query).map(([values, search]) => {
    const path = names.reduce(
      (text, name, index) => text.replace(`:${name}`, encodeURIComponent((values[index] ?? '').toWellFormed())),
      endpoint.path,
    );
    if (search === '') return path;
    const pairs = Object.entries(search).map(([key, value]): [string, string] => [key, value.toWellFormed()]);
    return `${path}?${new URLSearchParams(pairs).toString()}`;
  });
};

it.each(CASES)(
  '$method $path never fails, and stores nothing of what it refuses',
  async (endpoint) => {
    let accepted = 0;
    const isUpload = endpoint.bodyKind === 'csv';
    const payloads = endpoint.bodyKind === 'none' ? fc.constant(undefined) : hostileBytes(membersOf(endpoint), ['{}']);
    await fc.assert(
      fc.asyncProperty(addressesOf(endpoint), payloads, async (url, payload) => {
        const response = await consoleApp.app.inject({
          method: endpoint.method,
          url,
          headers: {
            authorization,
            ...(payload === undefined ? {} : { 'content-type': isUpload ? 'text/csv' : 'application/json' }),
          },
          ...(payload === undefined ? {} : { payload }),
        });
        if (response.statusCode >= 500) throw new Error(`${url} was answered ${response.statusCode}: ${response.body}`);
        if (response.statusCode < 300) accepted += 1;
      }),
      { numRuns: CALLS, seed: HOSTILE_SEED, endOnFailure: true },
    );
    expect('polluted' in {}).toBe(false);
    const now = await digests();
    if (accepted === 0) expect(now).toEqual(held);
    held = now;
  },
  1_200_000,
);
