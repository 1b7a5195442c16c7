import { createInstance } from 'i18next';
import errors from '../catalogues/en-US/errors.json' with { type: 'json' };

const texts = createInstance();
void texts.init({
  initAsync: false,
  lng: 'en-US',
  ns: ['errors'],
  defaultNS: 'errors',
  keySeparator: false,
  nsSeparator: false,
  resources: { 'en-US': { errors } },
  interpolation: { escapeValue: false },
});

/** The English sentence of an error, for what is written down for people of every language; undefined for a code that has none. */
export const englishError = (code: string, params: Readonly<Record<string, unknown>>): string | undefined =>
  texts.exists(code) ? texts.t(code, { ...params }) : undefined;
