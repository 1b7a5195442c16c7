import { publicEventPath } from '@redoubt/contracts';
import { EVENT_EXAMPLES, EVENT_KINDS, isAssessmentKind, type EventKind } from '@redoubt/domain';
import { isJsonObject, type Json } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CARD_NUMBER, HOSTILE_BODIES, HOSTILE_SEED, hostileBytes } from '../testing/hostile.ts';
import { createPublicApp, type PublicApp } from '../testing/public-app.ts';
import { applicationOf, createCallers, createTenant, sceneClock, type SceneTenant } from '../testing/scene.ts';

const db = useDatabase();
let tenant: SceneTenant;
let running: PublicApp;
let authorization: string;
const callers = createCallers();

beforeEach(async () => {
  tenant = await createTenant(db.database);
  running = await createPublicApp(db.database, sceneClock(), callers.verify);
  authorization = callers.headerFor(applicationOf(tenant));
});
afterEach(() => running.close());

const namesOf = (value: Json): readonly string[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(namesOf);
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...namesOf(member)]) : [];
};

/** Kind of event → good bodies to spoil; the second lacks its id. */
const CASES = (Object.keys(EVENT_KINDS) as EventKind[]).map((kind) => {
  const { minimal, full } = EVENT_EXAMPLES[kind];
  const [root = ''] = EVENT_KINDS[kind].id.split('.');
  const { [root]: _id, ...withoutId } = minimal;
  return {
    kind,
    path: publicEventPath(kind, full),
    members: [...new Set([...Object.keys(full), ...namesOf(full).slice(0, 60)])],
    bases: [full, withoutId].map((body) => JSON.stringify(body)),
  };
});

/** An assessment is stored once an id; each gets its own, where it had one. */
const withIdOf =
  (kind: EventKind) =>
  (base: string, id: string): string => {
    const body = JSON.parse(base) as Record<string, unknown>;
    const names = EVENT_KINDS[kind].id.split('.');
    const last = names.pop() ?? '';
    const owner = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], body);
    if (typeof owner === 'object' && owner !== null) Object.assign(owner, { [last]: id });
    return JSON.stringify(body);
  };

it.each(CASES)(
  '$kind answers every body with 200, 400 or 413, stores exactly what it accepted, and all of it can be projected',
  async ({ kind, path, members, bases }) => {
    const isDecided = isAssessmentKind(kind);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(hostileBytes(members, bases, withIdOf(kind)), async (payload) => {
        const response = await running.app.inject({
          method: 'POST',
          url: path,
          headers: { authorization, 'content-type': 'application/json', 'x-redoubt-mode': 'historical' },
          payload,
        });
        expect([200, 400, 413]).toContain(response.statusCode);
        const answer: { ErrorType?: string } = response.json();
        if (response.statusCode === 200) accepted += 1;
        else expect(answer.ErrorType).toBe('ClientError');
        expect(response.body).not.toContain(CARD_NUMBER);
      }),
      { numRuns: HOSTILE_BODIES, seed: HOSTILE_SEED, endOnFailure: true },
    );
    expect(Object.hasOwn({}, 'polluted') || 'polluted' in {}).toBe(false);
    await running.settled();
    await running.refusals();
    const [row] = await db.asAdmin<{ stored: number; found: number; cards: number }>(
      `select (select coalesce(sum(event_count), 0)::int from segment where tenant_id = $1) as stored,
              (select count(*)::int from event_search where tenant_id = $1) as found,
              (select count(*)::int from refused_call
                where excerpt like '%${CARD_NUMBER}%' or message like '%${CARD_NUMBER}%') as cards`,
      [tenant.tenantId],
    );
    expect(row).toMatchObject({ cards: 0, found: isDecided ? row?.stored : 0 });
    // Bodies may say their id again: the last one counts, and an assessment is stored once.
    expect(row?.stored).toBeLessThanOrEqual(accepted);
    if (!isDecided) expect(row?.stored).toBe(accepted);
    expect(accepted).toBeGreaterThan(0);
  },
  1_200_000,
);
