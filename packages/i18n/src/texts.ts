import { createInstance, type i18n, type InitOptions } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { ENGLISH } from './english.ts';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_CODES, nearestLanguage, type Language } from './languages.ts';
import { GUIDE_CATALOGUE, NAMESPACES, PROVIDED_CATALOGUE, type Namespace } from './namespaces.ts';

/** Where the chosen language is kept in the browser. */
export const LANGUAGE_STORAGE_KEY = 'DFP/Market';
/** The query parameter that chooses the language of this visit. */
export const LANGUAGE_PARAMETER = 'mkt';

/** Loaded before the first page: what the frame, every error and every route title need. */
export const START_NAMESPACES: readonly Namespace[] = ['common', 'shell', 'errors', 'notices', 'routes', 'ui'];

/** English needs no catalogue where its texts are the keys. */
const BUNDLED = { ...ENGLISH, [GUIDE_CATALOGUE]: {}, [PROVIDED_CATALOGUE]: {} };

/** What stands where a key is unknown; visible, and named so that the reporter can be helped. */
export const unknownKey = (key: string): string => `⟦${key}⟧`;
/** What stands where a sentence lacks a value. */
export const MISSING_VALUE = '⟦?⟧';

/** A text problem, reported once per key: a bug of ours, never of the person reading. */
export type TextProblem = { readonly kind: 'unknownKey' | 'missingValue'; readonly key: string };

export type TextsOptions = {
  /** Root of static files, with a trailing slash: `/dist/`. */
  readonly assetRoot: string;
  readonly onProblem?: (problem: TextProblem) => void;
};

const reportOnce = (report: ((problem: TextProblem) => void) | undefined) => {
  const seen = new Set<string>();
  return (problem: TextProblem): void => {
    const id = `${problem.kind} ${problem.key}`;
    if (seen.has(id)) return;
    seen.add(id);
    report?.(problem);
  };
};

/**
 * Options shared by browser and tests. Retries are those of the i18next core
 * (`docs/reference/console.md#languages-and-formats`): they are top-level options, not options of the backend.
 */
export const textOptions = (onProblem?: (problem: TextProblem) => void): InitOptions => {
  const report = reportOnce(onProblem);
  return {
    supportedLngs: [...LANGUAGE_CODES],
    fallbackLng: FALLBACK_LANGUAGE,
    ns: [...START_NAMESPACES],
    defaultNS: 'common',
    resources: { [FALLBACK_LANGUAGE]: BUNDLED },
    partialBundledLanguages: true,
    load: 'currentOnly',
    maxRetries: 5,
    retryTimeout: 350,
    maxParallelReads: 10,
    returnNull: false,
    returnEmptyString: false,
    interpolation: { escapeValue: false },
    parseMissingKeyHandler: (key: string) => {
      report({ kind: 'unknownKey', key });
      return unknownKey(key);
    },
    missingInterpolationHandler: (text: string) => {
      report({ kind: 'missingValue', key: text });
      return MISSING_VALUE;
    },
    react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added' },
  };
};

/** The text instance of the browser. Await `start` at most as long as a person would; English stands in until then. */
export const createTexts = ({ assetRoot, onProblem }: TextsOptions): { texts: i18n; start: () => Promise<unknown> } => {
  const texts = createInstance();
  texts.use(HttpBackend).use(LanguageDetector);
  const options: InitOptions = {
    ...textOptions(onProblem),
    detection: {
      order: ['querystring', 'localStorage', 'navigator'],
      lookupQuerystring: LANGUAGE_PARAMETER,
      lookupLocalStorage: LANGUAGE_STORAGE_KEY,
      caches: [],
      convertDetectedLanguage: (tag: string) => nearestLanguage(tag) ?? tag,
    },
    backend: { loadPath: `${assetRoot}locales/{{lng}}/{{ns}}.json` },
  };
  return { texts, start: () => texts.init(options) };
};

/** A text instance without network or detection, for tests and for pages shown before anything is loaded. */
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

/** The language texts stand in now. */
export const currentLanguage = (texts: i18n): Language => {
  const code = texts.resolvedLanguage ?? texts.language;
  return code !== undefined && isLanguage(code) ? code : FALLBACK_LANGUAGE;
};
