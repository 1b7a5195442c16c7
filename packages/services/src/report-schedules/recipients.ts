import { isKnownUser, type TenantTransaction } from '@redoubt/storage';
import type { Id } from '@redoubt/kernel';
import { mailTarget } from '../environments/data-targets.ts';
import { readResidency } from '../environments/may-leave.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';

/**
 * Which of some addresses reports may go to: sign-in names of people of the tenant, and addresses in the domains that the
 * operator named.
 */
export const allowedRecipients = async (
  trx: TenantTransaction,
  { domains }: Pick<MailServerFacts, 'domains'>,
  addresses: readonly string[],
  at: Date,
): Promise<readonly string[]> => {
  const allowed: string[] = [];
  for (const address of addresses) {
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    // oxlint-disable-next-line eslint/no-await-in-loop -- one connection, few addresses
    if (domains.includes(domain) || (await isKnownUser(trx, address, at))) allowed.push(address);
  }
  return allowed;
};

/** Figures of an environment and those below may leave to each address. Throws as `requireMayLeave`. */
export const requireMailable = async (
  trx: TenantTransaction,
  environmentId: Id,
  addresses: readonly string[],
): Promise<void> => {
  const problemOf = await readResidency(trx, { withBelow: environmentId });
  for (const address of addresses) {
    const problem = problemOf(mailTarget(address));
    if (problem !== null) throw problem;
  }
};

/** Those of some addresses that figures of an environment and those below may leave to. */
export const mailableOf = async (
  trx: TenantTransaction,
  environmentId: Id,
  addresses: readonly string[],
): Promise<readonly string[]> => {
  const problemOf = await readResidency(trx, { withBelow: environmentId });
  return addresses.filter((address) => problemOf(mailTarget(address)) === null);
};
