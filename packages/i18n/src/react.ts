import type { i18n } from 'i18next';
import { createContext, createElement, useContext, useMemo, type ReactNode } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { createFormats, type DateStyle, type Formats, type TimeZoneChoice } from './formats.ts';
import { FALLBACK_LANGUAGE, type Language } from './languages.ts';
import type { Namespace, TextKey } from './namespaces.ts';
import { currentLanguage } from './texts.ts';

const Zone = createContext<TimeZoneChoice>('local');
const Style = createContext<DateStyle>('language');

export type TextParams = Readonly<Record<string, string | number>>;

/** Says one text of a namespace; `count` among the parameters chooses the plural form. */
export type Text<Name extends Namespace> = (key: TextKey<Name>, params?: TextParams) => string;

/** Gives the tree below its texts, its time zone and how dates are written. */
export const TextProvider = (props: {
  readonly texts: i18n;
  readonly timeZone?: TimeZoneChoice;
  readonly dateStyle?: DateStyle;
  readonly children: ReactNode;
}): ReactNode =>
  createElement(
    I18nextProvider,
    { i18n: props.texts },
    createElement(
      Zone.Provider,
      { value: props.timeZone ?? 'local' },
      createElement(Style.Provider, { value: props.dateStyle ?? 'language' }, props.children),
    ),
  );

/** Texts of one namespace, typed by its English catalogue. */
export const useText = <Name extends Namespace>(namespace: Name): Text<Name> => {
  const { t } = useTranslation(namespace, { useSuspense: false });
  return t as unknown as Text<Name>;
};

/** Whether a namespace has a text of this key: for words that come from data. */
type HasText<Name extends Namespace> = (key: string) => key is TextKey<Name>;

export const useHasText = <Name extends Namespace>(namespace: Name): HasText<Name> => {
  const { i18n } = useTranslation(namespace, { useSuspense: false });
  return useMemo(
    () =>
      (key): key is TextKey<Name> =>
        i18n.exists(key, { ns: namespace }),
    [i18n, namespace],
  );
};

/** The keys of a part of a namespace by their English texts: for words that come from data in English. */
export const useEnglishKeys = <Name extends Namespace>(
  namespace: Name,
  part: string,
): ReadonlyMap<string, TextKey<Name>> => {
  const { i18n } = useTranslation(namespace, { useSuspense: false });
  return useMemo(() => {
    const texts: unknown = i18n.getResource(FALLBACK_LANGUAGE, namespace, part);
    const entries = typeof texts === 'object' && texts !== null ? Object.entries(texts) : [];
    return new Map(entries.map(([key, text]) => [String(text), `${part}.${key}` as TextKey<Name>]));
  }, [i18n, namespace, part]);
};

/** The text instance itself, for changing the language. */
export const useTexts = (): i18n => useTranslation(undefined, { useSuspense: false }).i18n;

export const useLanguage = (): Language => currentLanguage(useTexts());

/** Formatters of the language, time zone and date style in force. */
export const useFormats = (): Formats => {
  const language = useLanguage();
  const timeZone = useContext(Zone);
  const dateStyle = useContext(Style);
  return useMemo(() => createFormats(language, timeZone, dateStyle), [language, timeZone, dateStyle]);
};
