import type { ReviewDecision } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import type { TenantTransaction } from '../database/database.ts';

/** What a reviewer decided about the access of a person, seen from one environment. */
export type StoredAccessReview = {
  readonly personId: Id;
  readonly decision: ReviewDecision;
  readonly reason: string;
  readonly reviewerId: string;
  readonly reviewer: string;
  readonly reviewedAt: Date;
};

export const insertAccessReview = async (
  trx: TenantTransaction,
  { tenantId, environmentId, id }: { readonly tenantId: Id; readonly environmentId: Id; readonly id: Id },
  review: StoredAccessReview,
): Promise<void> => {
  await trx
    .insertInto('access_review')
    .values({
      tenant_id: tenantId,
      review_id: id,
      person_id: review.personId,
      environment_id: environmentId,
      decision: review.decision,
      reason: review.reason,
      reviewer_id: review.reviewerId,
      reviewer: review.reviewer,
      reviewed_at: review.reviewedAt,
    })
    .execute();
};

/** The newest review of each person in one of some environments. */
export const newestAccessReviews = (
  trx: TenantTransaction,
  environmentIds: readonly Id[],
): Promise<readonly StoredAccessReview[]> =>
  trx
    .selectFrom('access_review')
    .distinctOn('person_id')
    .select([
      'person_id as personId',
      'decision',
      'reason',
      'reviewer_id as reviewerId',
      'reviewer',
      'reviewed_at as reviewedAt',
    ])
    .where('environment_id', 'in', [...environmentIds])
    .orderBy('person_id')
    .orderBy('reviewed_at', 'desc')
    .execute();

/** How often the access of a person is to be reviewed, in days. */
export const findReviewDays = async (trx: TenantTransaction): Promise<number | undefined> =>
  (await trx.selectFrom('tenant').select('review_days as days').executeTakeFirst())?.days;

export const saveReviewDays = async (trx: TenantTransaction, days: number): Promise<void> => {
  await trx.updateTable('tenant').set({ review_days: days }).execute();
};
