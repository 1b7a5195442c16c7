import type { Me } from '@redoubt/contracts';
import type { AccessibleEnvironment } from '../access/person-access.ts';

/** Environments in which a person may do anything, as they see them; the parent only where they may open that one too. */
export const openedOf = (environments: readonly AccessibleEnvironment[]): readonly Me['environments'][number][] => {
  const opened = environments.filter(({ hasAccess }) => hasAccess);
  const ids = new Set(opened.map(({ id }) => id));
  return opened.map((environment) => ({
    id: environment.id,
    name: environment.friendlyName ?? environment.name,
    status: environment.status,
    statusReason: environment.statusReason,
    parentId: environment.parentId !== null && ids.has(environment.parentId) ? environment.parentId : null,
    customerApiId: environment.customerApiId,
    geography: environment.geography,
    kind: environment.kind,
    tags: [...environment.tags],
    deviceFingerprintingId: environment.deviceFingerprintingId,
    hasAccess: environment.hasAccess,
    roles: [...environment.roles],
    capabilities: environment.capabilities,
  }));
};
