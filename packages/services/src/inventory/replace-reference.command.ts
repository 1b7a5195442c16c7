import type { ReferenceReplacement } from '@redoubt/contracts';
import { fail } from '@redoubt/domain';
import { replaceReference as replaceInText, type NamedReference, type ProgramKind } from '@redoubt/fql';
import { kindsFor, loadResources, resourceOf, type Resource } from '../configuration/export-configuration.ts';
import { importConfiguration } from '../configuration/import-configuration.command.ts';
import type { EnvironmentContext } from '../context.ts';
import { contentHash } from '../content-hash.ts';
import { reading } from '../unit-of-work.ts';

export type ReplaceInput = {
  readonly of: NamedReference;
  readonly from: string;
  readonly to: string;
  /** Of the texts as an earlier answer found them; absent where the change is only tried. */
  readonly state?: string | undefined;
};

const textOf = ({ files }: Resource): string => files.map(({ text }) => text).join('\n');

const stateOf = (resources: readonly Resource[]): string =>
  contentHash(resources.map((each) => [each.key, textOf(each)]));

/**
 * Lets every published text of an environment that reads one list, velocity, function or call read another: as an import
 * of those texts, so everything is checked, written down, and done at once or not at all. Without `state` it is tried, and
 * the answer shows each text before and after. Throws CONFIGURATION-STALE where those texts changed since.
 */
export const replaceReference = async (
  context: EnvironmentContext,
  input: ReplaceInput,
): Promise<ReferenceReplacement> => {
  const { state, ...reference } = input;
  const replace = (kind: ProgramKind, text: string): string => replaceInText(kind, text, reference);
  const resources = await reading(context, (trx) => loadResources(trx, context, kindsFor(context, 'write')));
  const changed = resources.flatMap((before) => {
    const content = before.kind.replaceInTexts?.(before.content, replace);
    const after = content === undefined ? before : resourceOf(before.kind, content);
    return textOf(after) === textOf(before) ? [] : [{ before, after }];
  });
  const found = stateOf(changed.map(({ before }) => before));
  if (state !== undefined && state !== found) throw fail('CONFIGURATION-STALE');
  const { problems, applied } = await importConfiguration(context, {
    files: changed.flatMap(({ after }) => after.files),
    prune: false,
    without: [],
    velocityStart: 'withHistory',
    apply: state !== undefined,
    subject: { id: `${input.of} ${input.from}`, name: `${input.from} → ${input.to}` },
    // A text published between the reading above and the transaction is not overwritten.
    basedOn: new Map(changed.map(({ before }) => [before.key, textOf(before)])),
  });
  return {
    state: found,
    changes: changed.map(({ before, after }) => ({
      kind: before.kind.kind,
      name: before.name,
      before: textOf(before),
      after: textOf(after),
    })),
    problems: problems.map(({ path, line, message }) => ({ resource: line > 0 ? `${path}:${line}` : path, message })),
    applied,
  };
};
