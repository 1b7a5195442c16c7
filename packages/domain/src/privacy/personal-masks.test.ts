import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PURCHASE_SAMPLE } from '../events/purchase-sample.ts';
import { eventMask, isMasked, maskOf, personalValuesOf } from './personal-masks.ts';

describe('the mask of a value', () => {
  it.each([
    ['user.email', 'nora.quist@mailbox.example', 'n•••@mailbox.example'],
    ['user.firstName', 'Nora', 'N•••'],
    ['shippingAddress.lastName', 'van der Quist', 'v••• d••• Q•••'],
    ['user.phoneNumber', '+49 151 2345 6789', '•••6789'],
    ['user.phoneNumber', '110', '•••'],
    ['user.birthDate', '1980-05-03', '1980-•••'],
    ['shippingAddress.street1', 'Harbour Road 7', 'H•••'],
    ['shippingAddress.zipCode', '10115', '1•••'],
    ['deviceContext.ipAddress', '203.0.113.77', '203.0.•••'],
    ['deviceContext.ipAddress', '2001:db8::7', '2001:•••'],
    ['user.userId', 'customer-4711-2209', '•••2209'],
    ['user.userId', 'u-4711', '•••'],
    ['user.username', 'nora.quist.1980', 'n•••'],
    ['user.userName', 'Nora van der Quist', 'N••• v••• d••• Q•••'],
    ['paymentInstrumentList.holderName', 'Nora Quist', 'N••• Q•••'],
    ['paymentInstrumentList.merchantPaymentInstrumentId', 'pi-2024-00991234', '•••1234'],
    ['customData.comment', 'nora@mailbox.example', 'n•••@mailbox.example'],
  ])('of %s %s is %s', (path, value, mask) => {
    expect(maskOf(path, value)).toBe(mask);
  });

  it.each([
    ['shippingAddress.city', 'Rotterdam'],
    ['shippingAddress.country', 'NL'],
    ['paymentInstrumentList.bin', '411111'],
    ['paymentInstrumentList.lastFourDigits', '1111'],
    ['totalAmount', 250],
    ['currency', 'EUR'],
    ['user.email', ''],
    ['user.email', null],
  ])('is none of %s %s', (path, value) => {
    expect(maskOf(path, value)).toBeNull();
  });

  const PATHS = [
    'user.email',
    'user.firstName',
    'shippingAddress.street1',
    'user.userId',
    'user.phoneNumber',
    'user.birthDate',
  ];

  it('is never the value, always the same, and stays when it is masked again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PATHS),
        fc.oneof(fc.string(), fc.emailAddress(), fc.ipV4(), fc.ipV6()),
        (path, value) => {
          fc.pre(value.trim() !== '' && !isMasked(value));
          const mask = maskOf(path, value);
          expect(mask).not.toBeNull();
          expect(mask).not.toBe(value);
          expect(mask?.includes(value)).toBe(false);
          expect(isMasked(mask)).toBe(true);
          expect(maskOf(path, value)).toBe(mask);
          expect(maskOf(path, mask)).toBeNull();
        },
      ),
    );
  });
});

describe('the mask of an event', () => {
  const body = {
    totalAmount: 250,
    user: { userId: 'customer-4711-2209', email: 'nora.quist@mailbox.example', firstName: 'Nora' },
    paymentInstrumentList: [{ holderName: 'Nora Quist', bin: '411111' }, { holderName: 'Emil Quist' }],
    customData: { greeting: 'Dear Nora Quist, we wrote to NORA.QUIST@mailbox.example' },
  };

  it('finds personal values with the path of rules and the place in the body', () => {
    expect(personalValuesOf(body).map(({ path, steps }) => [path, steps])).toEqual([
      ['user.userId', ['user', 'userId']],
      ['user.email', ['user', 'email']],
      ['user.firstName', ['user', 'firstName']],
      ['paymentInstrumentList.holderName', ['paymentInstrumentList', 0, 'holderName']],
      ['paymentInstrumentList.holderName', ['paymentInstrumentList', 1, 'holderName']],
    ]);
  });

  it('takes them out of the body, also where they stand in other texts', () => {
    expect(eventMask(body).json(body)).toEqual({
      totalAmount: 250,
      user: { userId: '•••2209', email: 'n•••@mailbox.example', firstName: 'N•••' },
      paymentInstrumentList: [{ holderName: 'N••• Q•••', bin: '411111' }, { holderName: 'E••• Q•••' }],
      customData: { greeting: 'Dear N••• Q•••, we wrote to n•••@mailbox.example' },
    });
  });

  it('masks parts of them where they were computed, and what the masks show stays', () => {
    const { computed } = eventMask(body);
    expect(computed({ local: 'nora.quist', domain: 'mailbox.example', half: 125 })).toEqual({
      local: '•••',
      domain: 'mailbox.example',
      half: 125,
    });
  });

  it('masks numbers that are personal by their path, wherever they stand again', () => {
    const { json } = eventMask({ user: { phoneNumber: 4915123456789 } });
    expect(json({ user: { phoneNumber: 4915123456789 }, called: [4915123456789, 7] })).toEqual({
      user: { phoneNumber: '•••6789' },
      called: ['•••6789', 7],
    });
  });

  it('leaves no personal value in any member of the sample of a purchase', () => {
    const masked = JSON.stringify(eventMask(PURCHASE_SAMPLE).json(PURCHASE_SAMPLE));
    const values = personalValuesOf(PURCHASE_SAMPLE);
    expect(values.length).toBeGreaterThan(10);
    expect(values.filter(({ value }) => String(value).length > 3 && masked.includes(`"${String(value)}"`))).toEqual([]);
  });
});
