import * as contracts from '@redoubt/contracts';
import { getUsageDetails, getUsageSummary } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';
import { API_ADDRESSES } from '../api-addresses.ts';

export const usageBindings: readonly Binding[] = [
  bind(contracts.getUsageSummary, ({ context }) => getUsageSummary(context, API_ADDRESSES)),
  bind(contracts.getUsageDetails, ({ context, query }) => getUsageDetails(context, API_ADDRESSES, query)),
];
