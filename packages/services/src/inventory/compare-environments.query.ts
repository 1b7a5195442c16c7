import type { EnvironmentComparison } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { listEnvironments } from '@redoubt/storage';
import { countRows } from '../configuration/count-rows.ts';
import { kindsFor, loadResources, type Resource } from '../configuration/export-configuration.ts';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';

type Difference = EnvironmentComparison['differences'][number];

const textOf = ({ files }: Resource): string => files.map(({ text }) => text).join('\n');

const rowsTextOf = (resource: Resource | undefined): string => resource?.files.at(-1)?.text ?? '';

const differenceOf = (here: Resource | undefined, there: Resource | undefined): Difference | null => {
  const known = here ?? there;
  if (!known || (here && there && textOf(here) === textOf(there))) return null;
  const { kind, name } = known;
  const texts = { here: here ? textOf(here) : null, there: there ? textOf(there) : null };
  return {
    kind: kind.kind,
    name,
    difference: !there ? 'onlyHere' : !here ? 'onlyThere' : 'different',
    ...(kind.isData
      ? { here: null, there: null, rows: countRows(rowsTextOf(here), rowsTextOf(there)) }
      : { ...texts, rows: null }),
  };
};

/** What decides otherwise in another environment of the tenant; what the caller may not read on both sides is left out. */
export const compareEnvironments = async (
  context: EnvironmentContext,
  other: EnvironmentContext,
): Promise<EnvironmentComparison> => {
  const readableThere = new Set(kindsFor(other, 'read'));
  const kinds = kindsFor(context, 'read').filter((kind) => readableThere.has(kind));
  return reading(context, async (trx) => {
    const names = new Map((await listEnvironments(trx)).map(({ id, name }) => [id, name]));
    const nameIn = ({ environmentId }: EnvironmentContext): string => {
      const name = names.get(environmentId);
      if (name === undefined) throw fail('ENV-UNKNOWN', { id: environmentId });
      return name;
    };
    const byKey = (resources: readonly Resource[]) => new Map(resources.map((resource) => [resource.key, resource]));
    const here = byKey(await loadResources(trx, context, kinds));
    const there = byKey(await loadResources(trx, other, kinds));
    const keys = [...new Set([...here.keys(), ...there.keys()])];
    const differences = keys.flatMap((key) => differenceOf(here.get(key), there.get(key)) ?? []);
    return {
      environmentName: nameIn(context),
      otherName: nameIn(other),
      equal: keys.length - differences.length,
      differences,
    };
  });
};
