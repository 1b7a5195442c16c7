import type { FactReads } from '@redoubt/engine';
import { FACT_KINDS, type EnrichmentData, type FactKind } from '@redoubt/enrichment';

/** Editions of the data that facts came from, by kind; kinds that were not asked for are absent. */
export type DataVersions = Partial<Readonly<Record<FactKind, string>>>;

/** Whether some recorded fact is of a kind: they are kept as `["geo","192.0.2.1"]`. */
const isAmong = (kind: FactKind, reads: FactReads): boolean =>
  Object.keys(reads).some((asked) => asked.startsWith(`["${kind}",`));

/** The editions behind what was looked up. */
export const dataVersions = (data: Pick<EnrichmentData, 'versionOf'>, reads: FactReads): DataVersions =>
  Object.fromEntries(
    FACT_KINDS.filter((kind) => isAmong(kind, reads)).map((kind) => [kind, data.versionOf(kind)] as const),
  );

/** Kinds of facts whose edition is another one now. */
export const changedData = (
  recorded: DataVersions,
  data: Pick<EnrichmentData, 'versionOf'>,
): readonly { readonly kind: FactKind; readonly recorded: string; readonly current: string }[] =>
  FACT_KINDS.flatMap((kind) => {
    const then = recorded[kind];
    const current = data.versionOf(kind);
    return then === undefined || then === current ? [] : [{ kind, recorded: then, current }];
  });
