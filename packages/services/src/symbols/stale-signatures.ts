import { nameKey } from '@redoubt/domain';
import type { FormerFunction } from '@redoubt/engine';
import type { Id } from '@redoubt/kernel';
import {
  listPublishedFunctions,
  listReferences,
  type NewReference,
  type PublishedFunction,
  type TenantTransaction,
} from '@redoubt/storage';

/**
 * What a published text reads of functions that they no longer have, or not of that type: it goes on reading the
 * default it would have had, until it is published anew (`docs/reference/deciding.md#functions`). Where a function
 * takes other inputs now, all that the text reads of it is gone.
 */
export const staleSignatures = (
  references: readonly Pick<NewReference, 'environmentId' | 'name' | 'signature'>[],
  published: ReadonlyMap<Id, readonly PublishedFunction[]>,
): readonly FormerFunction[] =>
  references.flatMap(({ environmentId, name, signature }): FormerFunction[] => {
    const now = published.get(environmentId)?.find((each) => nameKey(each.name) === nameKey(name));
    if (now === undefined || signature === null) return [];
    const { takes, reads } = signature;
    const typeOf = new Map(now.outputs.map((output) => [nameKey(output.name), output.type]));
    const takesOthers = now.parameters.map(({ type }) => type).join() !== takes.join();
    const outputs = takesOthers ? reads : reads.filter((read) => typeOf.get(nameKey(read.name)) !== read.type);
    if (outputs.length === 0) return [];
    return [{ environmentId, name, outputs, ...(takesOthers ? { takes } : {}) }];
  });

const sentenceOf = ({ name, outputs }: FormerFunction): string =>
  `Functions.${name} no longer has ${outputs.map((output) => output.name).join(', ')} as this text was published to read it: the default it had is read.`;

/** Texts of a tenant that read functions as they were, by id, each with what is gone. */
export const readStaleCallers = async (trx: TenantTransaction): Promise<ReadonlyMap<Id, readonly string[]>> => {
  const published = Map.groupBy(await listPublishedFunctions(trx), ({ environmentId }) => environmentId);
  const calls = await listReferences(trx, { kinds: ['function'] });
  return new Map(
    [...Map.groupBy(calls, ({ reader }) => reader.id)].map(([id, references]) => [
      id,
      staleSignatures(references, published).map(sentenceOf),
    ]),
  );
};
