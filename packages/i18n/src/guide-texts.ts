import { type EnglishText, useEnglishText } from './keyed-by-english.ts';
import { GUIDE_CATALOGUE } from './namespaces.ts';

/** Says an English explanation of the rule language in the reader's language. */
export type GuideText = EnglishText;

export const useGuideText = (): GuideText => useEnglishText(GUIDE_CATALOGUE);
