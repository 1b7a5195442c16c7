import { ENDPOINTS } from '@redoubt/contracts';
import { API_ROLES, errorFacts, fail, type ErrorCode } from '@redoubt/domain';
import { expect, it } from 'vitest';
import { publicMessage } from './public-errors.ts';

/** What any call may be refused with, besides what its row of the table declares. */
const COMMON: readonly ErrorCode[] = [
  'REQ-BODY-NOT-JSON',
  'REQ-BODY-TOO-LARGE',
  'REQ-NOT-JSON-TYPE',
  'REQ-NOT-FOUND',
  'REQ-RATE-LIMITED',
  'REQ-OVERLOADED',
  'AUTH-TOKEN-MISSING',
  'AUTH-TOKEN-INVALID',
  'AUTH-TOKEN-EXPIRED',
  'AUTH-WRONG-TENANT',
  'AUTH-FORBIDDEN',
  'SRV-STOPPING',
];

it('has words for everything that applications are refused with', () => {
  const declared = ENDPOINTS.filter(({ permission }) => (API_ROLES as readonly string[]).includes(permission));
  const codes = new Set([...COMMON, ...declared.flatMap(({ errors }) => errors)]);
  const silent = [...codes].filter((code) => publicMessage(fail(code)) === 'Internal Server Error');
  expect(silent).toEqual([]);
  expect(errorFacts('SRV-INTERNAL').status).toBe(500);
  expect(publicMessage(fail('SRV-INTERNAL'))).toBe('Internal Server Error');
});
