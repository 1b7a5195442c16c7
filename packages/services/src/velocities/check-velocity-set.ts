import { fail, type VelocityStart } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listLists,
  listPublishedVelocitySets,
  type NewReference,
  type StoredAssessmentDefinition,
  type StoredVelocitySet,
  type StoredVelocitySetVersion,
  type StoredVelocityText,
  type TenantTransaction,
  type VersionStamp,
} from '@redoubt/storage';
import { readAssessmentsInTree } from '../assessment-kinds/assessments-in-tree.ts';
import type { EnvironmentContext } from '../context.ts';
import {
  calledFunctions,
  reachableFunctions,
  readFunctionPath,
  readReachedVersions,
} from '../symbols/reachable-functions.ts';
import { failAt } from '../problems.ts';
import { sourceReferences, textReferences } from '../references/text-references.ts';
import type { Checked, Publishing } from '../resources/versioned-resource.ts';
import { compileText } from '../texts/compile-text.ts';
import { beginBackfill, dropBackfillsWithout } from './begin-backfill.ts';
import { withSettledIds } from './settled-ids.ts';
import { readableVelocities, vanishingVelocities } from '../symbols/readable-velocities.ts';
import { velocitySymbolsOf } from '../symbols/velocity-symbols.ts';
import { guardVelocities } from './velocity-set-scope.ts';
import { sourcesOf, velocitySetHash, velocitySource } from '../symbols/velocity-text.ts';

/** What publishing a set chooses: where its counts begin. */
export type VelocitySetChoice = { readonly start: VelocityStart };

/** What a version of a set keeps. */
export type VelocitySetContent = Omit<StoredVelocitySetVersion, keyof VersionStamp>;

/** What a text names, and the functions it reaches. Throws VELOCITY-SET-NOT-PUBLISHABLE with every error of the checker. */
const checkText = async (
  trx: TenantTransaction,
  context: EnvironmentContext,
  set: { readonly id: Id; readonly name: string },
  text: StoredVelocityText,
  defined: readonly StoredAssessmentDefinition[],
): Promise<{ readonly named: readonly NewReference[] } & Pick<StoredVelocitySetVersion, 'functionVersions'>> => {
  const { environmentId, limits } = context;
  const others = (await listPublishedVelocitySets(trx, environmentId)).filter(({ id }) => id !== set.id);
  const taken = readableVelocities(others).map(({ name }) => name);
  const path = await readFunctionPath(trx, environmentId);
  const symbols = {
    ...velocitySymbolsOf(await listLists(trx, environmentId), taken, defined, reachableFunctions(path)),
    limits: limits ?? {},
  };
  const { problems, references } = await compileText(context, velocitySource(text), symbols);
  if (problems.length > 0)
    throw failAt('VELOCITY-SET-NOT-PUBLISHABLE', { name: set.name, count: problems.length }, problems);
  const functionVersions = await readReachedVersions(trx, calledFunctions(references.called, path), path);
  return { named: textReferences(references, environmentId, path), functionVersions };
};

/**
 * Checks a text that is to count from the next event on, and those before it too, a while later, where it starts with
 * history. A velocity that says what it said before goes on counting, whatever it is called; one that says something else
 * begins anew. Throws VELOCITY-SET-NOT-PUBLISHABLE, and VELOCITY-IN-USE where a published text reads a velocity that the
 * text lacks.
 */
export const checkVelocitySet = async ({
  trx,
  context,
  stored: { id: setId },
  changed,
  text,
  before,
  publication: { name, start },
}: Publishing<StoredVelocitySet, StoredVelocityText, VelocitySetContent, VelocitySetChoice>): Promise<
  Checked<VelocitySetContent>
> => {
  const { environmentId } = context;
  const defined = await readAssessmentsInTree(trx, environmentId);
  const { named, functionVersions } = await checkText(trx, context, { id: setId, name }, text, defined);
  if (before)
    await guardVelocities(trx, context, vanishingVelocities(before, text), (velocities, rules) =>
      fail('VELOCITY-IN-USE', { name, velocities, rules }),
    );
  const { velocities, begun } = withSettledIds(text, before);
  const used = sourcesOf({ velocities }, defined);
  const sources = used ? { sources: used } : {};
  const contentHash = velocitySetHash({ condition: text.condition, velocities, ...sources });
  return {
    content: { ...text, velocities, ...sources, functionVersions, contentHash, start },
    references: [...named, ...sourceReferences(environmentId, used)],
    logged: { start },
    finish: async (setVersion) => {
      await dropBackfillsWithout(trx, setId, velocities, changed.at);
      if (start === 'withHistory')
        await beginBackfill(trx, context, { setId, setName: name, setVersion, velocityIds: begun });
    },
  };
};
