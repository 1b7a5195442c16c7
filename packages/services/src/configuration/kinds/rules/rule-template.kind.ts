import { nameKey, RULE_TYPES, type RuleType } from '@redoubt/domain';
import { isJsonObject, type Json } from '@redoubt/kernel';
import { listRuleTemplates, type TenantTransaction } from '@redoubt/storage';
import { z } from 'zod';
import type { EnvironmentContext } from '../../../context.ts';
import {
  deleteRuleTemplate,
  importRuleTemplate,
  renameRuleTemplate,
} from '../../../templates/rule-templates.commands.ts';
import { tagOf } from '../../../version-tag.ts';
import { assessmentNamed, readAssessmentNames } from '../../../assessment-kinds/assessment-names.ts';
import { fileNameOf } from '../../configuration-file.ts';
import type { ResourceKind } from '../../resource-kind.ts';
import { codeBlock, yamlFile } from '../../yaml-file.ts';
import { yamlReader } from '../yaml-reader.ts';
import { type FileClause, fileClauseOf, fileClauses, MAX_CODE_CHARACTERS } from './file-clauses.ts';

type RuleTemplateContent = {
  readonly name: string;
  readonly description: string;
  /** As files name it: the API name of one that people defined. */
  readonly assessment: string;
  readonly type: RuleType;
  /** The rule it was made of. */
  readonly source: { readonly environment: string; readonly rule: string; readonly version: number };
  readonly condition: string;
  readonly clauses: readonly FileClause[];
  readonly payload: Json;
};

const schema = z.strictObject({
  ruleTemplate: z.string().max(200),
  description: z.string().max(2000).default(''),
  assessment: z.string(),
  type: z.enum(RULE_TYPES).default('decision'),
  source: z.strictObject({ environment: z.string(), rule: z.string(), version: z.number().int() }),
  condition: z.string().max(MAX_CODE_CHARACTERS).default(''),
  clauses: fileClauses,
  payload: z.custom<Json>((value) => isJsonObject(value as Json), 'expected an event, “member: value”'),
});

const load = async (trx: TenantTransaction, { environmentId }: EnvironmentContext) => {
  const words = new Map(
    (await readAssessmentNames(trx, environmentId)).map(({ kind, name }) => [kind as string, name]),
  );
  return (await listRuleTemplates(trx, [environmentId])).flatMap((stored) => {
    const { id, version, name, description, source, condition, clauses, samplePayload } = stored;
    const assessment = words.get(stored.assessment);
    // One whose assessment was deleted fits nothing any more.
    if (assessment === undefined) return [];
    const { environment, rule, version: made } = source;
    const content: RuleTemplateContent = {
      name,
      description,
      assessment,
      type: stored.type,
      source: { environment, rule, version: made },
      condition,
      clauses: clauses.map(fileClauseOf),
      payload: samplePayload,
    };
    return [{ id, version, content }];
  });
};

const fileOf = ({ name, description, assessment, type, source, condition, clauses, payload }: RuleTemplateContent) =>
  yamlFile(`rule-templates/${fileNameOf(name)}.yaml`, {
    ruleTemplate: name,
    ...(description === '' ? {} : { description }),
    assessment,
    ...(type === 'decision' ? {} : { type }),
    source,
    ...(condition === '' ? {} : { condition: codeBlock(condition) }),
    clauses: clauses.map(({ code, ...clause }) => ({ ...clause, code: codeBlock(code) })),
    payload,
  });

const find = async (trx: TenantTransaction, context: EnvironmentContext, { name }: RuleTemplateContent) =>
  (await load(trx, context)).find(({ content }) => nameKey(content.name) === nameKey(name));

/** Rule templates that the environment owns. They are copies and read nothing, so their texts are not checked. */
export const ruleTemplateKind: ResourceKind<RuleTemplateContent> = {
  kind: 'ruleTemplate',
  capability: 'ruleTemplates',
  owns: (path) => /^rule-templates\/[^/]+\.ya?ml$/.test(path),
  nameOf: ({ name }) => name,
  filesOf: (content) => [fileOf(content)],
  read: yamlReader(schema, ({ ruleTemplate, clauses, ...rest }, source) => ({
    content: { ...rest, name: ruleTemplate.trim(), clauses: clauses.map(fileClauseOf) },
    placeOf: () => ({ path: source.file.path, ...source.placeOf(['ruleTemplate']) }),
  })),
  load: async (trx, context) => (await load(trx, context)).map(({ content }) => content),
  put: async (trx, context, content) => {
    const known = await find(trx, context, content);
    const { name, description, type, source, condition, clauses, payload } = content;
    const assessment = await assessmentNamed(trx, context.environmentId, content.assessment);
    if (known) {
      const version = tagOf(known.version);
      const renamed = { ...known.content, name, description };
      if (fileOf(renamed).text === fileOf(content).text) {
        await renameRuleTemplate(context, known.id, { version, name, description });
        return;
      }
      // A template is a copy that never changes: another text is another template.
      await deleteRuleTemplate(context, known.id, version);
    }
    const rule = { type, condition, clauses: clauses.map((clause) => ({ ...clause })), samplePayload: payload };
    const file = { redoubtTemplate: 1, type: 'rule', name, description, assessment, source, rule } as const;
    await importRuleTemplate(context, { file });
  },
  remove: async (trx, context, content) => {
    const known = await find(trx, context, content);
    if (known) await deleteRuleTemplate(context, known.id, tagOf(known.version));
  },
};
