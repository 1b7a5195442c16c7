import type { SearchMatch } from '@redoubt/contracts';
import { useFormats, useText, type TextKey } from '@redoubt/i18n';
import { useMemo } from 'react';
import { useDefinedAssessments } from '../assessments/assessments.queries.ts';
import { MOST_COUNTED } from './search-matches.ts';
import { useFieldText } from './use-field-text.ts';

const PRODUCT_TYPES: readonly string[] = ['purchase', 'signUp', 'accountCreation', 'accountLogin'];

/** Says what a text was found as. */
export const useMatchText = () => {
  const text = useText('search');
  const formats = useFormats();
  const say = useFieldText();
  const defined = useDefinedAssessments();
  return useMemo(() => {
    const kind = (eventType: string): string =>
      PRODUCT_TYPES.includes(eventType)
        ? text(`type.${eventType}` as TextKey<'search'>)
        : (defined.find((each) => each.kind === eventType)?.friendlyName ?? eventType);
    /** "customer id · Purchases · 14" */
    const context = ({ field, eventType, events }: SearchMatch): string =>
      [say.field(field), kind(eventType), formats.number(events) + (events >= MOST_COUNTED ? '+' : '')].join(' · ');
    return { kind, context };
  }, [text, formats, say, defined]);
};
