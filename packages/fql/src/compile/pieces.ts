/** A function of a rule's code: its name there, and its text. */
export type EmittedFunction = { readonly name: string; readonly code: string };

/**
 * Characters that become functions in one step: about two milliseconds' worth. A single function that is longer is a
 * piece of its own.
 */
const PIECE_CHARACTERS = 60_000;

/** Names that emitted functions have. */
const NAME = /\b[a-z]\d+\b/g;

const groupedBySize = (functions: readonly EmittedFunction[]): readonly (readonly EmittedFunction[])[] => {
  const groups: EmittedFunction[][] = [[]];
  let size = 0;
  for (const each of functions) {
    if (size > 0 && size + each.code.length > PIECE_CHARACTERS) {
      groups.push([]);
      size = 0;
    }
    size += each.code.length;
    groups.at(-1)?.push(each);
  }
  return groups;
};

/**
 * Bodies of factories that make functions of a rule, one factory after the other: each takes what it names of those
 * before from `S` and answers with its own, the last one with `result`. Every function comes before those that name it.
 * Most rules are one piece, in which functions name each other directly.
 */
export const piecesOf = (
  head: readonly string[],
  functions: readonly EmittedFunction[],
  result: string,
): readonly string[] => {
  const groups = groupedBySize(functions);
  const known = new Set<string>();
  return groups.map((group, at) => {
    const isLast = at === groups.length - 1;
    const codes = group.map(({ code }) => code);
    const used = [...codes, isLast ? result : ''].flatMap((code) => code.match(NAME) ?? []);
    const taken = [...new Set(used)].filter((name) => known.has(name));
    const own = group.map(({ name }) => name);
    for (const name of own) known.add(name);
    const taking = taken.length > 0 ? [`const {${taken.join(',')}}=S;`] : [];
    return [...head, ...taking, ...codes, `return ${isLast ? result : `{${own.join(',')}}`};`].join('\n');
  });
};
