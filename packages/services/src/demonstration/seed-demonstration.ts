import { Readable } from 'node:stream';
import { administratorRoles, ASSESSMENTS, directoryRolesOf, NOTICE_CODES, type ApiRole } from '@redoubt/domain';
import { newId, type Clock, type Id } from '@redoubt/kernel';
import {
  advancePlanHead,
  endCredentials,
  findApplication,
  findTenant,
  insertApplication,
  insertAttestation,
  insertCredential,
  insertEnvironment,
  listEnvironments,
  listSupportLists,
  recordSignIn,
  saveAssignment,
  saveTenant,
  setNoticeStates,
  updateApplication,
  type Database,
  type TenantTransaction,
} from '@redoubt/storage';
import { recordActivity, changedBy } from '../activity/record-activity.ts';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { BUILT_IN_ATTESTATION } from '../attestation/attestation-text.ts';
import { newSecret } from '../applications/new-credential.ts';
import type { EnvironmentContext } from '../context.ts';
import { createList } from '../lists/lists.commands.ts';
import { raiseNotice } from '../notices/raise-notice.ts';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { putRuleSettings } from '../rules/rule-set.commands.ts';
import { changeSupportEntries } from '../support-lists/change-support-entries.command.ts';
import { createRuleTemplate } from '../templates/rule-templates.commands.ts';
import { tagOf } from '../version-tag.ts';
import { DEMONSTRATION_ACTION, DEMONSTRATION_POINTS_RULE, seedOwnRule } from './demonstration-own-rules.ts';
import { demonstrationContext, wasEverCreated } from './demonstration-context.ts';
import { ASKING_RULE, NAME_CHECK, seedCalledAssessment } from './called-assessment.ts';
import {
  MAIN_ENVIRONMENT_ID,
  MAIN_TENANT,
  MERCHANT_APPLICATION,
  NEW_TENANT,
  OTHER_APPLICATIONS,
  OTHER_TENANT,
  type DemonstrationPerson,
  type DemonstrationTenant,
} from './demonstration-data.ts';
import { DEMONSTRATION_ASSESSMENT } from './demonstration-assessment.ts';
import { LISTS, RULES, SUPPORT_ENTRIES, BRANCHES } from './demonstration-rules.ts';
import { seedAccess } from './seed-access.ts';
import { seedBranch, seedRule } from './seed-rules.ts';
import { seedLossPrevention } from './seed-loss-prevention.ts';
import { seedUpload } from './seed-upload.ts';
import { inTransaction } from '../unit-of-work.ts';

const API_ROLES: readonly ApiRole[] = ['Risk_API', 'Historical_API', 'Case_API'];

export type Demonstration = {
  readonly tenants: readonly { readonly id: Id; readonly name: string }[];
  readonly people: readonly DemonstrationPerson[];
  /** Where the demonstration merchant sends its events. */
  readonly tenantId: Id;
  readonly environmentId: Id;
  readonly clientId: Id;
  /** Known only when it was made in this call; the database keeps its hash. */
  readonly clientSecret: string | null;
};

const seedEnvironments = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  tenant: DemonstrationTenant,
): Promise<void> => {
  const known = new Set((await listEnvironments(trx)).map(({ id }) => id));
  const changed = changedBy(context);
  for (const environment of tenant.environments) {
    if (known.has(environment.id)) continue;
    const geography = { code: 'EU', friendlyName: 'Europe' };
    await insertEnvironment(trx, tenant.id, { ...environment, friendlyName: null, geography }, changed);
    await recordActivity(trx, context, {
      operation: 'Create',
      type: 'Environment',
      id: environment.id,
      name: environment.name,
      environmentId: environment.id,
      modified: { name: environment.name, status: environment.status, parentId: environment.parentId },
    });
  }
};

const seedPeople = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  tenant: DemonstrationTenant,
): Promise<void> => {
  for (const person of tenant.people) {
    for (const { role, environmentId } of person.assignments) {
      const assignment = {
        id: newId(),
        userId: person.id,
        username: person.username,
        displayName: person.name,
        role,
        environmentId,
        expiresAt: null,
      };
      await saveAssignment(trx, tenant.id, assignment, changedBy(context));
    }
  }
};

/** People have been here before with what their tokens say; those said to have accepted the statement of administrators have. */
const seedVisits = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  tenant: DemonstrationTenant,
): Promise<void> => {
  const { at } = changedBy(context);
  const { version: textVersion } = BUILT_IN_ATTESTATION;
  for (const { id, username, name: displayName, roles, wids, groups, hasAccepted, hasVisited } of tenant.people) {
    if (!hasVisited) continue;
    const token = { roles, directoryRoles: wids, groups, groupsLeftOut: false };
    await recordSignIn(trx, tenant.id, { userId: id, username, displayName, token }, at);
    if (!hasAccepted) continue;
    const held = administratorRoles(roles, tenant.edition, directoryRolesOf(wids));
    await insertAttestation(trx, tenant.id, id, { acceptedAt: at, textVersion, roles: held });
    await recordActivity(trx, context, {
      operation: 'Accept',
      type: 'Attestation',
      id,
      name: displayName,
      environmentId: null,
      modified: { textVersion, roles: [...held] },
    });
  }
};

const seedNotices = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  tenant: DemonstrationTenant,
): Promise<void> => {
  const { at } = changedBy(context);
  for (const { dismissedBy, ...notice } of tenant.notices) {
    const id = await raiseNotice(trx, context, { ...notice, link: '/environments' });
    for (const userId of dismissedBy) {
      const reader = { userId, scopes: [{ environmentId: notice.environmentId, types: [NOTICE_CODES[notice.code]] }] };
      await setNoticeStates(trx, tenant.id, reader, { ids: [id], state: 'Dismissed', at });
    }
  }
};

const seedTenant = async (context: EnvironmentContext, tenant: DemonstrationTenant): Promise<void> => {
  await context.database.inTenant(tenant.id, async (trx) => {
    if (await findTenant(trx)) return;
    await saveTenant(trx, { tenantId: tenant.id, name: tenant.name, edition: tenant.edition });
    await recordActivity(trx, context, {
      operation: 'Create',
      type: 'Tenant',
      id: tenant.id,
      name: tenant.name,
      environmentId: null,
      modified: { name: tenant.name, edition: tenant.edition },
    });
    await seedEnvironments(trx, context, tenant);
    await seedPeople(trx, context, tenant);
    await seedVisits(trx, context, tenant);
    await seedNotices(trx, context, tenant);
    await advancePlanHead(trx, tenant.id, changedBy(context).at);
  });
};

/** Makes the merchant's application, or a new secret for it; returns the secret only then. */
const seedApplication = async (context: EnvironmentContext, resetSecret: boolean): Promise<string | null> => {
  const { clientId, displayName } = MERCHANT_APPLICATION;
  const { secret, credential } = newSecret(context.clock.now(), null);
  return inTransaction(context, async (trx) => {
    const known = await findApplication(trx, clientId);
    if (known && !resetSecret) return null;
    const changed = changedBy(context);
    if (known) {
      await endCredentials(trx, clientId, changed.at);
      await insertCredential(trx, context.tenantId, clientId, credential, changed);
      await updateApplication(trx, clientId, {}, changed);
    } else {
      const grants = [{ environmentId: null, roles: API_ROLES }];
      await insertApplication(trx, context.tenantId, { clientId, displayName, grants, credential }, changed);
    }
    await advancePlanHead(trx, context.tenantId, changed.at);
    await recordActivity(trx, context, {
      operation: known ? 'Update' : 'Create',
      type: 'Application',
      id: clientId,
      name: displayName,
      environmentId: null,
      modified: { apiRoles: API_ROLES, secret: 'replaced' },
    });
    return secret;
  });
};

/** Applications besides the merchant's, for the screen: their secrets are not kept. */
const seedOtherApplications = async (context: EnvironmentContext): Promise<void> => {
  for (const { displayName, grants, lifeDays } of OTHER_APPLICATIONS) {
    if (await wasEverCreated(context, 'Application', displayName)) continue;
    const clientId = newId();
    const { credential } = newSecret(context.clock.now(), lifeDays);
    await inTransaction(context, async (trx) => {
      const changed = changedBy(context);
      await insertApplication(trx, context.tenantId, { clientId, displayName, grants, credential }, changed);
      await advancePlanHead(trx, context.tenantId, changed.at);
      await recordActivity(trx, context, {
        operation: 'Create',
        type: 'Application',
        id: clientId,
        name: displayName,
        environmentId: context.environmentId,
        modified: { grants: grants.map(({ environmentId, roles }) => ({ environmentId, roles: [...roles] })) },
      });
    });
  }
};

const seedLists = async (context: EnvironmentContext): Promise<void> => {
  for (const { name, description, expiryColumn, csv } of LISTS) {
    if (await wasEverCreated(context, 'CustomList', name)) continue;
    await createList(context, { name, description, expiryColumn, stream: Readable.from([Buffer.from(csv)]) });
  }
};

const DAY_MS = 86_400_000;

/** Support lists that were not changed yet get their entries. */
const seedSupportLists = async (context: EnvironmentContext): Promise<void> => {
  const changed = await inTransaction(context, (trx) => listSupportLists(trx, context.environmentId));
  if (changed.length > 0) return;
  for (const { entity, status, values, reason, expiresInDays } of SUPPORT_ENTRIES) {
    const expiresAt =
      expiresInDays === null ? null : new Date(context.clock.now() + expiresInDays * DAY_MS).toISOString();
    const change = { values, status, reason, comments: '', expiresAt, source: 'ListPage' } as const;
    await changeSupportEntries(context, entity, change);
  }
};

/** Lets every rule run until one decides, so that rules added behind the examples are reached. */
const seedRunMode = async (context: EnvironmentContext): Promise<void> => {
  for (const assessment of ASSESSMENTS) {
    const { version } = await getRuleSet(context, assessment);
    if (version === tagOf(0)) await putRuleSettings(context, assessment, { version, runMode: 'allUntilDecision' });
  }
};

/** An assessment that a customer would define, with later events about its events. */
const seedAssessment = async (context: EnvironmentContext): Promise<void> => {
  const { friendlyName } = DEMONSTRATION_ASSESSMENT;
  if (!(await wasEverCreated(context, 'Assessment', friendlyName)))
    await createAssessment(context, DEMONSTRATION_ASSESSMENT);
};

/** The example rule that is kept as a template as well. */
const KEPT_AS_TEMPLATE = 'New account, expensive basket';

const seedTemplate = async (context: EnvironmentContext): Promise<void> => {
  if (await wasEverCreated(context, 'RuleTemplate', KEPT_AS_TEMPLATE)) return;
  const { rules } = await getRuleSet(context, 'purchase');
  const rule = rules.find(({ name }) => name === KEPT_AS_TEMPLATE);
  if (!rule) return;
  await createRuleTemplate(context, {
    name: KEPT_AS_TEMPLATE,
    description: 'Young accounts that buy for much: a start for shops with expensive goods.',
    assessment: 'purchase',
    ruleId: rule.id,
  });
};

/**
 * Makes what a demonstration needs, where it is missing: two tenants with environments in every status, people of every
 * standard role, groups and a guest with roles for a while, a merchant's application, lists, example rules, branches, a
 * template, an assessment of its own with an action, one that another asks, a file of past purchases to look at, and scores
 * of loss prevention. A third tenant is left to be set up by its people.
 * Calling it again adds nothing, also where people changed or deleted what it made. `resetSecret` gives the merchant a
 * new secret.
 */
export const seedDemonstration = async (
  database: Database,
  options: { readonly clock: Clock; readonly resetSecret?: boolean },
): Promise<Demonstration> => {
  const main = demonstrationContext(database, options.clock, MAIN_TENANT);
  await seedTenant(main, MAIN_TENANT);
  await seedTenant(demonstrationContext(database, options.clock, OTHER_TENANT), OTHER_TENANT);
  await seedAccess(main);
  const clientSecret = await seedApplication(main, options.resetSecret ?? false);
  await seedOtherApplications(main);
  await seedLists(main);
  await seedSupportLists(main);
  await seedRunMode(main);
  await seedAssessment(main);
  if (!(await wasEverCreated(main, 'Assessment', NAME_CHECK.friendlyName))) await seedCalledAssessment(main);
  const rules = [...RULES, ASKING_RULE];
  const missing = await Promise.all(rules.map(async ({ name }) => !(await wasEverCreated(main, 'DecisionRule', name))));
  for (const [index, rule] of rules.entries()) if (missing[index]) await seedRule(main, rule.assessment, rule);
  for (const rule of [DEMONSTRATION_POINTS_RULE, DEMONSTRATION_ACTION]) {
    const type = rule.type === 'action' ? 'PostDecisionAction' : 'DecisionRule';
    if (!(await wasEverCreated(main, type, rule.name))) await seedOwnRule(main, rule);
  }
  await seedTemplate(main);
  for (const branch of BRANCHES)
    if (!(await wasEverCreated(main, 'RuleBranch', branch.name))) await seedBranch(main, branch);
  await seedUpload(main);
  await seedLossPrevention(main);
  return {
    tenants: [MAIN_TENANT, OTHER_TENANT, NEW_TENANT].map(({ id, name }) => ({ id, name })),
    people: [...MAIN_TENANT.people, ...OTHER_TENANT.people, ...NEW_TENANT.people],
    tenantId: MAIN_TENANT.id,
    environmentId: MAIN_ENVIRONMENT_ID,
    clientId: MERCHANT_APPLICATION.clientId,
    clientSecret,
  };
};
