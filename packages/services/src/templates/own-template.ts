import { fail, isRuleName, isRuleNameTaken } from '@redoubt/domain';
import { isCleanText, type Id, type Json } from '@redoubt/kernel';
import type { TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { requireCurrent } from '../version-tag.ts';

/** What templates of all kinds have: a name, words about it, and the environment that they belong to. */
export type OwnedTemplate = {
  readonly id: Id;
  readonly environmentId: Id;
  readonly name: string;
  readonly description: string;
  readonly version: number;
};

/** Refuses a name that no template may have, or that another one of the environment has. */
export const requireTemplateName = (name: string, others: readonly { readonly name: string }[]): void => {
  if (!isRuleName(name) || !isCleanText(name)) throw fail('TEMPLATE-NAME-INVALID', { name });
  const names = others.map((other) => other.name);
  if (isRuleNameTaken(name, names)) throw fail('TEMPLATE-NAME-TAKEN', { name });
};

/** Takes a template of a kind for this transaction, as the caller saw it; one that an ancestor owns is not managed here. */
export const templateTaker =
  <Template extends OwnedTemplate>(
    lock: (trx: TenantTransaction, tenantId: Id, environmentId: Id) => Promise<void>,
    find: (trx: TenantTransaction, templateId: Id) => Promise<Template | undefined>,
  ) =>
  async (trx: TenantTransaction, context: EnvironmentContext, id: Id, tag: string): Promise<Template> => {
    const { tenantId, environmentId } = context;
    await lock(trx, tenantId, environmentId);
    const template = await find(trx, id);
    if (!template || template.environmentId !== environmentId) throw fail('TEMPLATE-UNKNOWN', { id });
    requireCurrent(tag, template.version, 'TEMPLATE-STALE', { name: template.name });
    return template;
  };

/** Gives a template another name and other words, and records that. */
export const renameTemplate = async (
  { id, name: before, description: said }: OwnedTemplate,
  to: { readonly name: string; readonly description: string },
  others: readonly { readonly id: Id; readonly name: string }[],
  rename: () => Promise<void>,
  record: (entry: {
    readonly operation: 'Rename';
    readonly id: Id;
    readonly name: string;
    readonly original: Json;
    readonly modified: Json;
  }) => Promise<unknown>,
): Promise<void> => {
  requireTemplateName(
    to.name,
    others.filter((other) => other.id !== id),
  );
  await rename();
  const original = { name: before, description: said };
  await record({ operation: 'Rename', id, name: to.name, original, modified: { ...to } });
};
