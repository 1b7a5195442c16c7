import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, readLimits } from './limits.ts';

describe('limits', () => {
  it('have the documented values where nothing is chosen', () => {
    expect(readLimits('')).toEqual(DEFAULT_LIMITS);
    expect(DEFAULT_LIMITS).toMatchObject({
      functionsPerEnvironment: 30,
      ruleTemplatesPerEnvironment: 50,
      propertiesPerFunction: 30,
      velocitiesPerFunction: 15,
      callsPerFunction: 2,
      listsPerFunction: 5,
      assessmentsPerFunction: 2,
      functionsPerRule: 10,
      velocitiesPerSet: 10,
      resourcesPerVelocity: 10,
    });
  });

  it('are chosen by name', () => {
    expect(readLimits(' functionsPerEnvironment=60, listsPerFunction=8 ')).toEqual({
      ...DEFAULT_LIMITS,
      functionsPerEnvironment: 60,
      listsPerFunction: 8,
    });
  });

  it('of the size of texts can be lowered and never raised', () => {
    expect(readLimits('membersPerPath=20,charactersPerRule=400000')).toMatchObject({
      membersPerPath: 20,
      charactersPerRule: 400_000,
    });
    expect(readLimits('membersPerPath=51')).toBeNull();
  });

  it.each(['rules=5', 'listsPerFunction=0', 'listsPerFunction=1.5', 'propertiesPerFunction=101', 'toString=3', '30'])(
    'refuse %s',
    (text) => expect(readLimits(text)).toBeNull(),
  );
});
