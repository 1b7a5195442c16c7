import { Select } from '@fluentui/react-components';
import type { AccessReview } from '@redoubt/contracts';
import { ABSENCE_DAYS, allows } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ChoiceChips } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import { REVIEW_SHOWS, type ReviewAddress } from '../review-address.ts';
import { useReviewMutations } from '../people.queries.ts';

const ascending = ABSENCE_DAYS.toSorted((left, right) => left - right);

/** Narrows the review, and says how often it is due; who may set that does it here. */
export const ReviewFilters = (props: {
  readonly address: ReviewAddress;
  readonly found: Pick<AccessReview, 'counts' | 'nextDueAt' | 'everyDays'> | undefined;
  readonly onChange: (change: Partial<ReviewAddress>, options: { readonly replace: true }) => void;
}): ReactNode => {
  const { address, found, onChange } = props;
  const text = useText('people');
  const formats = useFormats();
  const { capabilities } = useEnvironment();
  const { policy } = useReviewMutations();
  const every = found?.everyDays;
  return (
    <>
      <ChoiceChips
        label={text('review.show')}
        choices={REVIEW_SHOWS}
        chosen={address.show}
        nameOf={(each) => text(`review.${each}`, { count: found === undefined ? 0 : found.counts[each] })}
        onChoose={(show) => onChange({ show }, { replace: true })}
      />
      <Select
        size="small"
        aria-label={text('review.period')}
        value={String(address.days)}
        onChange={(_event, { value }) => onChange({ days: Number(value) }, { replace: true })}
      >
        {ascending.map((days) => (
          <option key={days} value={days}>
            {`${text('review.period')} ${text('review.days', { count: days })}`}
          </option>
        ))}
      </Select>
      {allows(capabilities, 'adminConfiguration:write') && every !== undefined ? (
        <Select
          size="small"
          aria-label={text('review.every')}
          value={String(every)}
          disabled={policy.isPending}
          onChange={(_event, { value }) => policy.mutate({ everyDays: Number(value) })}
        >
          {[...new Set([...ascending, every])].map((days) => (
            <option key={days} value={days}>
              {`${text('review.every')} ${text('review.everyDays', { count: days })}`}
            </option>
          ))}
        </Select>
      ) : null}
      {found?.nextDueAt ? (
        <span className="soft">{text('review.next', { time: formats.date(found.nextDueAt) })}</span>
      ) : null}
    </>
  );
};
