import { invariant } from '@redoubt/kernel';
import type { Access, Capability } from './capabilities.ts';
import { ROLES, type Edition, type Role } from './roles.ts';

/** One row: the cells of the columns of `ROLES`, W = read and write, R = read, - = none. */
type Rows = Readonly<Record<Capability, string>>;

/**
 * `docs/reference/access.md#roles` with its choices where published tables contradict each other. Columns:
 * ProductAdmin, AllAreas_Admin, AllAreasEditor, AllAreasViewer, SupportAgent, FraudEngineer, ManualReviewAnalyst,
 * ManualReviewSeniorAnalyst, ManualReviewFraudManager. Personal data (ADR 0084), shared views and alerts are
 * ours.
 */
const STANDARD: Rows = {
  //                          PA AA AE AV SA FE MA MS MM
  dashboard: /*             */ 'W  W  W  W  W  W  R  R  R',
  assessments: /*           */ 'W  W  W  R  -  W  -  -  R',
  decisionRules: /*         */ 'W  W  W  R  -  W  -  -  W',
  monitoring: /*            */ 'R  R  R  R  -  R  -  -  R',
  reports: /*               */ 'W  W  W  R  -  R  -  -  R',
  scoreReport: /*           */ 'R  R  R  R  -  R  -  -  R',
  alerts: /*                */ 'W  W  W  R  -  W  -  -  W',
  search: /*                */ 'R  R  R  R  R  R  R  R  R',
  sharedViews: /*           */ 'W  W  W  -  -  W  -  W  W',
  personalData: /*          */ 'R  R  R  -  -  R  -  -  R',
  personalDataReveal: /*    */ 'W  W  W  -  W  W  W  W  W',
  notes: /*                 */ 'W  W  W  R  W  W  W  W  W',
  queues: /*                */ 'W  W  W  R  -  -  R  R  W',
  queueAssignments: /*      */ 'W  W  W  -  -  -  -  -  W',
  caseReview: /*            */ 'W  W  W  R  -  -  W  W  W',
  caseReport: /*            */ 'R  R  R  R  -  -  -  -  R',
  routingRules: /*          */ 'W  W  W  R  -  W  -  W  W',
  functionsAndVelocities: /**/ 'W  W  W  R  -  W  -  -  W',
  externalCalls: /*         */ 'W  W  W  R  -  W  -  -  W',
  lists: /*                 */ 'W  W  W  R  -  W  -  -  W',
  supportListStatus: /*     */ 'W  W  W  -  W  W  W  W  W',
  purchaseSupport: /*       */ 'W  W  W  R  W  W  R  R  R',
  eventTracing: /*          */ 'W  W  R  R  -  -  -  -  -',
  dataUpload: /*            */ 'W  W  W  -  -  W  -  -  -',
  apiManagement: /*         */ 'R  R  R  R  -  R  -  -  -',
  ontology: /*              */ 'R  R  R  R  R  R  -  -  -',
  ruleTemplates: /*         */ 'W  W  W  R  -  W  -  -  W',
  assessmentTemplates: /*   */ 'W  W  W  R  -  -  -  -  R',
  environmentTemplates: /*  */ 'W  W  W  R  -  -  -  -  -',
  graphExplorer: /*         */ 'R  R  R  R  R  R  -  -  -',
  integration: /*           */ 'R  R  R  R  -  R  -  -  -',
  applications: /*          */ 'W  W  W  R  -  W  -  -  -',
  usage: /*                 */ 'R  R  R  R  -  -  -  -  -',
  activityLogs: /*          */ 'R  R  -  -  -  -  -  -  -',
  accessControlPeople: /*   */ 'W  W  R  R  -  -  -  -  W',
  accessControlApplications: /**/ 'W  W  R  R  -  -  -  -  -',
  subjectRequestsSubmit: /* */ 'W  W  W  -  -  W  -  -  -',
  subjectRequestsView: /*   */ 'R  R  R  R  -  R  -  -  -',
  acceptanceBooster: /*     */ 'W  W  R  R  -  -  -  -  -',
  noticesEnvironment: /*    */ 'W  W  -  -  -  -  -  -  -',
  noticesIntegration: /*    */ 'W  W  W  -  -  W  -  -  -',
  noticesActions: /*        */ 'W  W  W  -  -  W  -  -  -',
  noticesSearch: /*         */ 'W  W  W  W  W  W  W  W  W',
  noticesNotes: /*          */ 'W  W  W  W  W  W  W  W  W',
  rootEnvironments: /*      */ 'W  -  -  -  -  -  -  -  -',
  rootEnvironmentsUpdate: /**/ 'W  W  W  -  -  -  -  -  -',
  childEnvironments: /*     */ 'W  W  -  -  -  -  -  -  -',
  adminBilling: /*          */ 'W  -  -  -  -  -  -  -  -',
  adminConfiguration: /*    */ 'W  W  -  -  -  -  -  -  -',
  adminSearch: /*           */ 'W  -  -  -  -  -  -  -  -',
  lossPrevention: /*        */ 'W  W  W  R  -  W  -  -  -',
};

/**
 * `docs/reference/access.md#roles`; its last row proposes what the published table leaves out. Columns: ProductAdmin,
 * PSPAdmin, FraudManager, FraudSupervisor, FraudAnalyst, ManualReviewAgent, TechnicalDeveloper, CustomerServiceSupport,
 * Reporting.
 *
 * Rows the table does not know either: the dashboard is everyone's landing page and only read; the purchase support
 * tool belongs to the standard edition; switching search on stays with the product admin.
 */
const PSP: Rows = {
  //                          PA PSA FM FS FA MRA TD CSS RP
  dashboard: /*             */ 'R  R  R  R  R  R  R  R  R',
  assessments: /*           */ 'W  W  R  R  R  -  -  -  -',
  decisionRules: /*         */ 'W  W  W  R  R  -  -  -  -',
  monitoring: /*            */ 'R  R  R  R  R  -  -  -  R',
  reports: /*               */ 'R  R  R  R  R  -  -  -  R',
  scoreReport: /*           */ 'R  R  R  -  -  -  -  -  R',
  alerts: /*                */ 'W  W  W  R  R  -  -  -  R',
  search: /*                */ 'R  R  R  R  R  R  -  R  -',
  sharedViews: /*           */ 'W  W  W  W  -  -  -  -  W',
  personalData: /*          */ 'R  R  R  R  -  -  -  -  -',
  personalDataReveal: /*    */ 'W  W  W  W  W  W  -  W  -',
  notes: /*                 */ 'W  W  W  W  R  W  -  W  -',
  queues: /*                */ 'W  W  W  W  R  R  -  -  -',
  queueAssignments: /*      */ 'W  W  W  W  -  -  -  -  -',
  caseReview: /*            */ 'W  W  W  W  R  W  -  -  -',
  caseReport: /*            */ 'R  R  R  R  -  -  -  -  -',
  routingRules: /*          */ 'W  W  W  W  R  -  -  -  -',
  functionsAndVelocities: /**/ 'W  W  W  R  R  -  -  -  -',
  externalCalls: /*         */ 'W  W  -  -  -  -  -  -  -',
  lists: /*                 */ 'W  W  W  W  R  -  -  -  -',
  supportListStatus: /*     */ 'W  W  W  W  -  W  -  -  -',
  purchaseSupport: /*       */ '-  -  -  -  -  -  -  -  -',
  eventTracing: /*          */ 'W  W  -  -  -  -  -  -  -',
  dataUpload: /*            */ 'W  W  W  -  -  -  -  -  -',
  apiManagement: /*         */ 'R  R  -  -  -  -  R  -  -',
  ontology: /*              */ 'R  R  -  -  -  -  R  -  -',
  ruleTemplates: /*         */ 'W  W  W  -  -  -  -  -  -',
  assessmentTemplates: /*   */ 'W  W  -  -  -  -  -  -  -',
  environmentTemplates: /*  */ 'W  W  -  -  -  -  -  -  -',
  graphExplorer: /*         */ 'R  R  R  R  R  -  -  -  -',
  integration: /*           */ 'R  R  -  -  -  -  R  -  -',
  applications: /*          */ 'W  W  -  -  -  -  W  -  -',
  usage: /*                 */ 'R  R  -  -  -  -  -  -  -',
  activityLogs: /*          */ 'R  R  -  -  -  -  -  -  R',
  accessControlPeople: /*   */ 'W  W  W  W  -  -  -  -  -',
  accessControlApplications: /**/ 'W  R  -  -  -  -  R  -  -',
  subjectRequestsSubmit: /* */ 'W  W  -  -  -  -  -  -  -',
  subjectRequestsView: /*   */ 'R  R  -  -  -  -  -  -  -',
  acceptanceBooster: /*     */ 'W  W  -  -  -  -  -  -  -',
  noticesEnvironment: /*    */ 'W  W  -  -  -  -  -  -  -',
  noticesIntegration: /*    */ 'W  W  -  -  -  -  -  -  -',
  noticesActions: /*        */ 'W  W  W  W  W  -  -  -  -',
  noticesSearch: /*         */ 'W  W  W  W  W  W  -  W  -',
  noticesNotes: /*          */ 'W  W  W  W  W  W  -  W  -',
  rootEnvironments: /*      */ 'W  -  -  -  -  -  -  -  -',
  rootEnvironmentsUpdate: /**/ 'W  W  W  -  -  -  -  -  -',
  childEnvironments: /*     */ 'W  W  -  -  -  -  -  -  -',
  adminBilling: /*          */ 'W  -  -  -  -  -  -  -  -',
  adminConfiguration: /*    */ 'W  W  -  -  -  -  -  -  -',
  adminSearch: /*           */ 'W  -  -  -  -  -  -  -  -',
  lossPrevention: /*        */ 'W  W  W  -  -  -  -  -  R',
};

const CELLS: Readonly<Record<string, Access | null>> = { W: 'write', R: 'read', '-': null };

/** What one holds: capability → access. A capability that is absent is not held. */
export type Capabilities = Readonly<Partial<Record<Capability, Access>>>;

const columns = (edition: Edition, rows: Rows): ReadonlyMap<Role, Capabilities> => {
  const roles = ROLES[edition];
  const byRole = new Map<Role, Partial<Record<Capability, Access>>>(roles.map((role) => [role, {}]));
  for (const [capability, row] of Object.entries(rows) as [Capability, string][]) {
    const cells = row.split(/\s+/);
    invariant(cells.length === roles.length, `the ${edition} matrix has one cell per role for ${capability}`);
    roles.forEach((role, column) => {
      const access = CELLS[cells[column] ?? ''];
      invariant(access !== undefined, `a cell of ${capability} is W, R or -`);
      const held = byRole.get(role);
      if (access && held) held[capability] = access;
    });
  }
  return byRole;
};

const MATRIX: Readonly<Record<Edition, ReadonlyMap<Role, Capabilities>>> = {
  Standard: columns('Standard', STANDARD),
  PSP: columns('PSP', PSP),
};

/** What one role allows in an edition; nothing for a role of the other edition. */
export const roleCapabilities = (role: Role, edition: Edition): Capabilities => MATRIX[edition].get(role) ?? {};
