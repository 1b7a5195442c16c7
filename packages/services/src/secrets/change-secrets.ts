import type { Id } from '@redoubt/kernel';

/** Where the secrets of a change request open again. */
export const changeSecretsPlace = (tenantId: Id, requestId: Id): string => `${tenantId}/change/${requestId}`;
