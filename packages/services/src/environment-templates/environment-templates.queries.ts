import type {
  EnvironmentTemplateContents,
  EnvironmentTemplateFile,
  EnvironmentTemplateSummary,
} from '@redoubt/contracts';
import { allows, ENVIRONMENT_TEMPLATE_FILE_VERSION, environmentPath, fail } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  findEnvironmentTemplate,
  listEnvironments,
  listEnvironmentTemplates,
  type StoredEnvironmentTemplate,
  type TenantTransaction,
} from '@redoubt/storage';
import { readFiles } from '../configuration/read-configuration.ts';
import { RESOURCE_KINDS } from '../configuration/resource-kinds.ts';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { tagOf } from '../version-tag.ts';

/** The environments whose templates can be used in one, by id: itself and its ancestors. */
export const readTemplateOwners = async (
  trx: TenantTransaction,
  environmentId: Id,
): Promise<ReadonlyMap<Id, string>> => {
  const byId = new Map((await listEnvironments(trx)).map((each) => [each.id, each]));
  const { parentIds } = environmentPath(environmentId, byId);
  return new Map([environmentId, ...parentIds].map((id) => [id, byId.get(id)?.name ?? id]));
};

/** A template as the library lists it. */
export const summaryOfTemplate = (
  template: StoredEnvironmentTemplate,
  owners: ReadonlyMap<Id, string>,
  environmentId: Id,
): EnvironmentTemplateSummary => ({
  id: template.id,
  name: template.name,
  description: template.description,
  source: template.source,
  contents: template.contents,
  created: { by: template.createdBy, at: template.createdAt.toISOString() },
  inheritedFrom: template.environmentId === environmentId ? null : (owners.get(template.environmentId) ?? ''),
  version: tagOf(template.version),
});

/** A template with its files, where an environment or an ancestor of it owns it. @throws `TEMPLATE-UNKNOWN` */
export const requireUsable = async (trx: TenantTransaction, environmentId: Id, templateId: Id) => {
  const owners = await readTemplateOwners(trx, environmentId);
  const template = await findEnvironmentTemplate(trx, templateId);
  if (!template || !owners.has(template.environmentId)) throw fail('TEMPLATE-UNKNOWN', { id: templateId });
  return template;
};

/** Environment templates that can be used here: of this environment and its ancestors, by name. */
export const getEnvironmentTemplates = (
  context: EnvironmentContext,
): Promise<{ templates: EnvironmentTemplateSummary[]; canWrite: boolean }> =>
  reading(context, async (trx) => {
    const { environmentId, capabilities } = context;
    const owners = await readTemplateOwners(trx, environmentId);
    const templates = await listEnvironmentTemplates(trx, [...owners.keys()]);
    return {
      templates: templates.map((template) => summaryOfTemplate(template, owners, environmentId)),
      canWrite: allows(capabilities, 'environmentTemplates:write'),
    };
  });

/** A template as a file. @throws `TEMPLATE-UNKNOWN` */
export const getEnvironmentTemplateFile = (
  context: EnvironmentContext,
  templateId: Id,
): Promise<EnvironmentTemplateFile> =>
  reading(context, async (trx) => {
    const { name, description, source, files } = await requireUsable(trx, context.environmentId, templateId);
    return {
      redoubtTemplate: ENVIRONMENT_TEMPLATE_FILE_VERSION,
      type: 'environment',
      name,
      description,
      source,
      files: files.map(({ path, text }) => ({ path, text })),
    };
  });

/** The resources of a template by kind, and what of its files cannot be read. @throws `TEMPLATE-UNKNOWN` */
export const getEnvironmentTemplateContents = async (
  context: EnvironmentContext,
  templateId: Id,
): Promise<EnvironmentTemplateContents> => {
  const { files } = await reading(context, (trx) => requireUsable(trx, context.environmentId, templateId));
  const { wanted, problems, ignored } = await readFiles(files, RESOURCE_KINDS);
  const byKind = Map.groupBy(wanted.values(), ({ kind }) => kind.kind);
  return {
    kinds: [...byKind].map(([kind, resources]) => ({
      kind,
      names: resources.map(({ name }) => name).toSorted((one, other) => one.localeCompare(other)),
    })),
    problems: [...problems],
    ignored: [...ignored],
  };
};
