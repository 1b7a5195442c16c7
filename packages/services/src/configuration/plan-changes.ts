import type { ResourceKindName } from '@redoubt/contracts';
import type { ConfigurationFile } from './configuration-file.ts';
import { resourceOf, type Resource } from './export-configuration.ts';
import type { Wanted } from './read-configuration.ts';

/** What an import does to one resource; texts are those of all its files. */
export type ConfigurationChange = {
  readonly kind: ResourceKindName;
  readonly name: string;
  /** `left`: only the environment has it, and it stays. */
  readonly change: 'added' | 'changed' | 'removed' | 'left';
  readonly isData: boolean;
  readonly before: readonly ConfigurationFile[];
  readonly after: readonly ConfigurationFile[];
};

const textOf = ({ files }: Resource): string => JSON.stringify(files);

/** What has to be done so that an environment is as files say; `key` finds the resource. */
export const changesBetween = (
  current: ReadonlyMap<string, Resource>,
  wanted: ReadonlyMap<string, Resource>,
  prune: boolean,
): readonly (ConfigurationChange & { readonly key: string })[] => {
  const facts = ({ kind, key, name }: Resource) => ({
    key,
    kind: kind.kind,
    name,
    isData: kind.isData ?? false,
  });
  const put = [...wanted.values()].flatMap((resource) => {
    const known = current.get(resource.key);
    if (known && textOf(known) === textOf(resource)) return [];
    const change = known ? ('changed' as const) : ('added' as const);
    return [{ ...facts(resource), change, before: known?.files ?? [], after: resource.files }];
  });
  const gone = [...current.values()]
    .filter(({ key, kind }) => !wanted.has(key) && kind.remove !== undefined)
    .map((resource) => ({
      ...facts(resource),
      change: prune ? ('removed' as const) : ('left' as const),
      before: resource.files,
      after: [],
    }));
  return [...put, ...gone];
};

/** What the files say of resources that list others, completed by those the files leave alone. */
export const settled = (
  current: ReadonlyMap<string, Resource>,
  wanted: ReadonlyMap<string, Wanted>,
  { prune, adds }: { readonly prune: boolean; readonly adds: boolean },
): ReadonlyMap<string, Wanted> => {
  const kept = prune ? [] : [...current.values()].filter(({ key }) => !wanted.has(key));
  const contents = [...kept, ...wanted.values()].map(({ kind, content }) => ({ kind: kind.kind, content }));
  return new Map(
    [...wanted].map(([key, resource]) => {
      const { kind, read } = resource;
      const there = current.get(key);
      const added = adds && there && kind.add ? kind.add(resource.content, there.content) : resource.content;
      const content = kind.settle ? kind.settle(added, there?.content, contents) : added;
      return content === resource.content ? [key, resource] : [key, { ...resourceOf(kind, content), read }];
    }),
  );
};
