/**
 * The languages of the console (`docs/reference/console.md#languages-and-formats`), each with its own name as it stands
 * in a list of languages.
 */
export const LANGUAGES = {
  'en-US': 'English',
  'de-DE': 'Deutsch',
  'es-ES': 'Español',
  'fr-FR': 'Français',
  'it-IT': 'Italiano',
  'nl-NL': 'Nederlands',
  'pt-BR': 'Português (Brasil)',
  'da-DK': 'Dansk',
} as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[];

export const FALLBACK_LANGUAGE: Language = 'en-US';

export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);

/**
 * The supported language nearest to a tag: the same tag ignoring case, else the one with the same primary subtag
 * (`de-AT` → `de-DE`), else undefined.
 */
export const nearestLanguage = (tag: string): Language | undefined => {
  const wanted = tag.toLowerCase();
  const primary = wanted.split('-')[0];
  return (
    LANGUAGE_CODES.find((code) => code.toLowerCase() === wanted) ??
    LANGUAGE_CODES.find((code) => code.toLowerCase().split('-')[0] === primary)
  );
};

type WithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };

/**
 * First day of the week, 1 (Monday) to 7 (Sunday). Monday is fixed for Spanish and French; the others follow CLDR.
 */
export const firstDayOfWeek = (language: Language): number => {
  if (language === 'es-ES' || language === 'fr-FR') return 1;
  const locale: WithWeek = new Intl.Locale(language);
  const known = locale.getWeekInfo?.() ?? locale.weekInfo;
  return known?.firstDay ?? (language === 'en-US' || language === 'pt-BR' ? 7 : 1);
};
