import type { BodyOf, findSupportAccounts as endpoint, ResponseOf } from '@redoubt/contracts';
import type { EnvironmentContext } from '../context.ts';
import { findPurchases } from './find-purchases.ts';

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
        userId,
        userName: own.find(({ userName }) => userName !== null)?.userName ?? null,
        email: own.find(({ email }) => email !== null)?.email ?? null,
        purchases: own.length,
        newest: newest.eventTime.toISOString(),
      },
    ];
  });
  return { accounts, isCut };
};
