import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import fc from 'fast-check';
import { expect } from 'vitest';
import { CARD_NUMBER, HOSTILE_BODIES, HOSTILE_SEED, hostileBytes } from './hostile.ts';
import type { PublicApp } from './public-app.ts';

/** An address of the public API, and good bodies to spoil. */
export type HostileCase = {
  readonly name: string;
  readonly method?: 'POST' | 'PATCH';
  readonly path: string;
  readonly full: JsonObject;
  readonly minimal: JsonObject;
  /** Where the id stands that tells events apart; null where each body is another. */
  readonly id: string | null;
};

const namesOf = (value: Json): readonly string[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(namesOf);
  return isJsonObject(value) ? Object.entries(value).flatMap(([name, member]) => [name, ...namesOf(member)]) : [];
};

/** Puts an id in the place of the one that is there. */
const withId = (place: string | null, base: string, id: string): string => {
  if (place === null) return base;
  const body = JSON.parse(base) as Record<string, unknown>;
  const names = place.split('.');
  const last = names.pop() ?? '';
  const owner = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], body);
  if (typeof owner === 'object' && owner !== null) Object.assign(owner, { [last]: id });
  return JSON.stringify(body);
};

const MAX_BUSY = 20;

/** The smallest body, without the member its id stands in. */
const withoutId = ({ minimal, id }: HostileCase): JsonObject => {
  const [root = ''] = (id ?? '').split('.');
  const { [root]: _id, ...rest } = minimal;
  return rest;
};

/** Sends hostile bodies; each is answered 200, 400 or 413 in the documented words. Gives how many were accepted. */
export const sendHostile = async (
  { app }: Pick<PublicApp, 'app'>,
  hostile: HostileCase,
  headers: Readonly<Record<string, string>>,
): Promise<number> => {
  const { method = 'POST', path: url, full, id } = hostile;
  const members = [...new Set([...Object.keys(full), ...namesOf(full).slice(0, 60)])];
  const bases = [full, withoutId(hostile)].map((body) => JSON.stringify(body));
  let accepted = 0;
  const bytes = hostileBytes(members, bases, (base, fresh) => withId(id, base, fresh));
  await fc.assert(
    fc.asyncProperty(bytes, async (payload) => {
      const sent = { ...headers, 'content-type': 'application/json' };
      const send = () => app.inject({ method, url, headers: sent, payload });
      let response = await send();
      // A machine that is busy with something else may not store in time; nothing was stored then.
      for (let tries = 0; response.statusCode === 503 && tries < MAX_BUSY; tries += 1) {
        expect(response.json()).toMatchObject({ Retryable: true });
        response = await send();
      }
      expect([200, 400, 413]).toContain(response.statusCode);
      const answer: { ErrorType?: string } = response.json();
      if (response.statusCode === 200) accepted += 1;
      else expect(answer.ErrorType).toBe('ClientError');
      expect(response.body).not.toContain(CARD_NUMBER);
    }),
    { numRuns: HOSTILE_BODIES, seed: HOSTILE_SEED, endOnFailure: true },
  );
  expect(Object.hasOwn({}, 'polluted') || 'polluted' in {}).toBe(false);
  return accepted;
};

type Counted = { readonly stored: number; readonly found: number; readonly cards: number };

/** What is stored of a tenant after all: events, those search finds, and card numbers in records of refusals. */
export const storedAfter = async (
  running: Pick<PublicApp, 'settled' | 'refusals'>,
  query: (text: string, values: readonly unknown[]) => Promise<Counted[]>,
  tenantId: string,
): Promise<Counted> => {
  await running.settled();
  await running.refusals();
  const [row] = await query(
    `select (select coalesce(sum(event_count), 0)::int from segment where tenant_id = $1) as stored,
            (select count(*)::int from event_search where tenant_id = $1) as found,
            (select count(*)::int from refused_call
              where excerpt like '%${CARD_NUMBER}%' or message like '%${CARD_NUMBER}%') as cards`,
    [tenantId],
  );
  return row ?? { stored: -1, found: -1, cards: -1 };
};
