import type { BodyOf, findSupportAccounts as endpoint, ResponseOf } from '@redoubt/contracts';
import type { EnvironmentContext } from '../context.ts';
import { seesMasks } from '../privacy/masked-environments.ts';
import { maskSearched } from '../privacy/mask-answers.ts';
import { findPurchases } from './find-purchases.ts';

type FoundAccounts = ResponseOf<typeof endpoint>['accounts'];

const maskAccount = ({ userId, userName, email, ...account }: FoundAccounts[number]): FoundAccounts[number] => ({
  ...account,
  userId: maskSearched('userId', userId),
  userName: maskSearched('userName', userName),
  email: maskSearched('email', email),
});

/**
 * Accounts whose purchases carry a value, those with the newest purchase first. Throws SRCH-RANGE-TOO-LONG, SRCH-TIMEOUT.
 */
export const findSupportAccounts = async (
  context: EnvironmentContext,
  body: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> => {
  const { rows, isCut } = await findPurchases(context, body);
  const accounts = [...Map.groupBy(rows, ({ userId }) => userId)].flatMap(([userId, own]) => {
    const [newest] = own;
    if (!newest) return [];
    return [
      {
        // A masked account is opened by one of its purchases.
        purchaseId: newest.eventId,
        userId,
        userName: own.find(({ userName }) => userName !== null)?.userName ?? null,
        email: own.find(({ email }) => email !== null)?.email ?? null,
        purchases: own.length,
        newest: newest.eventTime.toISOString(),
      },
    ];
  });
  return { accounts: seesMasks(context, context.environmentId) ? accounts.map(maskAccount) : accounts, isCut };
};
