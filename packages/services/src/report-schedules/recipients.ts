import { isKnownUser, type TenantTransaction } from '@redoubt/storage';
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
