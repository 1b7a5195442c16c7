import type { ResourceKindName } from '@redoubt/contracts';
import { allows, fail, nameKey, type Access } from '@redoubt/domain';
import type { TenantTransaction } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import type { ConfigurationFile } from './configuration-file.ts';
import { requireMayLeave, SAVED_FILE } from '../environments/may-leave.ts';
import { RESOURCE_KINDS, type AnyKind } from './resource-kinds.ts';
import { reading } from '../unit-of-work.ts';

/** A resource as an environment has it. */
export type Resource = {
  readonly kind: AnyKind;
  /** `rule purchase/high amount`: equal for resources that cannot be there together. */
  readonly key: string;
  readonly name: string;
  readonly content: unknown;
  readonly files: readonly ConfigurationFile[];
};

export const resourceOf = (kind: AnyKind, content: unknown): Resource => {
  const name = kind.nameOf(content);
  return { kind, key: `${kind.kind} ${nameKey(name)}`, name, content, files: kind.filesOf(content) };
};

/** Kinds of resources that a caller may read or write, without some of them. */
export const kindsFor = (
  context: EnvironmentContext,
  access: Access,
  without: readonly ResourceKindName[] = [],
): readonly AnyKind[] =>
  RESOURCE_KINDS.filter(
    ({ kind, capability }) => !without.includes(kind) && allows(context.capabilities, `${capability}:${access}`),
  );

/** Throws AUTH-FORBIDDEN for files of a kind that the caller may not even look at: they would be passed over. */
export const requireMayRead = (
  { capabilities }: EnvironmentContext,
  files: readonly ConfigurationFile[],
  without: readonly ResourceKindName[],
): void => {
  for (const { kind, capability, owns } of RESOURCE_KINDS) {
    const permission = `${capability}:read` as const;
    if (!without.includes(kind) && !allows(capabilities, permission) && files.some(({ path }) => owns(path)))
      throw fail('AUTH-FORBIDDEN', { permission });
  }
};

/** Throws AUTH-FORBIDDEN where the caller may not write resources of some kinds. */
export const requireMayWrite = ({ capabilities }: EnvironmentContext, kinds: readonly AnyKind[]): void => {
  for (const { capability, writtenWith = [capability] } of kinds) {
    for (const each of writtenWith) {
      const permission = `${each}:write` as const;
      if (!allows(capabilities, permission)) throw fail('AUTH-FORBIDDEN', { permission });
    }
  }
};

/** Everything published in an environment, kind by kind. */
export const loadResources = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  kinds: readonly AnyKind[],
): Promise<readonly Resource[]> => {
  const resources: Resource[] = [];
  for (const kind of kinds) {
    for (const content of await kind.load(trx, context)) resources.push(resourceOf(kind, content));
  }
  return resources;
};

const byPath = (left: ConfigurationFile, right: ConfigurationFile): number =>
  left.path < right.path ? -1 : left.path > right.path ? 1 : 0;

/**
 * What decides in an environment, as files that people read and compare: published texts, settings and lists, each in a
 * file of its own, in a stable order and layout. Ids, dates, authors, versions and drafts are left out, so two environments
 * that decide the same give the same files.
 */
export const exportConfiguration = async (
  context: EnvironmentContext,
  options: { readonly without?: readonly ResourceKindName[] } = {},
): Promise<readonly ConfigurationFile[]> => {
  const resources = await reading(context, (trx) =>
    loadResources(trx, context, kindsFor(context, 'read', options.without)),
  );
  return resources.flatMap(({ files }) => files).toSorted(byPath);
};

/** Kinds whose files hold rows about people. */
const WITH_ROWS: readonly ResourceKindName[] = ['list', 'supportList'];

/**
 * Asked before configuration files leave an environment with rows of lists, as when they are copied to another one.
 *
 * @throws what `requireMayLeave` throws; files without lists may always leave.
 */
export const requireListsMayLeave = async (
  context: EnvironmentContext,
  without: readonly ResourceKindName[],
): Promise<void> => {
  if (WITH_ROWS.every((kind) => without.includes(kind))) return;
  await reading(context, (trx) => requireMayLeave(trx, [context.environmentId], SAVED_FILE));
};
