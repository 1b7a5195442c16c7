import { LANGUAGE_STORAGE_KEY, useTexts, type Language } from '@redoubt/i18n';
import { usePreferences } from './use-preferences.tsx';

/** Changes the language: here at once, in this browser for the next visit, and on the server for other machines. */
export const useChangeLanguage = (): ((language: Language) => void) => {
  const texts = useTexts();
  const [, change] = usePreferences();
  return (language) => {
    localStorage.setItem(LANGUAGE_STORAGE_KEY, language);
    change({ language });
    void texts.changeLanguage(language);
  };
};
