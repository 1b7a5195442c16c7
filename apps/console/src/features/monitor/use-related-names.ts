import type { Monitor } from '@redoubt/contracts';
import { useHasText, useProvidedNames, useText } from '@redoubt/i18n';

/** What kinds of later events are called, and what they tell. */
export const useRelatedNames = () => {
  const text = useText('monitor');
  const hasText = useHasText('monitor');
  const common = useText('common');
  const provided = useProvidedNames();
  return {
    kindOf: ({ kind, name }: Pick<Monitor['related'][number], 'kind' | 'name'>): string => {
      if (name !== null) return provided.shown(name);
      const key = `kind.${kind}`;
      return hasText(key) ? text(key) : kind;
    },
    valueOf: (value: string): string => {
      if (value === '') return text('related.silent');
      return value === 'Fraud' || value === 'NonFraud' ? common(`label.${value}`) : value;
    },
  };
};
