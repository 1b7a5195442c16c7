import type { EnvironmentTemplateFile, EnvironmentTemplateSummary } from '@redoubt/contracts';
import { fail, MAX_ENVIRONMENT_TEMPLATES } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import {
  deleteEnvironmentTemplate as deleteStored,
  findEnvironmentTemplate,
  insertEnvironmentTemplate,
  listEnvironments,
  listEnvironmentTemplates,
  lockEnvironmentTemplates,
  renameEnvironmentTemplate as renameStored,
  type TenantTransaction,
} from '@redoubt/storage';
import { changedBy, recordOf } from '../activity/record-activity.ts';
import type { ConfigurationFile } from '../configuration/configuration-file.ts';
import { exportConfiguration } from '../configuration/export-configuration.ts';
import { readFiles } from '../configuration/read-configuration.ts';
import { RESOURCE_KINDS } from '../configuration/resource-kinds.ts';
import type { EnvironmentContext } from '../context.ts';
import { failAt, requireClean } from '../problems.ts';
import { renameTemplate, requireTemplateName, templateTaker } from '../templates/own-template.ts';
import { inTransaction } from '../unit-of-work.ts';
import { readTemplateOwners, summaryOfTemplate } from './environment-templates.queries.ts';
import { contentsOf, NOT_IN_TEMPLATES, templateFilesOf } from './template-files.ts';

const recordTemplate = recordOf('EnvironmentTemplate');

const readSummary = async (
  trx: TenantTransaction,
  { environmentId }: EnvironmentContext,
  templateId: Id,
): Promise<EnvironmentTemplateSummary> => {
  const template = await findEnvironmentTemplate(trx, templateId);
  if (!template) throw fail('TEMPLATE-UNKNOWN', { id: templateId });
  return summaryOfTemplate(template, await readTemplateOwners(trx, environmentId), environmentId);
};

const addTemplate = (
  context: EnvironmentContext,
  operation: 'Create' | 'Import',
  {
    name,
    description,
    source,
    files: given,
  }: Pick<EnvironmentTemplateFile, 'name' | 'description' | 'source'> & {
    readonly files: readonly ConfigurationFile[];
  },
): Promise<EnvironmentTemplateSummary> => {
  const files = templateFilesOf(given);
  const { tenantId, environmentId } = context;
  return inTransaction(context, async (trx) => {
    await lockEnvironmentTemplates(trx, tenantId, environmentId);
    const others = await listEnvironmentTemplates(trx, [environmentId]);
    requireTemplateName(name, others);
    if (others.length >= MAX_ENVIRONMENT_TEMPLATES) throw fail('TEMPLATE-LIMIT', { max: MAX_ENVIRONMENT_TEMPLATES });
    const id = newId();
    const { by, at } = changedBy(context);
    const contents = contentsOf(files);
    const told = { name, description, source };
    const template = { id, environmentId, ...told, contents, files, createdBy: by, createdAt: at };
    await insertEnvironmentTemplate(trx, tenantId, template);
    await recordTemplate(trx, context, { operation, id, name, modified: { ...told, contents } });
    return readSummary(trx, context, id);
  });
};

/**
 * Keeps what is published in an environment as a template. @throws `TEMPLATE-NAME-INVALID`, `TEMPLATE-NAME-TAKEN`,
 * `TEMPLATE-LIMIT`.
 */
export const createEnvironmentTemplate = async (
  context: EnvironmentContext,
  { name, description }: { readonly name: string; readonly description: string },
): Promise<EnvironmentTemplateSummary> => {
  requireClean({ 'body.description': description });
  const source = await inTransaction(context, async (trx) => {
    const all = await listEnvironments(trx);
    return all.find(({ id }) => id === context.environmentId)?.name ?? '';
  });
  const files = await exportConfiguration(context, { without: NOT_IN_TEMPLATES });
  return addTemplate(context, 'Create', { name, description, source, files });
};

/**
 * Takes a template from a file; one with a part that cannot be read is refused with the place of each problem.
 * @throws `REQ-INVALID`, `TEMPLATE-NAME-INVALID`, `TEMPLATE-NAME-TAKEN`, `TEMPLATE-LIMIT`.
 */
export const importEnvironmentTemplate = async (
  context: EnvironmentContext,
  { file }: { readonly file: EnvironmentTemplateFile },
): Promise<EnvironmentTemplateSummary> => {
  requireClean({ 'body.file': file });
  const { problems } = await readFiles(templateFilesOf(file.files), RESOURCE_KINDS);
  if (problems.length > 0)
    throw failAt(
      'REQ-INVALID',
      { count: problems.length },
      problems.map(({ path, line, column, message }) => ({
        path: `body.file.files.${path}:${line}:${column}`,
        message,
      })),
    );
  return addTemplate(context, 'Import', file);
};

const takeTemplate = templateTaker(lockEnvironmentTemplates, findEnvironmentTemplate);

/** Changes name and description. @throws `TEMPLATE-UNKNOWN`, `TEMPLATE-STALE`, `TEMPLATE-NAME-INVALID`, `TEMPLATE-NAME-TAKEN`. */
export const renameEnvironmentTemplate = async (
  context: EnvironmentContext,
  templateId: Id,
  { version, name, description }: { readonly version: string; readonly name: string; readonly description: string },
): Promise<EnvironmentTemplateSummary> => {
  requireClean({ 'body.description': description });
  return inTransaction(context, async (trx) => {
    const template = await takeTemplate(trx, context, templateId, version);
    const others = await listEnvironmentTemplates(trx, [context.environmentId]);
    const to = { name, description };
    await renameTemplate(
      template,
      to,
      others,
      () => renameStored(trx, templateId, to),
      (entry) => recordTemplate(trx, context, entry),
    );
    return readSummary(trx, context, templateId);
  });
};

/** Deletes a template; environments made of it stay. @throws `TEMPLATE-UNKNOWN`, `TEMPLATE-STALE`. */
export const deleteEnvironmentTemplate = async (
  context: EnvironmentContext,
  templateId: Id,
  version: string,
): Promise<void> => {
  await inTransaction(context, async (trx) => {
    const { name, description, source, contents } = await takeTemplate(trx, context, templateId, version);
    await deleteStored(trx, templateId);
    await recordTemplate(trx, context, {
      operation: 'Delete',
      id: templateId,
      name,
      original: { name, description, source, contents },
    });
  });
};
