import { PUBLIC_EVENTS, publicAliasesOf } from '@redoubt/contracts';
import { EVENT_KINDS, type EventKind } from '@redoubt/domain';
import type { ApiAddresses } from '@redoubt/services';

/** Every address that takes each kind of event, as the table of endpoints names them. */
export const API_ADDRESSES = Object.fromEntries(
  (Object.keys(EVENT_KINDS) as EventKind[]).map((kind) => [kind, [PUBLIC_EVENTS[kind].path, ...publicAliasesOf(kind)]]),
) as unknown as ApiAddresses;
