import { expect, it } from 'vitest';
import { Random } from '../../testing/random.ts';
import { parseDate } from './date-parse.ts';

const part = (value: number, width: number): string => String(value).padStart(width, '0');

it('the usual forms of a date are read as the general way reads them', () => {
  const random = new Random(1);
  for (let round = 0; round < 20_000; round += 1) {
    const day = `${part(90 + random.below(3000), 4)}-${part(random.below(14), 2)}-${part(random.below(33), 2)}`;
    const time = `${part(random.below(26), 2)}:${part(random.below(62), 2)}:${part(random.below(62), 2)}`;
    const digits = random.below(10);
    const fraction = digits === 0 ? '' : `.${part(random.below(10 ** digits), digits)}`;
    const text = `${day}T${time}${fraction}Z`;
    // A blank in front keeps the short way from taking it.
    expect(parseDate(text), text).toEqual(parseDate(` ${text}`));
  }
});
