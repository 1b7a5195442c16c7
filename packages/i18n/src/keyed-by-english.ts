import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { GUIDE_CATALOGUE, PROVIDED_CATALOGUE } from './namespaces.ts';
import { useLanguage } from './react.ts';

/** Says an English text in the reader's language; what the catalogue does not know stays as it is. */
export type EnglishText = (english: string) => string;

const isTexts = (bundle: unknown): bundle is Readonly<Record<string, string>> =>
  typeof bundle === 'object' && bundle !== null;

/** Loads a catalogue whose keys are English texts when first used; English stands in until it is there. */
export const useEnglishText = (catalogue: typeof GUIDE_CATALOGUE | typeof PROVIDED_CATALOGUE): EnglishText => {
  const { i18n } = useTranslation(catalogue, { useSuspense: false });
  const bundle: unknown = i18n.getResourceBundle(useLanguage(), catalogue);
  return useMemo(
    () => (english) => (isTexts(bundle) && Object.hasOwn(bundle, english) ? (bundle[english] ?? english) : english),
    [bundle],
  );
};
