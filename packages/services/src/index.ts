export {
  capabilitiesIn,
  loadPersonAccess,
  type AccessibleEnvironment,
  type PersonAccess,
  type SignedInPerson,
} from './access/person-access.ts';
export { getCatalogue } from './catalogue/get-catalogue.query.ts';
export { catalogueOf } from './catalogue/schema-catalogue.ts';
export type { Actor, EnvironmentContext, ServiceContext } from './context.ts';
export { getMe, type MeAnswer } from './me/get-me.query.ts';
export { putSettings } from './me/put-settings.command.ts';
export { ListIndex, listSourceOf } from './plans/list-index.ts';
export {
  loadPlanSources,
  type EnvironmentPlanSource,
  type ListIndexCache,
  type PlanSources,
} from './plans/load-plan-sources.ts';
export { findRecordedPlan, loadRecordedPlan, ruleUnitOf, type RecordedPlan } from './plans/load-recorded-plan.ts';
export { planIdOf, type ListUnit, type Manifest, type ManifestLevel, type RuleUnit } from './plans/manifest.ts';
