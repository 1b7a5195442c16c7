import { describe, expect, it } from 'vitest';
import { maskCardData } from './card-data.ts';
import { isCardNumber, passesLuhn } from './card-number.ts';

describe('maskCardData', () => {
  it('masks a card number in any field and keeps issuer and last four', () => {
    expect(maskCardData('{"note":"paid with 4111111111111111 today"}')).toBe(
      '{"note":"paid with 411111******1111 today"}',
    );
  });

  it('masks the printed groups with blanks or hyphens', () => {
    expect(maskCardData('{"a":"4111 1111 1111 1111","b":"3782-822463-10005"}')).toBe(
      '{"a":"411111******1111","b":"378282*****0005"}',
    );
  });

  it('finds it wherever it begins', () => {
    for (let before = 0; before < 40; before += 1) {
      for (const card of ['4111111111111111', '4222222222222', '4111 1111 1111 1111', '3782-822463-10005']) {
        for (const filling of ['x', '7x', ' 7-x']) {
          const text = `${filling.repeat(before)}"${card}"`;
          expect(maskCardData(text)).toContain('**');
        }
      }
    }
  });

  it('turns a masked bare number into a string so that the text still parses', () => {
    expect(JSON.parse(maskCardData('{"n":5555555555554444,"m":[ 4111111111111111 ]}'))).toEqual({
      n: '555555******4444',
      m: ['411111******1111'],
    });
  });

  it('does not take a number inside a sentence for a bare one, and masks a negative one', () => {
    expect(
      JSON.parse(maskCardData('{"n":"cards: 4111111111111111, \\"4111111111111111\\"","x":-4111111111111111}')),
    ).toEqual({
      n: 'cards: 411111******1111, "411111******1111"',
      x: '411111******1111',
    });
  });

  it('leaves amounts, clock-made order numbers, GUIDs and long digit runs alone', () => {
    const text =
      '{"amount":0.4111111111111111,"id":"1763712345675","g":"7c1e0f4a-5b7d-4c8e-9a51-0d2f6b3c1e77","x":"41111111111111110000"}';
    expect(maskCardData(text)).toBe(text);
  });

  it('masks security codes by the name of their field, as text or number', () => {
    expect(maskCardData('{"cvv":"123","CVC" : 4321,"cvvVerify":"Y","securityCode":null}')).toBe(
      '{"cvv":"***","CVC" : "***","cvvVerify":"Y","securityCode":null}',
    );
  });

  it('tells two masked ids apart with the suffix it is given', () => {
    const masked = maskCardData('{"purchaseId":"4111111111111111"}', (digits) => `~${digits.length}`);
    expect(masked).toBe('{"purchaseId":"411111******1111~16"}');
  });
});

describe('card numbers', () => {
  it('follow the Luhn check', () => {
    expect(passesLuhn('79927398713')).toBe(true);
    expect(passesLuhn('79927398710')).toBe(false);
    expect(isCardNumber('4111111111111112')).toBe(false);
  });

  it('leaves GUIDs alone, whose groups may pass for a printed card by chance', () => {
    for (const guid of ['f4c3512d-4583-4011-8670-6ce732c48432', 'ABCD4111-1111-1111-1111-1111ABCD1111']) {
      expect(maskCardData(`{"id":"${guid}"}`)).toBe(`{"id":"${guid}"}`);
    }
    expect(maskCardData('{"a":"f4c3512d-4583-4011-8670-6ce732c48432 4111-1111-1111-1111"}')).toContain(
      '411111******1111',
    );
  });
});
