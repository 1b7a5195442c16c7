import type { SectionName } from './sections.ts';

/**
 * What a wizard assessment can start from (`docs/reference/deciding.md#assessments-of-the-wizard`); `Legacy` is a
 * custom assessment of the account generation.
 */
export const ASSESSMENT_TEMPLATES = [
  'CardPayment',
  'DeviceFingerprinting',
  'LoyaltyProgram',
  'MoneyTransfer',
  'SoftwarePiracy',
  'Custom',
] as const;
export type AssessmentTemplate = (typeof ASSESSMENT_TEMPLATES)[number];
export const DEFINED_TEMPLATES = [...ASSESSMENT_TEMPLATES, 'Legacy'] as const;
export type DefinedTemplate = (typeof DEFINED_TEMPLATES)[number];

export const OBSERVATION_TEMPLATES = ['AssessmentStatus', 'Bank', 'Chargeback', 'Custom'] as const;
export type ObservationTemplate = (typeof OBSERVATION_TEMPLATES)[number];

export type AssessmentFeatures = {
  readonly caseManagement: boolean;
  readonly search: boolean;
  readonly reporting: boolean;
};

export type TemplateFacts = {
  /** Sections the schema starts with, besides `metadata`. */
  readonly sections: readonly SectionName[];
  readonly features: AssessmentFeatures;
  /** False where the features cannot be switched on. */
  readonly hasFeatures: boolean;
  readonly related: readonly (ObservationTemplate | 'Label')[];
  readonly recommended: readonly (ObservationTemplate | 'Label')[];
  /** Whether the rule that honours support lists is made with it. */
  readonly supportRule: boolean;
  readonly sampleRule: boolean;
};

const ALL = { caseManagement: true, search: true, reporting: true };
const NONE = { caseManagement: false, search: false, reporting: false };
const STATUS_AND_LABEL = ['AssessmentStatus', 'Label'] as const;
/** What the templates of whole business events share: every feature, both rules, status and label. */
const BUSINESS_EVENT = {
  features: ALL,
  hasFeatures: true,
  related: STATUS_AND_LABEL,
  recommended: STATUS_AND_LABEL,
  supportRule: true,
  sampleRule: true,
} as const;

export const TEMPLATE_FACTS: Readonly<Record<AssessmentTemplate, TemplateFacts>> = {
  CardPayment: {
    sections: ['deviceFingerprinting', 'user', 'payment', 'card', 'merchant', 'billing', 'shipping'],
    ...BUSINESS_EVENT,
  },
  DeviceFingerprinting: {
    sections: ['deviceFingerprinting'],
    features: NONE,
    hasFeatures: false,
    related: STATUS_AND_LABEL,
    recommended: [],
    supportRule: false,
    sampleRule: true,
  },
  LoyaltyProgram: {
    sections: ['deviceFingerprinting', 'user', 'loyalty', 'transaction'],
    ...BUSINESS_EVENT,
  },
  MoneyTransfer: {
    sections: ['deviceFingerprinting', 'user', 'recipientUser', 'transfer', 'transaction'],
    ...BUSINESS_EVENT,
  },
  SoftwarePiracy: {
    sections: ['deviceFingerprinting', 'user', 'software'],
    ...BUSINESS_EVENT,
    features: { ...NONE, reporting: true },
  },
  Custom: {
    sections: [],
    features: NONE,
    hasFeatures: true,
    related: ['AssessmentStatus', 'Bank', 'Chargeback', 'Label'],
    recommended: [],
    supportRule: true,
    sampleRule: false,
  },
};

/** What a custom assessment of the account generation starts from: an envelope, and fields of the customer's own. */
const LEGACY_FACTS: TemplateFacts = {
  sections: [],
  features: { ...NONE, search: true },
  hasFeatures: false,
  related: [],
  recommended: [],
  supportRule: false,
  sampleRule: false,
};

/** The facts of any template a definition can have. */
export const templateFacts = (template: DefinedTemplate): TemplateFacts =>
  template === 'Legacy' ? LEGACY_FACTS : TEMPLATE_FACTS[template];

/** Wizard assessments and legacy custom assessments a root environment can have (`docs/reference/limits.md`). */
export const MAX_WIZARD_ASSESSMENTS = 16;
export const MAX_LEGACY_ASSESSMENTS = 3;
/** Data subject ids beside the event id. */
export const MAX_SUBJECT_IDS = 2;
export const EVENT_ID_PATH = 'metadata.eventId';
