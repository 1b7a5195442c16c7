import { CliError } from '../cli-error.ts';

export type Tenant = { readonly tenantId: string; readonly name: string };

/** The tenant of an id or a name; all where none is given. Throws `CliError` with those there are. */
export const chooseTenants = (all: readonly Tenant[], given: string | undefined): readonly Tenant[] => {
  if (given === undefined) return all;
  const wanted = given.toLowerCase();
  const found = all.filter(({ tenantId, name }) => tenantId === wanted || name.toLowerCase() === wanted);
  if (found.length === 1) return found;
  const known = (found.length > 1 ? found : all).map(({ tenantId, name }) => `${name} (${tenantId})`).join(', ');
  throw new CliError(
    found.length > 1
      ? `Several tenants are called ${given}; give the id of one: ${known}.`
      : `There is no tenant ${given}; there are ${known || 'none'}.`,
    { exitCode: 2 },
  );
};
