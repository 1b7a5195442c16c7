import type { ObservationKindInfo } from '@redoubt/contracts';
import { isObservationField, OTHER_VALUES, VERDICT_FIELD } from '@redoubt/domain';
import { useHasText, useProvidedNames, useText } from '@redoubt/i18n';
import { useMemo } from 'react';

/** What kinds of observations, their fields and their values are called. */
export const useObservationNames = (kinds: readonly ObservationKindInfo[], kind: ObservationKindInfo | undefined) => {
  const text = useText('observationReport');
  const threats = useText('threatReport');
  const monitor = useText('monitor');
  const hasMonitorText = useHasText('monitor');
  const common = useText('common');
  const provided = useProvidedNames();
  return useMemo(() => {
    const infoOf = (field: string) => kind?.fields.find(({ name }) => name === field);
    return {
      kind: (id: string): string => {
        const own = kinds.find((each) => each.kind === id)?.name ?? null;
        if (own !== null) return provided.shown(own);
        const key = `kind.${id}`;
        return hasMonitorText(key) ? monitor(key) : id;
      },
      field: (name: string): string => {
        const friendly = infoOf(name)?.friendlyName ?? null;
        if (friendly !== null) return provided.shown(friendly);
        return isObservationField(name) ? text(`field.${name}`) : name;
      },
      value: (field: string, value: string): string => {
        if (value === OTHER_VALUES) return threats('otherValues');
        if (field === VERDICT_FIELD && value === 'Fraud') return threats('arrivals.fraud');
        if (field === VERDICT_FIELD && value === 'NonFraud') return threats('arrivals.nonFraud');
        if (infoOf(field)?.type === 'boolean' && (value === 'true' || value === 'false')) {
          return common(value === 'true' ? 'value.yes' : 'value.no');
        }
        return value;
      },
    };
  }, [kinds, kind, text, threats, monitor, hasMonitorText, common, provided]);
};

export type ObservationNames = ReturnType<typeof useObservationNames>;
