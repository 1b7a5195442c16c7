import type { VelocitySetText } from '@redoubt/contracts';
import { VELOCITY_SAMPLES } from '@redoubt/domain';

/** A set to begin with: the given velocities, tried on a purchase. */
export const newEditedVelocitySet = (codes: readonly string[], newId: () => string): VelocitySetText => ({
  condition: '',
  velocities: codes.map((code) => ({ id: newId(), code })),
  sampleEvent: 'purchase',
  samplePayload: VELOCITY_SAMPLES.purchase,
});

/** What a velocity starts from; its name is free. */
export const blankCode = (taken: readonly string[]): string => {
  const known = new Set(taken.map((name) => name.toLowerCase()));
  let number = 1;
  while (known.has(`velocity${number}`)) number += 1;
  return `SELECT Count() AS velocity${number}\nFROM Purchase\nGROUPBY @"user.userId"`;
};
