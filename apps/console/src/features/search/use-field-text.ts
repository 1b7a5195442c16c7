import type { SearchField, SearchFilter } from '@redoubt/contracts';
import { useLanguage, useText, type TextKey } from '@redoubt/i18n';
import { useMemo } from 'react';

/** Says fields, values and whole conditions in words. */
export const useFieldText = () => {
  const text = useText('search');
  const common = useText('common');
  const language = useLanguage();
  return useMemo(() => {
    const either = new Intl.ListFormat(language, { type: 'disjunction' });
    const countries = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });

    const value = (field: SearchField, raw: string): string => {
      if (field === 'decision') return common(`decision.${raw}` as TextKey<'common'>);
      if (field === 'fraudLabel') return common(`label.${raw === 'None' ? 'none' : raw}` as TextKey<'common'>);
      if (field === 'country' && /^[A-Z]{2}$/.test(raw)) return `${raw}, ${countries.of(raw) ?? raw}`;
      return raw;
    };
    const condition = ({ field, operator, values }: SearchFilter) => ({
      start: `${text(`field.${field}`)} ${text(`operator.${operator}`)}`,
      values: either.format(values.map((each) => (field === 'country' ? each : value(field, each)))),
    });
    return { field: (field: SearchField) => text(`field.${field}`), value, condition };
  }, [text, common, language]);
};
