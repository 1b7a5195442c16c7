import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GUIDE_CATALOGUE } from './namespaces.ts';
import { useLanguage } from './react.ts';

/** Says an English explanation of the rule language in the reader's language; what it does not know stays as it is. */
export type GuideText = (english: string) => string;

const isTexts = (bundle: unknown): bundle is Readonly<Record<string, string>> =>
  typeof bundle === 'object' && bundle !== null;

/** Loads the explanations of the language in force when first used; English stands in until they are there. */
export const useGuideText = (): GuideText => {
  const { i18n } = useTranslation(GUIDE_CATALOGUE, { useSuspense: false });
  const bundle: unknown = i18n.getResourceBundle(useLanguage(), GUIDE_CATALOGUE);
  return useMemo(
    () => (english) => (isTexts(bundle) && Object.hasOwn(bundle, english) ? (bundle[english] ?? english) : english),
    [bundle],
  );
};
