import * as contracts from '@redoubt/contracts';
import { EVENT_KINDS, type EventKind } from '@redoubt/domain';
import type { JsonObject } from '@redoubt/kernel';
import { getIntegrationStatus, getRecentCalls, tryApi, type ApiAddresses, type SendAs } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

const ADDRESSES = Object.fromEntries(
  (Object.keys(EVENT_KINDS) as EventKind[]).map((kind) => [
    kind,
    [contracts.PUBLIC_EVENTS[kind].path, ...contracts.publicAliasesOf(kind)],
  ]),
) as unknown as ApiAddresses;

/** @param send absent on a node that takes no events. */
export const createIntegrationBindings = (send?: SendAs): readonly Binding[] => [
  bind(contracts.getIntegrationStatus, ({ context }) => getIntegrationStatus(context, ADDRESSES)),
  bind(contracts.getRecentCalls, ({ context, params }) => getRecentCalls(context, ADDRESSES, params.api)),
  bind(contracts.tryApi, ({ context, params, body }) =>
    tryApi(context, send, params.api, { ...body, body: body.body as JsonObject }),
  ),
];
