import { fail } from '@redoubt/domain';
import { deleteAlertSubscriptions, insertAlertSubscription, type TenantTransaction } from '@redoubt/storage';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { addressOf } from '../mail/address-of.ts';
import type { MailServerFacts } from '../mail/mail-server.ts';

/** Who follows a cause: the caller. */
export type AlertReader = SignedInPerson & { readonly username: string };

/**
 * Mails the caller about a cause from now on, or no more. The feature checks before that the caller may see it. Answers whether
 * something changed. Throws MAIL-NOT-CONFIGURED, MAIL-NO-ADDRESS.
 */
export const followCause = async (
  trx: TenantTransaction,
  { tenantId, environmentId, clock }: EnvironmentContext,
  person: AlertReader,
  server: MailServerFacts | undefined,
  { cause, mailed }: { readonly cause: string; readonly mailed: boolean },
): Promise<boolean> => {
  const place = { environmentId, cause };
  if (!mailed) return deleteAlertSubscriptions(trx, place, person.userId);
  if (server === undefined) throw fail('MAIL-NOT-CONFIGURED');
  if (addressOf(person) === null) throw fail('MAIL-NO-ADDRESS', { name: person.username });
  const { userId, roles, wids: directoryRoles } = person;
  return insertAlertSubscription(trx, tenantId, place, {
    userId,
    roles,
    directoryRoles,
    seenAt: new Date(clock.now()),
  });
};
