import { isAppError, newId, type Id } from '@redoubt/kernel';
import type { Problem } from '../../../problems.ts';
import type { YamlSource } from '../../yaml-file.ts';
import type { Place } from '../../resource-kind.ts';

type Named = { readonly name: string };

const keyOf = ({ name }: Named): string => name.trim().toLowerCase();

/** Parts of a text with the ids that parts of the same name have in the text it takes the place of. */
export const withKnownIds = <Part extends Named>(
  parts: readonly Part[],
  known: readonly (Named & { readonly id: Id })[],
): readonly (Part & { readonly id: Id })[] => {
  const ids = new Map(known.map((part) => [keyOf(part), part.id]));
  return parts.map((part) => {
    const id = ids.get(keyOf(part)) ?? newId();
    // Two parts of one name are refused later, and by then each needs an id of its own.
    ids.delete(keyOf(part));
    return { ...part, id };
  });
};

/** `condition:2:5`, `3:1:7`: a part of a text and a place in it. */
const IN_PART = /^(.*):(\d+):(\d+)$/;

/**
 * Finds what the checker names: parts are given to it as the condition and, by position, the clauses. Anything else is
 * about the resource, which stands where `whole` says.
 */
export const clausePlaces =
  (source: YamlSource, members: { readonly clauses: string; readonly code: string | null; readonly whole: string }) =>
  (path: string): Place => {
    const { path: file } = source.file;
    const [, part, line, column] = IN_PART.exec(path) ?? [];
    if (part === undefined) return { path: file, ...source.placeOf([members.whole]) };
    const index = Number(part);
    const step = Number.isNaN(index)
      ? [part]
      : [members.clauses, index, ...(members.code === null ? [] : [members.code])];
    return { path: file, ...source.placeIn(step, Number(line), Number(column)) };
  };

type Refusal = Error & { readonly problems?: readonly Problem[] };

/** Lets refusals name parts by their position, which a file has, in place of the ids it has not. */
export const namingParts = async <Result>(ids: readonly Id[], work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    const { problems } = error as Refusal;
    if (!isAppError(error) || problems === undefined) throw error;
    const named = problems.map(({ path, message }) => {
      const index = ids.findIndex((id) => path === id || path.startsWith(`${id}:`));
      const id = ids[index];
      if (id === undefined) return { path, message };
      return { path: path === id ? `${index}:1:1` : `${index}${path.slice(id.length)}`, message };
    });
    throw Object.assign(error, { problems: named });
  }
};
