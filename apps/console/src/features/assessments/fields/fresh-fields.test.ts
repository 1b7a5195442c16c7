import { describe, expect, it } from 'vitest';
import { newField } from './field-rows.ts';
import { freshFields, readExample } from './fresh-fields.ts';

const LOYALTY = { template: 'LoyaltyProgram', sections: ['user', 'loyalty'] } as const;

describe('fields of a pasted body', () => {
  it('are those the schema and the chosen ones do not know, with type and example', () => {
    const read = readExample(
      '{"metadata":{"eventId":"e"},"user":{"id":"u","height":1.8},"Loyalty":{"points":5},"visits":3,"stays":[1]}',
    );
    expect('seen' in read && freshFields(read.seen, LOYALTY, [newField('STAYS', 'array')])).toMatchObject([
      { path: 'user.height', type: 'double', sample: 1.8 },
      { path: 'visits', type: 'integer', sample: 3 },
    ]);
  });

  it.each(['[1]', 'null', '{"a":', '"text"'])('are none in %s, which says why', (pasted) => {
    expect(readExample(pasted)).toHaveProperty('reason');
  });
});
