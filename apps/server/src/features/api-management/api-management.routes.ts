import * as contracts from '@redoubt/contracts';
import { getApiErrors, getApiErrorSamples, getApiRequests } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

export const apiManagementBindings: readonly Binding[] = [
  bind(contracts.getApiRequests, ({ context, query }) => getApiRequests(context, query)),
  bind(contracts.getApiErrors, ({ context, query }) => getApiErrors(context, query)),
  bind(contracts.getApiErrorSamples, ({ context, params, query }) =>
    getApiErrorSamples(context, { ...query, code: params.code }),
  ),
];
