import * as contracts from '@redoubt/contracts';
import { getUsageDetails, getUsageSummary } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const usageBindings: readonly Binding[] = [
  bind(contracts.getUsageSummary, ({ context }) => getUsageSummary(context, contracts.USED_APIS)),
  bind(contracts.getUsageDetails, ({ context, query }) => getUsageDetails(context, contracts.USED_APIS, query)),
];
