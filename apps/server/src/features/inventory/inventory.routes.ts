import * as contracts from '@redoubt/contracts';
import { activateRules, capabilitiesIn, compareEnvironments, getInventory, replaceReference } from '@redoubt/services';
import { bind, personOf, type Binding } from '../../http/binding.ts';

export const inventoryBindings: readonly Binding[] = [
  bind(contracts.getInventory, ({ context }) => getInventory(context)),
  bind(contracts.compareEnvironments, async ({ context, query, caller }) => {
    const capabilities = await capabilitiesIn(context, personOf(caller), query.with);
    return compareEnvironments(context, { ...context, environmentId: query.with, capabilities });
  }),
  bind(contracts.activateRules, ({ context, body }) => activateRules(context, body)),
  bind(contracts.replaceReference, ({ context, body }) => replaceReference(context, body)),
];
