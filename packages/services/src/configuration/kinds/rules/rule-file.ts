import {
  EVENT_EXAMPLES,
  isBuiltInAssessment,
  MAX_BRANCH_API_NAME,
  RULE_TYPES,
  sectionsOf,
  type RuleType,
} from '@redoubt/domain';
import { canonicalJson, isJsonObject, type Json } from '@redoubt/kernel';
import type { StoredRuleText } from '@redoubt/storage';
import { z } from 'zod';
import { fileNameOf, type ConfigurationFile } from '../../configuration-file.ts';
import type { Reading, ReadResource } from '../../resource-kind.ts';
import { codeBlock, readMembers, readYaml, yamlFile } from '../../yaml-file.ts';
import { clausePlaces } from './clauses.ts';
import { type FileClause, fileClauseOf, fileClauses, MAX_CODE_CHARACTERS, misplacedClause } from './file-clauses.ts';

/** A published rule as a file says it. */
export type RuleContent = {
  /** As files name it: the API name of one that people defined. */
  readonly assessment: string;
  /** API name of the branch it stands in; null in production. */
  readonly branch: string | null;
  /** Name of the rule of production that a promotion publishes it over; null for one that began in its branch. */
  readonly standsFor: string | null;
  readonly type: RuleType;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly condition: string;
  readonly clauses: readonly FileClause[];
  readonly payload: Json;
};

const schema = z.strictObject({
  rule: z.string().max(200),
  assessment: z.string(),
  branch: z.string().min(1).max(MAX_BRANCH_API_NAME).nullable().default(null),
  standsFor: z.string().max(200).nullable().default(null),
  type: z.enum(RULE_TYPES).default('decision'),
  description: z.string().max(2000).default(''),
  active: z.boolean().default(true),
  condition: z.string().max(MAX_CODE_CHARACTERS).nullish(),
  clauses: fileClauses,
  payload: z.custom<Json>((value) => isJsonObject(value as Json), 'expected an event, “member: value”').optional(),
});

/** Where no payload is kept, the example of an assessment of the product is meant, which every installation has. */
const exampleOf = (assessment: string): Json =>
  isBuiltInAssessment(assessment) ? EVENT_EXAMPLES[assessment].full : {};

const isExample = ({ assessment, payload }: RuleContent): boolean =>
  canonicalJson(payload) === canonicalJson(exampleOf(assessment));

const folderOf = ({ assessment, branch }: Pick<RuleContent, 'assessment' | 'branch'>): string =>
  branch === null ? `rules/${assessment}` : `rules/${assessment}/branches/${branch}`;

export const ruleFile = (content: RuleContent): ConfigurationFile => {
  const { assessment, branch, standsFor, type, name, description, active, condition, clauses, payload } = content;
  return yamlFile(`${folderOf(content)}/${fileNameOf(name)}.yaml`, {
    rule: name,
    assessment,
    ...(branch === null ? {} : { branch }),
    ...(standsFor === null ? {} : { standsFor }),
    ...(type === 'decision' ? {} : { type }),
    ...(description === '' ? {} : { description }),
    active,
    ...(condition === '' ? {} : { condition: codeBlock(condition) }),
    clauses: clauses.map(({ code, ...clause }) => ({ ...clause, code: codeBlock(code) })),
    ...(isExample(content) ? {} : { payload }),
  });
};

/** Reads a rule; the folder it stands in has to be the one that its members name. */
export const readRuleFile = (
  file: ConfigurationFile,
  { reportProblem }: Pick<Reading, 'reportProblem'>,
): ReadResource<RuleContent> | null => {
  const source = readYaml(file);
  const members = readMembers(source, schema, reportProblem);
  if (!members) return null;
  const { rule, assessment, branch, condition, clauses, payload, ...rest } = members;
  const folder = folderOf({ assessment, branch });
  if (file.path.slice(0, file.path.lastIndexOf('/')) !== folder) {
    const whose = branch === null ? assessment : `branch ${branch} of ${assessment}`;
    const place = source.placeOf([branch === null ? 'assessment' : 'branch']);
    reportProblem({ path: file.path, ...place, message: `A rule of ${whose} stands in ${folder}.` });
    return null;
  }
  if (branch === null && rest.standsFor !== null) {
    const message = 'Only a rule of a branch stands for another one.';
    reportProblem({ path: file.path, ...source.placeOf(['standsFor']), message });
    return null;
  }
  const misplaced = misplacedClause(isBuiltInAssessment(assessment) ? sectionsOf(assessment) : ['prior'], clauses);
  if (misplaced) {
    reportProblem({ path: file.path, ...source.placeOf(['clauses', misplaced.index]), message: misplaced.message });
    return null;
  }
  return {
    content: {
      ...rest,
      name: rule.trim(),
      assessment,
      branch,
      condition: condition ?? '',
      clauses: clauses.map(fileClauseOf),
      payload: payload ?? exampleOf(assessment),
    },
    placeOf: clausePlaces(source, { clauses: 'clauses', code: 'code', whole: 'rule' }),
  };
};

/** Whether a stored text is what a file says. */
export const matchesFile = (content: RuleContent, text: StoredRuleText): boolean =>
  content.condition === text.condition &&
  canonicalJson(content.payload) === canonicalJson(text.samplePayload) &&
  canonicalJson(content.clauses) === canonicalJson(text.clauses.map(fileClauseOf));
