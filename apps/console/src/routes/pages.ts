import type { ComponentType } from 'react';
import type { BuiltRoute } from './route-entry.ts';
import type { PageKey } from './route-table.ts';

/** Loads the module of a page; its one component is the page. */
export type PageLoader = () => Promise<Readonly<Record<string, ComponentType>>>;

/**
 * The page of every built route, each area its own chunk. Apart from the table, which stays readable for programs that
 * know nothing of components (route count, browser tests).
 */
const PAGES: Readonly<Record<PageKey, PageLoader>> = {
  dashboard: () => import('../features/dashboard/DashboardPage.tsx'),
  purchaseRules: () => import('../features/rules/RulesPage.tsx'),
  assessments: () => import('../features/assessments/AssessmentsPage.tsx'),
  assessmentSetup: () => import('../features/assessments/AssessmentSetupPage.tsx'),
  assessmentConfiguration: () => import('../features/assessments/AssessmentConfigurationPage.tsx'),
  assessmentSchema: () => import('../features/assessments/AssessmentSchemaPage.tsx'),
  fraud: () => import('../features/fraud/FraudPage.tsx'),
  purchase: () => import('../features/monitor/MonitorPage.tsx'),
  accountCreation: () => import('../features/monitor/MonitorPage.tsx'),
  accountLogin: () => import('../features/monitor/MonitorPage.tsx'),
  assessment: () => import('../features/assessments/AssessmentPage.tsx'),
  assessmentMonitor: () => import('../features/monitor/AssessmentMonitorPage.tsx'),
  observationCreate: () => import('../features/assessments/ObservationCreatePage.tsx'),
  labelCreate: () => import('../features/assessments/LabelPage.tsx'),
  label: () => import('../features/assessments/LabelPage.tsx'),
  observation: () => import('../features/assessments/ObservationPage.tsx'),
  assessmentRules: () => import('../features/rules/RulesPage.tsx'),
  accountCreationRules: () => import('../features/rules/RulesPage.tsx'),
  accountLoginRules: () => import('../features/rules/RulesPage.tsx'),
  purchaseRulesLegacy: () => import('../features/rules/RulesPage.tsx'),
  search: () => import('../features/search/SearchPage.tsx'),
  event: () => import('../features/events/EventPage.tsx'),
  velocities: () => import('../features/velocities/VelocitiesPage.tsx'),
  changes: () => import('../features/changes/ChangesPage.tsx'),
  supportLists: () => import('../features/support-lists/SupportListsPage.tsx'),
  externalAssessments: () => import('../features/external-assessments/ExternalAssessmentsPage.tsx'),
  externalCalls: () => import('../features/external-calls/ExternalCallsPage.tsx'),
  functions: () => import('../features/functions/FunctionsPage.tsx'),
  data: () => import('../features/inventory/DataPage.tsx'),
  rulesConfiguration: () => import('../features/inventory/RulesConfigurationPage.tsx'),
  templates: () => import('../features/templates/TemplatesPage.tsx'),
  customLists: () => import('../features/lists/ListsPage.tsx'),
  apiRequests: () => import('../features/api-management/ApiRequestsPage.tsx'),
  apiErrors: () => import('../features/api-management/ApiErrorsPage.tsx'),
  ontology: () => import('../features/ontology/OntologyPage.tsx'),
  applicationCreate: () => import('../features/applications/ApplicationCreatePage.tsx'),
  fingerprintTry: () => import('../features/fingerprints/DeviceTestPage.tsx'),
  fingerprintSetup: () => import('../features/fingerprints/SetUpPage.tsx'),
  applications: () => import('../features/applications/ApplicationsPage.tsx'),
  accessApplications: () => import('../features/applications/ApplicationAccessPage.tsx'),
  integration: () => import('../features/integration/IntegrationPage.tsx'),
  apiGuide: () => import('../features/integration/ApiGuidePage.tsx'),
  usageSummary: () => import('../features/usage/UsageSummaryPage.tsx'),
  usageDetails: () => import('../features/usage/UsageDetailsPage.tsx'),
  subject: () => import('../features/subject-requests/SubjectHomePage.tsx'),
  subjectSearch: () => import('../features/subject-requests/SubjectSearchPage.tsx'),
  subjectRequests: () => import('../features/subject-requests/SubjectRequestsPage.tsx'),
  languageGuide: () => import('../features/help/LanguageGuidePage.tsx'),
  signedOut: () => import('../session/SignedOutPage.tsx'),
};

export const loaderOf = (route: BuiltRoute): PageLoader => PAGES[route.key as PageKey];
