/** A series of each group, beside the group of the same value in what it is compared with. */
export const seriesOfGroups = <Group extends { readonly value: string | null }, Series>(
  groups: readonly Group[],
  before: readonly Group[] | undefined,
  seriesOf: (value: string | null, group: Group, before: Group | undefined) => Series,
): Series[] =>
  groups.map((group) =>
    seriesOf(
      group.value,
      group,
      before?.find(({ value }) => value === group.value),
    ),
  );
