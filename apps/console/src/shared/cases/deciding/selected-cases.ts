import type { CaseSummary, getQueueCases, ResponseOf } from '@redoubt/contracts';

/** The sum of the amounts of cases; undefined where they do not share a currency. */
export const sumOf = (
  cases: readonly Pick<CaseSummary, 'amount' | 'currency'>[],
): { readonly amount: number; readonly currency: string | null } | undefined => {
  const [first] = cases;
  if (!first || cases.some(({ amount, currency }) => amount === null || currency !== first.currency)) return undefined;
  return { amount: cases.reduce((sum, { amount }) => sum + (amount ?? 0), 0), currency: first.currency };
};

type DecisionsOfAssessment = ResponseOf<typeof getQueueCases>['decisions'][number];

/** The decisions that can be made of some cases together: those of their assessment, none where they are of several. */
export const decisionsOf = (
  cases: readonly Pick<CaseSummary, 'eventType'>[],
  all: readonly DecisionsOfAssessment[],
): DecisionsOfAssessment['options'] => {
  const kinds = new Set(cases.map(({ eventType }) => eventType));
  const own = kinds.size === 1 ? all.find(({ assessment }) => kinds.has(assessment)) : undefined;
  return (own ?? (all.length === 1 ? all[0] : undefined))?.options ?? [];
};
