import { createInstance, type i18n, type InitOptions, type ReadCallback } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { englishOf, namedNamespaces, onEnglishArrival } from './english-texts.ts';
import { FALLBACK_LANGUAGE, isLanguage, LANGUAGE_CODES, nearestLanguage, type Language } from './languages.ts';

/** Where the chosen language is kept in the browser. */
export const LANGUAGE_STORAGE_KEY = 'DFP/Market';
/** The query parameter that chooses the language of this visit. */
export const LANGUAGE_PARAMETER = 'mkt';

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
    defaultNS: 'common',
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

let browserTexts: i18n | undefined;

/** Loads what the code that has arrived says, in the chosen language. Does nothing where the texts are bundled. */
export const loadNamedTexts = async (): Promise<void> => {
  await browserTexts?.loadNamespaces([...namedNamespaces()]);
};

/** Reads other languages from files; English has come with the code that says it. */
class Catalogues extends HttpBackend {
  override read(language: string, namespace: string, callback: ReadCallback): void {
    if (language === FALLBACK_LANGUAGE) callback(null, englishOf(namespace));
    else super.read(language, namespace, callback);
  }
}

/**
 * The text instance of the browser, of which there is one. Await `start` at most as long as a person would; English stands
 * in until then.
 */
export const createTexts = ({ assetRoot, onProblem }: TextsOptions) => {
  const texts = createInstance();
  browserTexts = texts;
  texts.use(Catalogues).use(LanguageDetector);
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
  onEnglishArrival((namespace, catalogue) => {
    if (texts.isInitialized) texts.addResourceBundle(FALLBACK_LANGUAGE, namespace, catalogue, true, true);
  });
  const start = (): Promise<unknown> => texts.init({ ...options, ns: [...namedNamespaces()] });
  return { texts, start };
};

/** The language texts stand in now. */
export const currentLanguage = (texts: i18n): Language => {
  const code = texts.resolvedLanguage ?? texts.language;
  return code !== undefined && isLanguage(code) ? code : FALLBACK_LANGUAGE;
};
