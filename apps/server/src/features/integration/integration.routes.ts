import * as contracts from '@redoubt/contracts';
import type { JsonObject } from '@redoubt/kernel';
import { getIntegrationStatus, getRecentCalls, putBodyMode, tryApi, type SendAs } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';
import { API_ADDRESSES } from '../api-addresses.ts';

/** @param send absent on a node that takes no events. */
export const createIntegrationBindings = (send?: SendAs): readonly Binding[] => [
  bind(contracts.getIntegrationStatus, ({ context }) => getIntegrationStatus(context, API_ADDRESSES)),
  bind(contracts.getRecentCalls, ({ context, params }) => getRecentCalls(context, API_ADDRESSES, params.api)),
  bind(contracts.putBodyMode, ({ context, body }) => putBodyMode(context, body)),
  bind(contracts.tryApi, ({ context, params, body }) =>
    tryApi(context, send, API_ADDRESSES, params.api, { ...body, body: body.body as JsonObject }),
  ),
];
