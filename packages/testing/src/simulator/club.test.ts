import { EVENT_SCHEMAS, maskCardData } from '@redoubt/domain';
import { SECOND_MS } from '@redoubt/kernel';
import { expect, it } from 'vitest';
import { createClub, type ClubEvent } from './club.ts';
import { schemaProblems } from './schema-problems.ts';

const START_MS = Date.parse('2026-03-14T10:00:00Z');
const visits = (seed: number): readonly ClubEvent[] => {
  const club = createClub({ seed, nowMs: START_MS, pointsApiName: 'Points', delayScale: 1e-5 });
  return Array.from({ length: 600 }, (_, index) => club.next(START_MS + index * SECOND_MS));
};

it('gives the same visits for the same seed, of every kind, and tells later only about what there was', () => {
  const events = visits(7);
  expect(visits(7)).toEqual(events);
  const redeemed = new Set<unknown>();
  const kinds = new Set<string>();
  for (const { path, body } of events) {
    const { eventId } = body.metadata as { eventId?: string };
    if (path === '/v1.0/assessment/Points') redeemed.add(eventId);
    else if (path.startsWith('/v1.0/assessment/Points/')) expect(redeemed).toContain(eventId);
    kinds.add(path.replace(/[^/]*\d[^/]*$/, ''));
  }
  expect([...kinds].toSorted()).toEqual([
    '/v1.0/action/account/create/',
    '/v1.0/action/account/login/',
    '/v1.0/assessment/Points',
    '/v1.0/assessment/Points/label',
    '/v1.0/assessment/Points/observation/status',
    '/v1.0/assessment/Points/observation/stay',
  ]);
});

it('lets a few people sign up with a disposable address', () => {
  const signUps = visits(5).filter(({ path }) => path.includes('/create/'));
  const disposable = signUps.filter(({ body }) => JSON.stringify(body.email).includes('@throwaway.example'));
  expect(disposable.length).toBeGreaterThan(0);
  expect(disposable.length).toBeLessThan(signUps.length / 4);
});

it('makes bodies that the schemas describe, without anything that reads like a card number', () => {
  for (const { path, body } of visits(11)) {
    if (path.includes('/create/')) expect(schemaProblems(EVENT_SCHEMAS.accountCreation, body)).toEqual([]);
    if (path.includes('/login/')) expect(schemaProblems(EVENT_SCHEMAS.accountLogin, body)).toEqual([]);
    const text = JSON.stringify(body);
    expect(maskCardData(text)).toBe(text);
  }
});
