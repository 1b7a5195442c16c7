import type { CaseMeasure } from '@redoubt/domain';
import { useFormats } from '@redoubt/i18n';

/** A measured value with its unit. */
export const useMeasured = (): ((measure: CaseMeasure, value: number) => string) => {
  const formats = useFormats();
  const inUnit = (value: number, unit: 'hour' | 'minute'): string =>
    new Intl.NumberFormat(formats.language, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    }).format(value);
  return (measure, value) => {
    if (measure === 'backlog' || measure === 'dueSoon' || measure === 'secondDueSoon') return formats.number(value);
    if (measure === 'oldestHours' || measure === 'waitedHours') return inUnit(value, 'hour');
    if (measure === 'handledMinutes') return inUnit(value, 'minute');
    return formats.percent(value, 1);
  };
};
