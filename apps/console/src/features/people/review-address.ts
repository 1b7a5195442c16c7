import { ABSENCE_DAYS } from '@redoubt/domain';
import { z } from 'zod';
import type { ReviewQuestion } from './people.queries.ts';

const text = z.string().optional().catch(undefined);
const [FIRST] = ABSENCE_DAYS;

export const REVIEW_SHOWS = ['absent', 'due', 'all'] as const;
export const REVIEW_SORTS = ['name', 'lastSeen', 'due'] as const;

/** What the page of the review keeps in its address. */
export const reviewAddress = z.object({
  find: text,
  show: z.enum(REVIEW_SHOWS).default('absent').catch('absent'),
  days: z.coerce
    .number()
    .refine((days) => ABSENCE_DAYS.some((each) => each === days))
    .default(FIRST)
    .catch(FIRST),
  sort: z.enum(REVIEW_SORTS).default('lastSeen').catch('lastSeen'),
  order: z.enum(['ascending', 'descending']).default('ascending').catch('ascending'),
});
export type ReviewAddress = z.output<typeof reviewAddress>;

/** What the server is asked. */
export const reviewQuestionOf = ({ find, ...rest }: ReviewAddress) =>
  ({ ...rest, ...(find === undefined ? {} : { find }) }) satisfies ReviewQuestion;
