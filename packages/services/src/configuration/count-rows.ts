const rowsOf = (csv: string): readonly string[] =>
  csv
    .split('\n')
    .slice(1)
    .filter((row) => row !== '');

/** How many rows only one of two CSV texts has; their order says nothing. */
export const countRows = (here: string, there: string): { readonly onlyHere: number; readonly onlyThere: number } => {
  const left = new Map<string, number>();
  for (const row of rowsOf(here)) left.set(row, (left.get(row) ?? 0) + 1);
  let onlyThere = 0;
  for (const row of rowsOf(there)) {
    const times = left.get(row) ?? 0;
    if (times > 0) left.set(row, times - 1);
    else onlyThere += 1;
  }
  return { onlyHere: [...left.values()].reduce((sum, times) => sum + times, 0), onlyThere };
};
