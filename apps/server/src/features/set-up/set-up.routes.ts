import { getSetUp as getEndpoint, setUpTenant as startEndpoint, type Geography } from '@redoubt/contracts';
import { getSetUp, setUpTenant } from '@redoubt/services';
import { bind, personOf, type Binding } from '../../http/binding.ts';

export const createSetUpBindings = (geographies: readonly Geography[]): readonly Binding[] => [
  bind(getEndpoint, ({ caller, context }) => getSetUp(context, personOf(caller), geographies)),
  bind(startEndpoint, async ({ body, caller, context }) => {
    const person = personOf(caller);
    await setUpTenant(context, person, body, geographies);
    return getSetUp(context, person, geographies);
  }),
];
