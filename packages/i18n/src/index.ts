export { createFormats, type Formats, type Moment, type TimeZoneChoice } from './formats.ts';
export { type GuideText, useGuideText } from './guide-texts.ts';
export { isIsoDate } from './iso-date.ts';
export { firstDayOfWeek, isLanguage, LANGUAGE_CODES, LANGUAGES, nearestLanguage, type Language } from './languages.ts';
export { ENGLISH } from './english.ts';
export { createBundledTexts, NAMESPACES } from './bundled-texts.ts';
export { GUIDE_CATALOGUE, PROVIDED_CATALOGUE, type Namespace, type TextKey } from './namespaces.ts';
export { type ProvidedNames, useProvidedNames } from './provided-names.ts';
export { problemText, type CodedProblem } from './problem-text.ts';
export { spanText } from './span-text.ts';
export {
  TextProvider,
  useEnglishKeys,
  useFormats,
  useHasText,
  useLanguage,
  useText,
  useTexts,
  type Text,
  type TextParams,
} from './react.ts';
export {
  createTexts,
  LANGUAGE_PARAMETER,
  LANGUAGE_STORAGE_KEY,
  loadNamedTexts,
  MISSING_VALUE,
  textOptions,
  unknownKey,
  type TextProblem,
  type TextsOptions,
} from './texts.ts';
