import type { ReportFieldInfo } from '@redoubt/contracts';
import { isReportField, OTHER_VALUES } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { useMemo } from 'react';

/** What fields and their values are called. */
export const useValueNames = (fields: readonly ReportFieldInfo[]) => {
  const text = useText('reports');
  const search = useText('search');
  const common = useText('common');
  const { language } = useFormats();
  const provided = useProvidedNames();
  return useMemo(() => {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
    const infoOf = (name: string): ReportFieldInfo | undefined => fields.find((each) => each.name === name);
    return {
      field: (name: string): string => {
        const friendly = infoOf(name)?.friendlyName ?? null;
        if (friendly !== null) return provided.shown(friendly);
        return isReportField(name) ? search(`reportField.${name}`) : name;
      },
      value: (field: string, value: string): string => {
        if (value === OTHER_VALUES) return text('narrow.otherValues');
        const isYesNo = field === 'javaScriptEnabled' || infoOf(field)?.type === 'boolean';
        if (isYesNo && (value === 'true' || value === 'false')) {
          return common(value === 'true' ? 'value.yes' : 'value.no');
        }
        if (field.endsWith('Country') && /^[A-Z]{2}$/.test(value)) return `${value}, ${regions.of(value) ?? value}`;
        return value;
      },
    };
  }, [fields, text, search, common, language, provided]);
};

export type ValueNames = ReturnType<typeof useValueNames>;
