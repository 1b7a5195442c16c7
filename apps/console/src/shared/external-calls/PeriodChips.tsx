import { CALL_PERIODS, type CallPeriod } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';

/** The period that figures are shown for. */
export const PeriodChips = ({
  period,
  onPeriod,
}: {
  readonly period: CallPeriod;
  readonly onPeriod: (period: CallPeriod) => void;
}) => {
  const text = useText('externalCalls');
  return (
    <div className="flex gap-1" role="group" aria-label={text('period.label')}>
      {CALL_PERIODS.map((each) => (
        <Chip key={each} pressed={each === period} onSelect={() => onPeriod(each)}>
          {text(`period.${each}`)}
        </Chip>
      ))}
    </div>
  );
};
