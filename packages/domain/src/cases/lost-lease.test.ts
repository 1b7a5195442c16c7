import { expect, it } from 'vitest';
import { lostLease } from './lost-lease.ts';

const did = (actorId: string, action: string) => ({ actorId, action });
const lostBy = (...newestFirst: readonly (readonly [string, string])[]) =>
  lostLease(
    newestFirst.map(([actorId, action]) => did(actorId, action)),
    'Ana',
  );

it('a decision in bulk takes a case from its agent', () => {
  expect(lostBy(['Ben', 'decide'], ['Ana', 'extend'], ['Ana', 'lease'])).toEqual(did('Ben', 'decide'));
});

it('of several things the first one took it', () => {
  expect(lostBy(['Ben', 'decide'], ['Ben', 'lease'], ['Mia', 'release'], ['Ana', 'lease'])).toEqual(
    did('Mia', 'release'),
  );
});

it('who has the case, let go of it, or never had it lost nothing', () => {
  expect(lostBy(['Ana', 'lease'], ['Mia', 'release'], ['Ana', 'lease'])).toBeNull();
  expect(lostBy(['Ben', 'decide'], ['Ben', 'lease'], ['Ana', 'sendBack'])).toBeNull();
  expect(lostBy(['Ben', 'decide'], ['Ben', 'lease'])).toBeNull();
  expect(lostBy(['Mia', 'move'], ['Ana', 'lease'])).toBeNull();
});
