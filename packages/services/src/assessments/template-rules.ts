import { TEMPLATE_FACTS, type AssessmentTemplate, type DefinedAssessment, type SectionName } from '@redoubt/domain';
import type { EnvironmentContext } from '../context.ts';
import { definedSample } from '../symbols/assessment-symbols.ts';
import { publishSystemRule } from '../rules/system-rules.ts';

/** What a section says that support lists hold. */
const HELD: readonly (readonly [list: string, section: SectionName, path: string])[] = [
  ['Email', 'user', 'user.email'],
  ['Payment', 'payment', 'payment.instrumentId'],
  ['IP', 'deviceFingerprinting', 'deviceFingerprinting.ipAddress'],
  ['User', 'user', 'user.id'],
  ['Device', 'deviceFingerprinting', 'deviceFingerprinting.externalDeviceId'],
];

const supportClauses = (sections: readonly SectionName[]) => {
  const known = HELD.filter(([, section]) => sections.includes(section));
  const held = known.length > 0 ? known : HELD;
  const anyHas = (question: string): string =>
    held.map(([list, , path]) => `${question}("${list} Support List", @"${path}")`).join('\n  || ');
  return [
    { name: 'Blocked', code: `RETURN Reject("SUPPORT_LIST_BLOCK")\nWHEN ${anyHas('IsBlock')}` },
    { name: 'Safe', code: `RETURN Approve("SUPPORT_LIST_SAFE")\nWHEN ${anyHas('IsSafe')}` },
  ];
};

/** Shows what is there to build with; it decides nothing. */
const SAMPLE_CLAUSES: Readonly<Record<AssessmentTemplate, string>> = {
  CardPayment: 'OBSERVE Output(amount = @"txnAmount", bin = @"card.bin", country = @"billing.countryRegion")',
  DeviceFingerprinting:
    'LET $device = Device.GetFullAttributes(@"deviceFingerprinting.id")\nOBSERVE Output(session = @"deviceFingerprinting.id", country = $device.deviceCountryCode, device = $device)',
  LoyaltyProgram: 'OBSERVE Output(points = @"loyalty.points", tier = @"loyalty.tier", user = @"user.id")',
  MoneyTransfer: 'OBSERVE Output(amount = @"transfer.amount", recipient = @"recipientUser.id", user = @"user.id")',
  SoftwarePiracy: 'OBSERVE Output(product = @"software.productId", seats = @"software.seatCount", user = @"user.id")',
  Custom: '',
};

/** Makes and publishes the rules that come with a template (`docs/reference/deciding.md#rules`), both active. */
export const createTemplateRules = async (
  context: EnvironmentContext,
  template: AssessmentTemplate,
  assessment: DefinedAssessment,
): Promise<void> => {
  const facts = TEMPLATE_FACTS[template];
  const wanted = [
    ...(facts.supportRule
      ? [
          {
            name: 'Support list rule',
            description: 'Does what the support lists say: rejects what is blocked, approves what is safe.',
            clauses: supportClauses(assessment.definition.sections),
          },
        ]
      : []),
    ...(facts.sampleRule
      ? [
          {
            name: 'Sample template rule',
            description: 'Shows what there is to build with. It decides nothing.',
            clauses: [{ name: 'Show', code: SAMPLE_CLAUSES[template] }],
          },
        ]
      : []),
  ];
  for (const rule of wanted) {
    await publishSystemRule(context, assessment.kind, { ...rule, samplePayload: definedSample(assessment) });
  }
};
