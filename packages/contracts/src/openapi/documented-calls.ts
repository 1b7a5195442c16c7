import {
  CASE_AGENT_BODY,
  CASE_API_EXAMPLES,
  CASE_DECISION_BODY,
  CASE_ESCALATION_BODY,
  CASE_SEND_BODY,
  CASE_HOLD_BODY,
  CASE_LEASE_BODY,
  CASE_NOTE_BODY,
  definedLabelSchema,
  definedSchema,
  ENVIRONMENT_CHANGE_BODY,
  ENVIRONMENT_CHANGE_EXAMPLE,
  EVENT_EXAMPLES,
  EVENT_KINDS,
  EVENT_SCHEMAS,
  isAssessmentKind,
  NEW_ENVIRONMENT_BODY,
  NEW_ENVIRONMENT_EXAMPLES,
  observationSchema,
  POINTS_EXAMPLES,
  REVIEW_EXAMPLES,
  SECTION_NAMES,
  type EventKind,
  type ObjectSchema,
} from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import type { Endpoint } from '../endpoint.ts';
import { CASE_CALLS, type CaseCall } from '../public/cases.ts';
import { exportEvents } from '../public/export.ts';
import { PROVISIONING, type ProvisioningCall } from '../public/provisioning.ts';
import {
  PUBLIC_ASSESSMENTS,
  PUBLIC_BRANCH_TESTS,
  PUBLIC_EVENTS,
  publicAliasesOf,
  type PublicAssessment,
  type PublicBranchTest,
} from '../public/public.ts';

/** Groups the public API is read in. */
export const DOCUMENTED_GROUPS = [
  { id: 'purchase', title: 'Purchase protection', description: 'Purchases, sign-ups and what becomes of them.' },
  {
    id: 'account',
    title: 'Account protection',
    description: 'Account creation, login and changes, and what becomes of them.',
  },
  {
    id: 'assessment',
    title: 'Assessments of your own',
    description:
      'Events that you defined. Which sections and fields a body carries is what the definition says; its own addresses, fields and samples stand beside it in the console.',
  },
  {
    id: 'branch',
    title: 'Test events of branches',
    description:
      'The same bodies, decided by a branch of the rules. Nothing is stored or counted, and an id can be sent again.',
  },
  {
    id: 'environment',
    title: 'Environments',
    description:
      'Environments below the one of the call, for applications with the role Provisioning_API there. Root environments are made by people.',
  },
  {
    id: 'case',
    title: 'Cases',
    description:
      'Cases of the environment of the call, for outside tools with the role Case_API there. Calls that change something name the person who acts.',
  },
  {
    id: 'data',
    title: 'Data',
    description:
      'What is stored of the environment of the call, in bulk, for applications with the role Export_API there.',
  },
] as const;
export type DocumentedGroup = (typeof DOCUMENTED_GROUPS)[number]['id'];

/** A body a call takes, with examples that the tests send. */
export type DocumentedBody = {
  /** Component name in the document. */
  readonly name: string;
  readonly title: string | null;
  readonly schema: ObjectSchema;
  readonly examples: Readonly<Record<string, Json>>;
};

/** One call of the public API as documents show it. */
export type DocumentedCall = {
  readonly id: string;
  readonly group: DocumentedGroup;
  readonly endpoint: Endpoint;
  /** Other addresses of it. */
  readonly aliases: readonly string[];
  readonly success: { readonly status: 200 | 201; readonly description: string; readonly answer: string };
  /** Any one of them; none where the call takes no body. */
  readonly bodies: readonly DocumentedBody[];
  /** Whether its parameters only repeat what the body says. */
  readonly isAddressInformative: boolean;
};

const DECIDED = 'Decided and stored. An id that came before gets the answer it got then.';
const STORED = 'Stored. Events with one id are merged: what is left out keeps its value.';

const upperFirst = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const answerOf = (kind: EventKind): string =>
  `${upperFirst(EVENT_KINDS[kind].generation)}${isAssessmentKind(kind) ? 'Answer' : 'Accepted'}`;

const eventCall = (kind: EventKind): DocumentedCall => ({
  id: kind,
  group: EVENT_KINDS[kind].generation,
  endpoint: PUBLIC_EVENTS[kind],
  aliases: publicAliasesOf(kind),
  success: { status: 200, description: isAssessmentKind(kind) ? DECIDED : STORED, answer: answerOf(kind) },
  bodies: [
    { name: `${upperFirst(kind)}Body`, title: null, schema: EVENT_SCHEMAS[kind], examples: EVENT_EXAMPLES[kind] },
  ],
  isAddressInformative: true,
});

/** Every standard section and no custom field. */
const wholeSchema = (template: 'Custom' | 'Legacy'): ObjectSchema =>
  definedSchema({ template, definition: { sections: SECTION_NAMES, fields: [] } });

const observationBody = (
  template: 'AssessmentStatus' | 'Bank' | 'Chargeback',
  title: string,
  examples: DocumentedBody['examples'],
): DocumentedBody => ({
  name: `${template}ObservationBody`,
  title,
  schema: observationSchema({ template, fields: [] }),
  examples,
});

const ASSESSMENT_BODIES: Readonly<Record<PublicAssessment, readonly DocumentedBody[]>> = {
  assessment: [
    { name: 'AssessmentBody', title: null, schema: wholeSchema('Custom'), examples: POINTS_EXAMPLES.assessment },
  ],
  observation: [
    observationBody('AssessmentStatus', 'Status', POINTS_EXAMPLES.status),
    observationBody('Bank', 'Bank', POINTS_EXAMPLES.bank),
    observationBody('Chargeback', 'Chargeback', POINTS_EXAMPLES.chargeback),
  ],
  label: [
    {
      name: 'AssessmentLabelBody',
      title: null,
      schema: definedLabelSchema([]),
      examples: POINTS_EXAMPLES.label,
    },
  ],
  legacy: [{ name: 'LegacyAssessmentBody', title: null, schema: wholeSchema('Legacy'), examples: REVIEW_EXAMPLES }],
};

const ASSESSMENT_ANSWERS: Readonly<Record<PublicAssessment, string>> = {
  assessment: 'AssessmentAnswer',
  observation: 'PurchaseAccepted',
  label: 'PurchaseAccepted',
  legacy: 'AccountAnswer',
};

const assessmentCall = (address: PublicAssessment): DocumentedCall => ({
  id: PUBLIC_ASSESSMENTS[address].id.replace('public.', ''),
  group: 'assessment',
  endpoint: PUBLIC_ASSESSMENTS[address],
  aliases: [],
  success: {
    status: 200,
    description: ASSESSMENT_ANSWERS[address].endsWith('Answer') ? DECIDED : STORED,
    answer: ASSESSMENT_ANSWERS[address],
  },
  bodies: ASSESSMENT_BODIES[address],
  isAddressInformative: false,
});

const TESTED_BY: Readonly<Record<PublicBranchTest, DocumentedCall>> = {
  purchase: eventCall('purchase'),
  accountCreation: eventCall('accountCreation'),
  accountLogin: eventCall('accountLogin'),
  assessment: assessmentCall('assessment'),
  legacy: assessmentCall('legacy'),
};

const branchTestCall = (address: PublicBranchTest): DocumentedCall => {
  const tested = TESTED_BY[address];
  return {
    ...tested,
    id: `${tested.id}BranchTest`,
    group: 'branch',
    endpoint: PUBLIC_BRANCH_TESTS[address],
    aliases: [],
    success: { ...tested.success, description: 'Decided by the branch; nothing was stored.' },
    isAddressInformative: false,
  };
};

const PROVISIONING_BODIES: Readonly<Partial<Record<ProvisioningCall, readonly DocumentedBody[]>>> = {
  create: [
    { name: 'NewEnvironmentBody', title: null, schema: NEW_ENVIRONMENT_BODY, examples: NEW_ENVIRONMENT_EXAMPLES },
  ],
  change: [
    {
      name: 'EnvironmentChangeBody',
      title: null,
      schema: ENVIRONMENT_CHANGE_BODY,
      examples: { change: ENVIRONMENT_CHANGE_EXAMPLE },
    },
  ],
};

const PROVISIONING_SUCCESS: Readonly<Record<ProvisioningCall, string>> = {
  list: 'What stands below the environment of the call, by path.',
  create: 'Created and in use: it takes events from now on, on other nodes within a second.',
  read: 'The environment.',
  change: 'The environment as it is now.',
  remove: 'Its deletion began; asking again changes nothing.',
  restore: 'It takes events again.',
};

const provisioningCall = (call: ProvisioningCall): DocumentedCall => ({
  id: `${call}Environment${call === 'list' ? 's' : ''}`,
  group: 'environment',
  endpoint: PROVISIONING[call],
  aliases: [],
  success: {
    status: call === 'create' ? 201 : 200,
    description: PROVISIONING_SUCCESS[call],
    answer: call === 'list' ? 'Environments' : 'Environment',
  },
  bodies: PROVISIONING_BODIES[call] ?? [],
  isAddressInformative: false,
});

const bodyOf = (name: string, schema: ObjectSchema, example: Json): readonly DocumentedBody[] => [
  { name, title: null, schema, examples: { example } },
];

const AGENT_BODY = bodyOf('CaseAgentBody', CASE_AGENT_BODY, CASE_API_EXAMPLES.agent);

const CASE_BODIES: Readonly<Partial<Record<CaseCall, readonly DocumentedBody[]>>> = {
  send: bodyOf('CaseSendBody', CASE_SEND_BODY, CASE_API_EXAMPLES.send),
  lease: bodyOf('CaseLeaseBody', CASE_LEASE_BODY, CASE_API_EXAMPLES.lease),
  extend: AGENT_BODY,
  giveBack: AGENT_BODY,
  hold: bodyOf('CaseHoldBody', CASE_HOLD_BODY, CASE_API_EXAMPLES.hold),
  escalate: bodyOf('CaseEscalationBody', CASE_ESCALATION_BODY, CASE_API_EXAMPLES.escalation),
  decide: bodyOf('CaseDecisionBody', CASE_DECISION_BODY, CASE_API_EXAMPLES.decision),
  undo: AGENT_BODY,
  addNote: bodyOf('CaseNoteBody', CASE_NOTE_BODY, CASE_API_EXAMPLES.note),
};

const CASE_DOCUMENTS: Readonly<
  Record<CaseCall, Pick<DocumentedCall, 'id'> & Omit<DocumentedCall['success'], 'status'>>
> = {
  queues: { id: 'listCaseQueues', answer: 'CaseQueues', description: 'Queues whose cases can be taken.' },
  list: { id: 'listCases', answer: 'Cases', description: 'A page of the list.' },
  send: { id: 'sendCase', answer: 'SentCase', description: 'The case, which waits in its queue at once.' },
  lease: { id: 'leaseCase', answer: 'LeasedCase', description: 'The case, which the person has for half an hour.' },
  read: { id: 'readCase', answer: 'Case', description: 'The case.' },
  extend: { id: 'extendCase', answer: 'ChangedCase', description: 'The case with its new lease.' },
  giveBack: { id: 'giveBackCase', answer: 'ChangedCase', description: 'The case, which waits in its queue again.' },
  hold: { id: 'holdCase', answer: 'ChangedCase', description: 'The case, which is on hold.' },
  escalate: { id: 'escalateCase', answer: 'ChangedCase', description: 'The case, which waits for a manager.' },
  decide: { id: 'decideCase', answer: 'ChangedCase', description: 'The case as it was decided.' },
  undo: { id: 'undoCaseDecision', answer: 'ChangedCase', description: 'The case, in the hands of the person again.' },
  notes: { id: 'listCaseNotes', answer: 'CaseNotes', description: 'Notes, oldest first.' },
  addNote: { id: 'addCaseNote', answer: 'CaseNotes', description: 'All notes with the new one.' },
};

const caseCall = (call: CaseCall): DocumentedCall => {
  const { id, ...success } = CASE_DOCUMENTS[call];
  return {
    id,
    group: 'case',
    endpoint: CASE_CALLS[call],
    aliases: [],
    success: { status: 200, ...success },
    bodies: CASE_BODIES[call] ?? [],
    isAddressInformative: false,
  };
};

const exportCall: DocumentedCall = {
  id: 'exportEvents',
  group: 'data',
  endpoint: exportEvents,
  aliases: [],
  success: { status: 200, description: 'A page: each line is one of these.', answer: 'ExportedEvent' },
  bodies: [],
  isAddressInformative: false,
};

/** Every call that takes a token, in the order people read them. */
export const DOCUMENTED_CALLS: readonly DocumentedCall[] = [
  ...(Object.keys(PUBLIC_EVENTS) as EventKind[]).map(eventCall),
  ...(Object.keys(PUBLIC_ASSESSMENTS) as PublicAssessment[]).map(assessmentCall),
  ...(Object.keys(PUBLIC_BRANCH_TESTS) as PublicBranchTest[]).map(branchTestCall),
  ...(Object.keys(PROVISIONING) as ProvisioningCall[]).map(provisioningCall),
  ...(Object.keys(CASE_CALLS) as CaseCall[]).map(caseCall),
  exportCall,
];
