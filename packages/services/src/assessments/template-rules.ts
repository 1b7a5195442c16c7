import {
  SUPPORT_RULE_NAME,
  TEMPLATE_FACTS,
  type AssessmentTemplate,
  type DefinedAssessment,
  type SectionName,
} from '@redoubt/domain';
import { newId } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { definedSample } from '../catalogue/assessment-catalogue.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';

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
    'OBSERVE Output(session = @"deviceFingerprinting.id", address = @"deviceFingerprinting.ipAddress")',
  LoyaltyProgram: 'OBSERVE Output(points = @"loyalty.points", tier = @"loyalty.tier", user = @"user.id")',
  MoneyTransfer: 'OBSERVE Output(amount = @"transfer.amount", recipient = @"recipientUser.id", user = @"user.id")',
  SoftwarePiracy: 'OBSERVE Output(product = @"software.productId", seats = @"software.seatCount", user = @"user.id")',
  Custom: '',
};

/** Makes and publishes the rules that come with a template (`decisioning.md` §2.8), both active. */
export const createTemplateRules = async (
  context: EnvironmentContext,
  template: AssessmentTemplate,
  assessment: DefinedAssessment,
): Promise<void> => {
  const facts = TEMPLATE_FACTS[template];
  const wanted = [
    ...(facts.supportRule
      ? [{ name: SUPPORT_RULE_NAME, clauses: supportClauses(assessment.definition.sections) }]
      : []),
    ...(facts.sampleRule
      ? [{ name: 'Sample template rule', clauses: [{ name: 'Show', code: SAMPLE_CLAUSES[template] }] }]
      : []),
  ];
  for (const { name, clauses } of wanted) {
    const text = {
      condition: '',
      clauses: clauses.map((clause) => ({ id: newId(), ...clause })),
      samplePayload: definedSample(assessment),
    };
    const { id, version } = await createRule(context, assessment.kind, { name, description: '', text });
    await publishRule(context, assessment.kind, id, {
      version,
      name,
      description: '',
      active: true,
      note: '',
      overwrite: false,
    });
  }
};
