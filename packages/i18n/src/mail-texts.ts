import { createInstance } from 'i18next';
import caseReportDa from '../catalogues/da-DK/caseReport.json' with { type: 'json' };
import mailDa from '../catalogues/da-DK/mail.json' with { type: 'json' };
import routesDa from '../catalogues/da-DK/routes.json' with { type: 'json' };
import caseReportDe from '../catalogues/de-DE/caseReport.json' with { type: 'json' };
import mailDe from '../catalogues/de-DE/mail.json' with { type: 'json' };
import routesDe from '../catalogues/de-DE/routes.json' with { type: 'json' };
import caseReportEn from '../catalogues/en-US/caseReport.json' with { type: 'json' };
import mailEn from '../catalogues/en-US/mail.json' with { type: 'json' };
import routesEn from '../catalogues/en-US/routes.json' with { type: 'json' };
import caseReportEs from '../catalogues/es-ES/caseReport.json' with { type: 'json' };
import mailEs from '../catalogues/es-ES/mail.json' with { type: 'json' };
import routesEs from '../catalogues/es-ES/routes.json' with { type: 'json' };
import caseReportFr from '../catalogues/fr-FR/caseReport.json' with { type: 'json' };
import mailFr from '../catalogues/fr-FR/mail.json' with { type: 'json' };
import routesFr from '../catalogues/fr-FR/routes.json' with { type: 'json' };
import caseReportIt from '../catalogues/it-IT/caseReport.json' with { type: 'json' };
import mailIt from '../catalogues/it-IT/mail.json' with { type: 'json' };
import routesIt from '../catalogues/it-IT/routes.json' with { type: 'json' };
import caseReportNl from '../catalogues/nl-NL/caseReport.json' with { type: 'json' };
import mailNl from '../catalogues/nl-NL/mail.json' with { type: 'json' };
import routesNl from '../catalogues/nl-NL/routes.json' with { type: 'json' };
import caseReportPt from '../catalogues/pt-BR/caseReport.json' with { type: 'json' };
import mailPt from '../catalogues/pt-BR/mail.json' with { type: 'json' };
import routesPt from '../catalogues/pt-BR/routes.json' with { type: 'json' };
import { createFormats, type Formats } from './formats.ts';
import { FALLBACK_LANGUAGE, nearestLanguage, type Language } from './languages.ts';
import type { Namespace, TextKey } from './namespaces.ts';

export { spanText } from './span-text.ts';

type Say<Name extends Namespace> = (key: TextKey<Name>, params?: Readonly<Record<string, string | number>>) => string;

/** What mails are written with: the texts of one language, without a browser. */
export type MailTexts = {
  readonly language: Language;
  readonly formats: Formats;
  readonly mail: Say<'mail'>;
  readonly caseReport: Say<'caseReport'>;
  readonly routes: Say<'routes'>;
};

const RESOURCES: Readonly<
  Record<Language, { readonly mail: object; readonly caseReport: object; readonly routes: object }>
> = {
  'da-DK': { mail: mailDa, caseReport: caseReportDa, routes: routesDa },
  'de-DE': { mail: mailDe, caseReport: caseReportDe, routes: routesDe },
  'en-US': { mail: mailEn, caseReport: caseReportEn, routes: routesEn },
  'es-ES': { mail: mailEs, caseReport: caseReportEs, routes: routesEs },
  'fr-FR': { mail: mailFr, caseReport: caseReportFr, routes: routesFr },
  'it-IT': { mail: mailIt, caseReport: caseReportIt, routes: routesIt },
  'nl-NL': { mail: mailNl, caseReport: caseReportNl, routes: routesNl },
  'pt-BR': { mail: mailPt, caseReport: caseReportPt, routes: routesPt },
};

const texts = createInstance();
void texts.init({
  initAsync: false,
  lng: FALLBACK_LANGUAGE,
  fallbackLng: FALLBACK_LANGUAGE,
  ns: ['mail', 'caseReport', 'routes'],
  resources: RESOURCES,
  returnNull: false,
  interpolation: { escapeValue: false },
});

/** The texts of a language, or of the nearest one that the console has. Values are not escaped. */
export const mailTexts = (tag: string): MailTexts => {
  const language = nearestLanguage(tag) ?? FALLBACK_LANGUAGE;
  return {
    language,
    formats: createFormats(language, 'utc'),
    mail: texts.getFixedT(language, 'mail') as unknown as Say<'mail'>,
    caseReport: texts.getFixedT(language, 'caseReport') as unknown as Say<'caseReport'>,
    routes: texts.getFixedT(language, 'routes') as unknown as Say<'routes'>,
  };
};
