import { ASSESSMENTS, EVENT_EXAMPLES, SUPPORT_RULE_NAME, supportClausesOf, type AssessmentName } from '@redoubt/domain';
import { newId, type Json } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { createRule } from './create-rule.command.ts';
import { publishRule } from './publish-rule.command.ts';

/** A rule that comes with something else; people change and delete it like any other. */
export type SystemRule = {
  readonly name: string;
  readonly description: string;
  readonly clauses: readonly { readonly name: string; readonly code: string }[];
  readonly samplePayload: Json;
};

/** Publishes a rule that comes with an environment or a template, active, at the end of its list. */
export const publishSystemRule = async (
  context: EnvironmentContext,
  assessment: AssessmentName,
  { name, description, clauses, samplePayload }: SystemRule,
): Promise<void> => {
  const text = { condition: '', clauses: clauses.map((clause) => ({ id: newId(), ...clause })), samplePayload };
  const { id, version } = await createRule(context, assessment, { name, description, text });
  await publishRule(context, assessment, id, {
    version,
    name,
    description,
    active: true,
    note: '',
    overwrite: false,
    text: { ...text, basedOnVersion: 0 },
  });
};

/**
 * Publishes the rule that honours support lists, in every built-in assessment of a new environment
 * (`docs/reference/deciding.md#rules`).
 */
export const createSupportRules = async (context: EnvironmentContext): Promise<void> => {
  for (const assessment of ASSESSMENTS) {
    await publishSystemRule(context, assessment, {
      name: SUPPORT_RULE_NAME,
      description: 'Does what the support lists say: rejects what is blocked, approves what is safe.',
      clauses: supportClausesOf(assessment).map(({ key, code }) => ({
        name: key === 'block' ? 'Blocked' : 'Safe',
        code,
      })),
      samplePayload: EVENT_EXAMPLES[assessment].full,
    });
  }
};
