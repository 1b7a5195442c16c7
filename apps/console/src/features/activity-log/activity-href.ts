import type { ActivityEntry } from '@redoubt/contracts';
import { hrefOf } from '../../routes/address.ts';

/** In place of an environment in the address of an entry that concerns the whole tenant. */
export const WHOLE_TENANT = 'tenant';

/** Address of the page of one entry. */
export const entryHref = ({
  id,
  resource,
  environment,
}: Pick<ActivityEntry, 'id' | 'resource' | 'environment'>): string =>
  hrefOf('/settings/:eventType/:envId/:id', { eventType: resource.type, envId: environment?.id ?? WHOLE_TENANT, id });
