import { fail, isRuleName, isRuleNameTaken } from '@redoubt/domain';
import { isCleanText, type Id, type Json } from '@redoubt/kernel';
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

/** The template as the caller saw it; one that an ancestor owns is not managed here. */
export const requireOwnTemplate = <Template extends OwnedTemplate>(
  template: Template | undefined,
  { environmentId }: EnvironmentContext,
  id: Id,
  tag: string,
): Template => {
  if (!template || template.environmentId !== environmentId) throw fail('TEMPLATE-UNKNOWN', { id });
  requireCurrent(tag, template.version, 'TEMPLATE-STALE', { name: template.name });
  return template;
};

/** The entry of the activity log about a template that got another name or other words. */
export const renamedEntry = (
  { id, name, description }: OwnedTemplate,
  to: { readonly name: string; readonly description: string },
): {
  readonly operation: 'Rename';
  readonly id: Id;
  readonly name: string;
  readonly original: Json;
  readonly modified: Json;
} => ({
  operation: 'Rename',
  id,
  name: to.name,
  original: { name, description },
  modified: { name: to.name, description: to.description },
});
