type Groups<Group> = { readonly groups: readonly Group[]; readonly total: number };

/**
 * What a report reads of its sums, as parts for `readParts`: all of it, all of what it is compared with (null where it is with
 * nothing), and the groups of its dimension with the same groups before.
 *
 * @param read gives the largest groups of a question in a range, or those of the values that are named.
 * @param earlier what it is compared with; null for nothing.
 */
export const comparedParts = <
  Asked extends { readonly by: unknown },
  Range,
  Group extends { readonly value: string | null },
>(
  read: (asked: Asked, range: Range, values?: readonly string[]) => Promise<Groups<Group>>,
  asked: Asked,
  here: Range,
  earlier: Range | null,
) => {
  const undivided: Asked = { ...asked, by: null };
  return {
    all: () => read(undivided, here),
    allBefore: async () => (earlier === null ? null : read(undivided, earlier)),
    divided: async (): Promise<Groups<Group> & { readonly before: readonly Group[] | undefined }> => {
      const now: Groups<Group> = asked.by === null ? { groups: [], total: 0 } : await read(asked, here);
      if (earlier === null) return { ...now, before: undefined };
      const shown = now.groups.flatMap(({ value }) => (value === null ? [] : [value]));
      return { ...now, before: shown.length === 0 ? [] : (await read(asked, earlier, shown)).groups };
    },
  };
};
