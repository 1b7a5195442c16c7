import type { BodyOf, createManagedEnvironment as endpoint, ManagedEnvironment } from '@redoubt/contracts';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import type { EnvironmentOptions } from '../environment-management/environment-tree.ts';
import { addEnvironment } from '../environment-management/managed-environments.commands.ts';
import { requireClean } from '../problems.ts';
import { reading } from '../unit-of-work.ts';
import { requireUsable } from './environment-templates.queries.ts';
import { templateFilesOf } from './template-files.ts';

/** Name and files of what an environment starts with. @throws `TEMPLATE-UNKNOWN` */
const startOf = async (
  context: EnvironmentContext,
  { parentId, template }: Pick<BodyOf<typeof endpoint>, 'parentId' | 'template'>,
) => {
  if (template === null) return { template: '', files: [] };
  if (template.kind === 'file') {
    requireClean({ 'body.template.file': template.file });
    return { template: template.file.name, files: templateFilesOf(template.file.files) };
  }
  // A root has no ancestors: what can be used here can be used for it.
  const place = parentId ?? context.environmentId;
  const { name, files } = await reading(context, (trx) => requireUsable(trx, place, template.templateId));
  return { template: name, files };
};

/** Creates an environment, empty or from a template. Throws what `addEnvironment` throws, and `TEMPLATE-UNKNOWN`. */
export const createManagedEnvironment = async (
  context: EnvironmentContext,
  person: SignedInPerson,
  options: EnvironmentOptions,
  { template, ...input }: BodyOf<typeof endpoint>,
): Promise<ManagedEnvironment> => {
  const start = await startOf(context, { parentId: input.parentId, template });
  return addEnvironment(context, person, options, { ...input, start });
};
