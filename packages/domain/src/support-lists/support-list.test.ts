import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isIpAddress } from './ip-address.ts';
import { SUPPORT_ENTITIES, SUPPORT_LISTS, supportListOf, supportValueProblem } from './support-list.ts';

describe('support lists', () => {
  it('are one for each entity, under names that differ', () => {
    expect(SUPPORT_LISTS.map(({ entity }) => entity).toSorted()).toEqual([...SUPPORT_ENTITIES].toSorted());
    expect(new Set(SUPPORT_LISTS.map(({ name }) => name)).size).toBe(SUPPORT_ENTITIES.length);
    expect(supportListOf('email')).toMatchObject({ name: 'Email Support List', column: 'Emails' });
  });

  it.each([
    ['email', 'nora@mailbox.example', null],
    ['email', 'nora', 'notEmail'],
    ['email', 'nora@mail box.example', 'notEmail'],
    ['email', 'nora@host', 'notEmail'],
    ['ipAddress', '203.0.113.24', null],
    ['ipAddress', '2001:db8::1', null],
    ['ipAddress', '203.0.113.0/24', 'notIpAddress'],
    ['userId', '', 'empty'],
    ['userId', 'x'.repeat(257), 'tooLong'],
    ['deviceId', 'a\0b', 'unreadable'],
    ['paymentInstrument', 'a\tb', 'unreadable'],
    ['paymentInstrument', '\ud800', 'unreadable'],
    ['paymentInstrument', 'pi-1 of Nora', null],
  ] as const)('take a value of %s: %j', (entity, value, problem) => {
    expect(supportValueProblem(entity, value)).toBe(problem);
  });
});

describe('IP addresses', () => {
  it('are those that Node takes', () => {
    const piece = fc.constantFrom('', '0', '1', 'ff', '10', '255', '256', '01', 'g', 'ffff', '12345', '1.2.3.4');
    const written = fc
      .tuple(fc.array(piece, { maxLength: 9 }), fc.constantFrom(':', '.'))
      .map(([pieces, separator]) => pieces.join(separator));
    fc.assert(
      fc.property(fc.oneof(written, fc.ipV4(), fc.ipV6()), (text) => {
        expect(isIpAddress(text)).toBe(isIP(text) !== 0);
      }),
      { numRuns: 3000 },
    );
  });
});
