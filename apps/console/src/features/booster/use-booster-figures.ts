import type { BoosterComparisonDetail } from '@redoubt/contracts';
import { useFormats } from '@redoubt/i18n';

type Estimate = BoosterComparisonDetail['sharedRate'];
const HUNDRED = 100;

/** How rates, and differences with their interval, are written. */
export const useBoosterFigures = () => {
  const formats = useFormats();
  const percent = (share: number): string => formats.percent(share * HUNDRED);
  const signed = (share: number): string => `${share > 0 ? '+' : ''}${percent(share)}`;
  return {
    percent,
    rate: (of: Estimate): string => (of === null ? '–' : percent(of.value)),
    interval: (of: Estimate): string => (of === null ? '' : `${signed(of.lower)} … ${signed(of.upper)}`),
    signed: (of: Estimate): string => (of === null ? '–' : signed(of.value)),
    difference: (of: Estimate): string =>
      of === null ? '–' : `${signed(of.value)} (${signed(of.lower)} … ${signed(of.upper)})`,
  };
};
