import { createInstance } from 'i18next';
import alertsDa from '../catalogues/da-DK/alerts.json' with { type: 'json' };
import caseReportDa from '../catalogues/da-DK/caseReport.json' with { type: 'json' };
import changesDa from '../catalogues/da-DK/changes.json' with { type: 'json' };
import commonDa from '../catalogues/da-DK/common.json' with { type: 'json' };
import mailDa from '../catalogues/da-DK/mail.json' with { type: 'json' };
import monitorDa from '../catalogues/da-DK/monitor.json' with { type: 'json' };
import noticesDa from '../catalogues/da-DK/notices.json' with { type: 'json' };
import observationReportDa from '../catalogues/da-DK/observationReport.json' with { type: 'json' };
import problemsDa from '../catalogues/da-DK/problems.json' with { type: 'json' };
import reportsDa from '../catalogues/da-DK/reports.json' with { type: 'json' };
import routesDa from '../catalogues/da-DK/routes.json' with { type: 'json' };
import ruleReportDa from '../catalogues/da-DK/ruleReport.json' with { type: 'json' };
import searchDa from '../catalogues/da-DK/search.json' with { type: 'json' };
import threatReportDa from '../catalogues/da-DK/threatReport.json' with { type: 'json' };
import alertsDe from '../catalogues/de-DE/alerts.json' with { type: 'json' };
import caseReportDe from '../catalogues/de-DE/caseReport.json' with { type: 'json' };
import changesDe from '../catalogues/de-DE/changes.json' with { type: 'json' };
import commonDe from '../catalogues/de-DE/common.json' with { type: 'json' };
import mailDe from '../catalogues/de-DE/mail.json' with { type: 'json' };
import monitorDe from '../catalogues/de-DE/monitor.json' with { type: 'json' };
import noticesDe from '../catalogues/de-DE/notices.json' with { type: 'json' };
import observationReportDe from '../catalogues/de-DE/observationReport.json' with { type: 'json' };
import problemsDe from '../catalogues/de-DE/problems.json' with { type: 'json' };
import reportsDe from '../catalogues/de-DE/reports.json' with { type: 'json' };
import routesDe from '../catalogues/de-DE/routes.json' with { type: 'json' };
import ruleReportDe from '../catalogues/de-DE/ruleReport.json' with { type: 'json' };
import searchDe from '../catalogues/de-DE/search.json' with { type: 'json' };
import threatReportDe from '../catalogues/de-DE/threatReport.json' with { type: 'json' };
import alertsEn from '../catalogues/en-US/alerts.json' with { type: 'json' };
import caseReportEn from '../catalogues/en-US/caseReport.json' with { type: 'json' };
import changesEn from '../catalogues/en-US/changes.json' with { type: 'json' };
import commonEn from '../catalogues/en-US/common.json' with { type: 'json' };
import mailEn from '../catalogues/en-US/mail.json' with { type: 'json' };
import monitorEn from '../catalogues/en-US/monitor.json' with { type: 'json' };
import noticesEn from '../catalogues/en-US/notices.json' with { type: 'json' };
import observationReportEn from '../catalogues/en-US/observationReport.json' with { type: 'json' };
import problemsEn from '../catalogues/en-US/problems.json' with { type: 'json' };
import reportsEn from '../catalogues/en-US/reports.json' with { type: 'json' };
import routesEn from '../catalogues/en-US/routes.json' with { type: 'json' };
import ruleReportEn from '../catalogues/en-US/ruleReport.json' with { type: 'json' };
import searchEn from '../catalogues/en-US/search.json' with { type: 'json' };
import threatReportEn from '../catalogues/en-US/threatReport.json' with { type: 'json' };
import alertsEs from '../catalogues/es-ES/alerts.json' with { type: 'json' };
import caseReportEs from '../catalogues/es-ES/caseReport.json' with { type: 'json' };
import changesEs from '../catalogues/es-ES/changes.json' with { type: 'json' };
import commonEs from '../catalogues/es-ES/common.json' with { type: 'json' };
import mailEs from '../catalogues/es-ES/mail.json' with { type: 'json' };
import monitorEs from '../catalogues/es-ES/monitor.json' with { type: 'json' };
import noticesEs from '../catalogues/es-ES/notices.json' with { type: 'json' };
import observationReportEs from '../catalogues/es-ES/observationReport.json' with { type: 'json' };
import problemsEs from '../catalogues/es-ES/problems.json' with { type: 'json' };
import reportsEs from '../catalogues/es-ES/reports.json' with { type: 'json' };
import routesEs from '../catalogues/es-ES/routes.json' with { type: 'json' };
import ruleReportEs from '../catalogues/es-ES/ruleReport.json' with { type: 'json' };
import searchEs from '../catalogues/es-ES/search.json' with { type: 'json' };
import threatReportEs from '../catalogues/es-ES/threatReport.json' with { type: 'json' };
import alertsFr from '../catalogues/fr-FR/alerts.json' with { type: 'json' };
import caseReportFr from '../catalogues/fr-FR/caseReport.json' with { type: 'json' };
import changesFr from '../catalogues/fr-FR/changes.json' with { type: 'json' };
import commonFr from '../catalogues/fr-FR/common.json' with { type: 'json' };
import mailFr from '../catalogues/fr-FR/mail.json' with { type: 'json' };
import monitorFr from '../catalogues/fr-FR/monitor.json' with { type: 'json' };
import noticesFr from '../catalogues/fr-FR/notices.json' with { type: 'json' };
import observationReportFr from '../catalogues/fr-FR/observationReport.json' with { type: 'json' };
import problemsFr from '../catalogues/fr-FR/problems.json' with { type: 'json' };
import reportsFr from '../catalogues/fr-FR/reports.json' with { type: 'json' };
import routesFr from '../catalogues/fr-FR/routes.json' with { type: 'json' };
import ruleReportFr from '../catalogues/fr-FR/ruleReport.json' with { type: 'json' };
import searchFr from '../catalogues/fr-FR/search.json' with { type: 'json' };
import threatReportFr from '../catalogues/fr-FR/threatReport.json' with { type: 'json' };
import alertsIt from '../catalogues/it-IT/alerts.json' with { type: 'json' };
import caseReportIt from '../catalogues/it-IT/caseReport.json' with { type: 'json' };
import changesIt from '../catalogues/it-IT/changes.json' with { type: 'json' };
import commonIt from '../catalogues/it-IT/common.json' with { type: 'json' };
import mailIt from '../catalogues/it-IT/mail.json' with { type: 'json' };
import monitorIt from '../catalogues/it-IT/monitor.json' with { type: 'json' };
import noticesIt from '../catalogues/it-IT/notices.json' with { type: 'json' };
import observationReportIt from '../catalogues/it-IT/observationReport.json' with { type: 'json' };
import problemsIt from '../catalogues/it-IT/problems.json' with { type: 'json' };
import reportsIt from '../catalogues/it-IT/reports.json' with { type: 'json' };
import routesIt from '../catalogues/it-IT/routes.json' with { type: 'json' };
import ruleReportIt from '../catalogues/it-IT/ruleReport.json' with { type: 'json' };
import searchIt from '../catalogues/it-IT/search.json' with { type: 'json' };
import threatReportIt from '../catalogues/it-IT/threatReport.json' with { type: 'json' };
import alertsNl from '../catalogues/nl-NL/alerts.json' with { type: 'json' };
import caseReportNl from '../catalogues/nl-NL/caseReport.json' with { type: 'json' };
import changesNl from '../catalogues/nl-NL/changes.json' with { type: 'json' };
import commonNl from '../catalogues/nl-NL/common.json' with { type: 'json' };
import mailNl from '../catalogues/nl-NL/mail.json' with { type: 'json' };
import monitorNl from '../catalogues/nl-NL/monitor.json' with { type: 'json' };
import noticesNl from '../catalogues/nl-NL/notices.json' with { type: 'json' };
import observationReportNl from '../catalogues/nl-NL/observationReport.json' with { type: 'json' };
import problemsNl from '../catalogues/nl-NL/problems.json' with { type: 'json' };
import reportsNl from '../catalogues/nl-NL/reports.json' with { type: 'json' };
import routesNl from '../catalogues/nl-NL/routes.json' with { type: 'json' };
import ruleReportNl from '../catalogues/nl-NL/ruleReport.json' with { type: 'json' };
import searchNl from '../catalogues/nl-NL/search.json' with { type: 'json' };
import threatReportNl from '../catalogues/nl-NL/threatReport.json' with { type: 'json' };
import alertsPt from '../catalogues/pt-BR/alerts.json' with { type: 'json' };
import caseReportPt from '../catalogues/pt-BR/caseReport.json' with { type: 'json' };
import changesPt from '../catalogues/pt-BR/changes.json' with { type: 'json' };
import commonPt from '../catalogues/pt-BR/common.json' with { type: 'json' };
import mailPt from '../catalogues/pt-BR/mail.json' with { type: 'json' };
import monitorPt from '../catalogues/pt-BR/monitor.json' with { type: 'json' };
import noticesPt from '../catalogues/pt-BR/notices.json' with { type: 'json' };
import observationReportPt from '../catalogues/pt-BR/observationReport.json' with { type: 'json' };
import problemsPt from '../catalogues/pt-BR/problems.json' with { type: 'json' };
import reportsPt from '../catalogues/pt-BR/reports.json' with { type: 'json' };
import routesPt from '../catalogues/pt-BR/routes.json' with { type: 'json' };
import ruleReportPt from '../catalogues/pt-BR/ruleReport.json' with { type: 'json' };
import searchPt from '../catalogues/pt-BR/search.json' with { type: 'json' };
import threatReportPt from '../catalogues/pt-BR/threatReport.json' with { type: 'json' };
import { createFormats, type Formats } from './formats.ts';
import { FALLBACK_LANGUAGE, nearestLanguage, type Language } from './languages.ts';
import type { Namespace, TextKey } from './namespaces.ts';

export { problemText } from './problem-text.ts';
export { spanText } from './span-text.ts';

type Say<Name extends Namespace> = (key: TextKey<Name>, params?: Readonly<Record<string, string | number>>) => string;

/** What mails are written with: the texts of one language, without a browser. */
export type MailTexts = {
  readonly language: Language;
  readonly formats: Formats;
  readonly mail: Say<'mail'>;
  readonly monitor: Say<'monitor'>;
  readonly observationReport: Say<'observationReport'>;
  readonly alerts: Say<'alerts'>;
  readonly caseReport: Say<'caseReport'>;
  readonly changes: Say<'changes'>;
  readonly common: Say<'common'>;
  readonly notices: Say<'notices'>;
  readonly problems: Say<'problems'>;
  readonly reports: Say<'reports'>;
  readonly ruleReport: Say<'ruleReport'>;
  readonly routes: Say<'routes'>;
  readonly search: Say<'search'>;
  readonly threatReport: Say<'threatReport'>;
};

/** Catalogues that mails are written with. */
const NAMESPACES = [
  'alerts',
  'caseReport',
  'changes',
  'common',
  'mail',
  'monitor',
  'notices',
  'observationReport',
  'problems',
  'reports',
  'routes',
  'ruleReport',
  'search',
  'threatReport',
] as const;

const RESOURCES: Readonly<Record<Language, Readonly<Record<(typeof NAMESPACES)[number], object>>>> = {
  'da-DK': {
    alerts: alertsDa,
    caseReport: caseReportDa,
    changes: changesDa,
    common: commonDa,
    mail: mailDa,
    monitor: monitorDa,
    notices: noticesDa,
    observationReport: observationReportDa,
    problems: problemsDa,
    reports: reportsDa,
    routes: routesDa,
    ruleReport: ruleReportDa,
    search: searchDa,
    threatReport: threatReportDa,
  },
  'de-DE': {
    alerts: alertsDe,
    caseReport: caseReportDe,
    changes: changesDe,
    common: commonDe,
    mail: mailDe,
    monitor: monitorDe,
    notices: noticesDe,
    observationReport: observationReportDe,
    problems: problemsDe,
    reports: reportsDe,
    routes: routesDe,
    ruleReport: ruleReportDe,
    search: searchDe,
    threatReport: threatReportDe,
  },
  'en-US': {
    alerts: alertsEn,
    caseReport: caseReportEn,
    changes: changesEn,
    common: commonEn,
    mail: mailEn,
    monitor: monitorEn,
    notices: noticesEn,
    observationReport: observationReportEn,
    problems: problemsEn,
    reports: reportsEn,
    routes: routesEn,
    ruleReport: ruleReportEn,
    search: searchEn,
    threatReport: threatReportEn,
  },
  'es-ES': {
    alerts: alertsEs,
    caseReport: caseReportEs,
    changes: changesEs,
    common: commonEs,
    mail: mailEs,
    monitor: monitorEs,
    notices: noticesEs,
    observationReport: observationReportEs,
    problems: problemsEs,
    reports: reportsEs,
    routes: routesEs,
    ruleReport: ruleReportEs,
    search: searchEs,
    threatReport: threatReportEs,
  },
  'fr-FR': {
    alerts: alertsFr,
    caseReport: caseReportFr,
    changes: changesFr,
    common: commonFr,
    mail: mailFr,
    monitor: monitorFr,
    notices: noticesFr,
    observationReport: observationReportFr,
    problems: problemsFr,
    reports: reportsFr,
    routes: routesFr,
    ruleReport: ruleReportFr,
    search: searchFr,
    threatReport: threatReportFr,
  },
  'it-IT': {
    alerts: alertsIt,
    caseReport: caseReportIt,
    changes: changesIt,
    common: commonIt,
    mail: mailIt,
    monitor: monitorIt,
    notices: noticesIt,
    observationReport: observationReportIt,
    problems: problemsIt,
    reports: reportsIt,
    routes: routesIt,
    ruleReport: ruleReportIt,
    search: searchIt,
    threatReport: threatReportIt,
  },
  'nl-NL': {
    alerts: alertsNl,
    caseReport: caseReportNl,
    changes: changesNl,
    common: commonNl,
    mail: mailNl,
    monitor: monitorNl,
    notices: noticesNl,
    observationReport: observationReportNl,
    problems: problemsNl,
    reports: reportsNl,
    routes: routesNl,
    ruleReport: ruleReportNl,
    search: searchNl,
    threatReport: threatReportNl,
  },
  'pt-BR': {
    alerts: alertsPt,
    caseReport: caseReportPt,
    changes: changesPt,
    common: commonPt,
    mail: mailPt,
    monitor: monitorPt,
    notices: noticesPt,
    observationReport: observationReportPt,
    problems: problemsPt,
    reports: reportsPt,
    routes: routesPt,
    ruleReport: ruleReportPt,
    search: searchPt,
    threatReport: threatReportPt,
  },
};

const texts = createInstance();
void texts.init({
  initAsync: false,
  lng: FALLBACK_LANGUAGE,
  fallbackLng: FALLBACK_LANGUAGE,
  ns: [...NAMESPACES],
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
    alerts: texts.getFixedT(language, 'alerts') as unknown as Say<'alerts'>,
    caseReport: texts.getFixedT(language, 'caseReport') as unknown as Say<'caseReport'>,
    changes: texts.getFixedT(language, 'changes') as unknown as Say<'changes'>,
    common: texts.getFixedT(language, 'common') as unknown as Say<'common'>,
    problems: texts.getFixedT(language, 'problems') as unknown as Say<'problems'>,
    notices: texts.getFixedT(language, 'notices') as unknown as Say<'notices'>,
    reports: texts.getFixedT(language, 'reports') as unknown as Say<'reports'>,
    ruleReport: texts.getFixedT(language, 'ruleReport') as unknown as Say<'ruleReport'>,
    routes: texts.getFixedT(language, 'routes') as unknown as Say<'routes'>,
    search: texts.getFixedT(language, 'search') as unknown as Say<'search'>,
    threatReport: texts.getFixedT(language, 'threatReport') as unknown as Say<'threatReport'>,
    monitor: texts.getFixedT(language, 'monitor') as unknown as Say<'monitor'>,
    observationReport: texts.getFixedT(language, 'observationReport') as unknown as Say<'observationReport'>,
  };
};
