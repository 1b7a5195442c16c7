import { createInstance, type i18n } from 'i18next';
import { ENGLISH } from './english.ts';
import { FALLBACK_LANGUAGE, type Language } from './languages.ts';
import { GUIDE_CATALOGUE, PROVIDED_CATALOGUE, type Namespace } from './namespaces.ts';
import { textOptions } from './texts.ts';

export const NAMESPACES = Object.keys(ENGLISH) as readonly Namespace[];

/** English needs no catalogue where its texts are the keys. */
const BUNDLED = { ...ENGLISH, [GUIDE_CATALOGUE]: {}, [PROVIDED_CATALOGUE]: {} };

/** A text instance with all English texts, without network or detection, for tests. */
export const createBundledTexts = (
  language: Language = FALLBACK_LANGUAGE,
  catalogues: Readonly<Record<string, unknown>> = ENGLISH,
): i18n => {
  const texts = createInstance();
  void texts.init({
    ...textOptions(),
    ns: [...NAMESPACES, GUIDE_CATALOGUE, PROVIDED_CATALOGUE],
    lng: language,
    initAsync: false,
    resources: { [FALLBACK_LANGUAGE]: BUNDLED, [language]: catalogues as typeof ENGLISH },
  });
  return texts;
};
