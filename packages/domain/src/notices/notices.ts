import type { Capability } from '../access/capabilities.ts';
import type { Capabilities } from '../access/role-matrix.ts';

/** Severities of notices, the gravest first (`docs/reference/access.md#notices`). */
export const NOTICE_SEVERITIES = ['Critical', 'Error', 'Warning', 'Information', 'Success'] as const;
export type NoticeSeverity = (typeof NOTICE_SEVERITIES)[number];

/** What a person did with a notice. */
export const NOTICE_STATES = ['Unread', 'Read', 'Dismissed'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

/**
 * Kinds of notices with the row of the role matrix that says who receives them (`docs/reference/console.md#screens`).
 */
export const NOTICE_TYPES = {
  EnvironmentManagement: 'noticesEnvironment',
  EventTracing: 'noticesEnvironment',
  SubscriptionExpiry: 'noticesEnvironment',
  SubjectRequest: 'noticesIntegration',
  Certificate: 'noticesIntegration',
  ExternalCall: 'noticesIntegration',
  Action: 'noticesActions',
  Rules: 'decisionRules',
  Publication: 'decisionRules',
  Job: 'noticesIntegration',
  // Every role has it: what these tell is for one person each.
  Token: 'noticesSearch',
  OwnJob: 'noticesSearch',
  Webhook: 'noticesSearch',
  Provisioning: 'accessControlPeople',
  Search: 'noticesSearch',
  Note: 'noticesNotes',
  Approval: 'decisionRules',
  Case: 'caseReport',
  Mail: 'noticesNotes',
  Alert: 'alerts',
  Usage: 'adminBilling',
} as const satisfies Record<string, Capability>;
export type NoticeType = keyof typeof NOTICE_TYPES;

/**
 * What a notice says: the console has a title and a sentence for each code in every language, filled with the notice's
 * parameters.
 */
export const NOTICE_CODES = {
  'ENVIRONMENT-READY': 'EnvironmentManagement',
  'ENVIRONMENT-CREATE-FAILED': 'EnvironmentManagement',
  'ENVIRONMENT-DELETE-FAILED': 'EnvironmentManagement',
  'ENVIRONMENT-UNREACHABLE': 'EnvironmentManagement',
  'ENVIRONMENT-DELETED': 'EnvironmentManagement',
  'ENVIRONMENT-RESTORED': 'EnvironmentManagement',
  'APPLICATION-CREDENTIAL-EXPIRING': 'Certificate',
  'APPLICATION-CREDENTIAL-EXPIRED': 'Certificate',
  'APPLICATION-CREDENTIAL-REFUSED': 'Certificate',
  'UNKNOWN-APPLICATION-REFUSED': 'Certificate',
  'SUBJECT-REQUEST-APPROVAL': 'SubjectRequest',
  'SUBJECT-REQUEST-DONE': 'SubjectRequest',
  'SUBJECT-REQUEST-FAILED': 'SubjectRequest',
  'SUBJECT-REQUEST-DUE': 'SubjectRequest',
  'CALL-SUSPENDED': 'ExternalCall',
  PUBLISHED: 'Publication',
  'CONFIGURATION-IMPORTED': 'Publication',
  'JOB-FAILED': 'Job',
  'OWN-JOB-DONE': 'OwnJob',
  'OWN-JOB-FAILED': 'OwnJob',
  'TOKEN-EXPIRING': 'Token',
  'TOKEN-EXPIRED': 'Token',
  'PROVISIONING-TOKEN-EXPIRING': 'Provisioning',
  'PROVISIONING-TOKEN-EXPIRED': 'Provisioning',
  'PROVISIONING-TOKEN-STOPPED': 'Provisioning',
  'TEXT-LEFT-OUT': 'Rules',
  'PLANS-STALE': 'Rules',
  'CHANGE-REQUESTED': 'Approval',
  'CHANGE-APPROVED': 'Approval',
  'CHANGE-REJECTED': 'Approval',
  'NOTE-MENTION': 'Note',
  'ACTIVITY-LOG-BROKEN': 'EnvironmentManagement',
  'CASE-THRESHOLD-CROSSED': 'Case',
  'CASES-RELEASED': 'Case',
  'CASE-ASSIGNED': 'Note',
  'CASES-ASSIGNED': 'Note',
  'ALERT-OPENED': 'Alert',
  'ALERT-STILL-OPEN': 'Alert',
  'ALERT-CLOSED': 'Alert',
  'WEBHOOK-FAILED': 'Alert',
  'NOTICE-WEBHOOK-STOPPED': 'Webhook',
  'MAIL-FAILED': 'Mail',
  'REPORT-SCHEDULE-STOPPED': 'Mail',
  'REPORT-NOT-SENT': 'Mail',
  'USAGE-BUDGET-REACHED': 'Usage',
  'EVENT-TRACING-FAILING': 'EventTracing',
  'EVENT-TRACING-STOPPED': 'EventTracing',
} as const satisfies Record<string, NoticeType>;
export type NoticeCode = keyof typeof NOTICE_CODES;

/** Types that have notices; the product writes none of the others yet. */
export const RAISED_NOTICE_TYPES: ReadonlySet<NoticeType> = new Set(Object.values(NOTICE_CODES));

/** Types that are not mailed: a notice that a mail failed would fail with the next one. */
const NOT_MAILED: ReadonlySet<NoticeType> = new Set(['Mail']);

/** Whether notices of a type can be mailed to those who ask for it. */
export const isMailedType = (type: NoticeType): boolean => !NOT_MAILED.has(type);

/** Whether notices of a type can be sent to a webhook: one that says that it was stopped would not arrive. */
export const isWebhookType = (type: NoticeType): boolean => type !== 'Webhook';

/** Where a person hears of notices of a type. */
export type NoticeSubscription = {
  readonly type: NoticeType;
  /** In the console. */
  readonly shown: boolean;
  readonly mailed: boolean;
  /** Sent to the webhook of the person. */
  readonly webhook: boolean;
};

/** What a person who said nothing of a type has: all that their roles receive, in the console alone. */
export const DEFAULT_SUBSCRIPTION = { shown: true, mailed: false, webhook: false } as const satisfies Omit<
  NoticeSubscription,
  'type'
>;

/** Types of notices that the capabilities of a person in an environment entitle to. */
export const noticeTypesFor = (capabilities: Capabilities): readonly NoticeType[] =>
  (Object.keys(NOTICE_TYPES) as NoticeType[]).filter((type) => capabilities[NOTICE_TYPES[type]] !== undefined);
