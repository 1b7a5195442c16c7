import { ASSESSMENT_TEMPLATES, TEMPLATE_FACTS, type AssessmentTemplate } from '@redoubt/domain';
import { useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { getRuleSet } from '../rules/get-rule-set.query.ts';
import { createScene } from '../testing/scene.ts';
import { createAssessment } from './create-assessment.command.ts';

const test = useDatabase();

const SUPPORT = 'Support list rule';
const SAMPLE = 'Sample template rule';

/** `docs/reference/deciding.md#rules`. */
const EXPECTED: Readonly<Record<AssessmentTemplate, readonly string[]>> = {
  CardPayment: [SUPPORT, SAMPLE],
  DeviceFingerprinting: [SAMPLE],
  LoyaltyProgram: [SUPPORT, SAMPLE],
  MoneyTransfer: [SUPPORT, SAMPLE],
  SoftwarePiracy: [SUPPORT, SAMPLE],
  Custom: [SUPPORT],
};

it('an assessment begins with the rules of its template, published and active', async () => {
  const scene = await createScene(test.database, { Root: {} });
  const context = scene.contextIn('Root');
  for (const template of ASSESSMENT_TEMPLATES) {
    const { sections, features } = TEMPLATE_FACTS[template];
    const { kind } = await createAssessment(context, {
      template,
      apiName: template,
      friendlyName: template,
      sections: [...sections],
      fields: [],
      observations: [],
      label: null,
      features,
      dataSubjectIds: ['metadata.eventId'],
      runMode: 'allUntilDecision',
    });
    const { rules, drafts } = await getRuleSet(context, kind);
    expect(drafts).toEqual([]);
    expect(rules.map(({ name, status }) => [name, status])).toEqual(EXPECTED[template].map((name) => [name, 'Active']));
  }
});
