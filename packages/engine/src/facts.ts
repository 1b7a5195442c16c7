import type { EnrichmentSource, GraphQuestion } from '@redoubt/fql';
import type { Json, JsonObject } from '@redoubt/kernel';

/** Facts a decision looked up: `["geo","192.0.2.1"]` → what was found, null where nothing was. */
export type FactReads = Readonly<Record<string, Json>>;

/** The facts as they are asked for, with everything that came back kept. */
export type TransactionFacts = { readonly source: EnrichmentSource; readonly reads: FactReads };

const keyOf = (...asked: readonly string[]): string => JSON.stringify(asked);

const graphKey = ({ about, kind, value, neighbourKind, days }: GraphQuestion): string =>
  keyOf('graph', about, kind, neighbourKind ?? '', String(days), value);

/**
 * Looks each fact up once and keeps it, so that a replay can be given the same. What is `known` is not looked up. A model
 * is asked for even where the source has none: the record then says that nothing scored the event.
 */
export const transactionFacts = (source: EnrichmentSource, known?: FactReads): TransactionFacts => {
  const reads: Record<string, Json> = { ...known };
  const once = <Fact extends Json>(key: string, look: () => Fact | undefined): Fact | undefined => {
    if (!Object.hasOwn(reads, key)) reads[key] = look() ?? null;
    return (reads[key] as Fact | null) ?? undefined;
  };
  const { geo, bin, device, speedOfTravel, models, graph } = source;
  return {
    reads,
    source: {
      ...(geo && { geo: (ip) => once(keyOf('geo', ip), () => geo(ip)) }),
      ...(bin && { bin: (digits) => once(keyOf('bin', digits), () => bin(digits)) }),
      ...(device && { device: (id, extent) => once(keyOf('device', extent, id), () => device(id, extent)) }),
      ...(speedOfTravel && { speedOfTravel: (id) => once(keyOf('speed', id), () => speedOfTravel(id)) }),
      ...(graph && { graph: (question) => once(graphKey(question), () => graph(question)) }),
      models: {
        risk: () => once(keyOf('risk'), () => models?.risk()),
        bot: (id) => once(keyOf('bot', id), () => models?.bot(id)),
      },
    },
  };
};

/**
 * Facts as they were recorded. What was not asked for then is asked of `otherwise`, and not known where that has none of
 * its kind; `onMissing` is called with the kind afterwards.
 */
export const recordedFacts = (
  reads: FactReads,
  onMissing: (kind: string) => void = () => undefined,
  otherwise: Pick<EnrichmentSource, 'geo' | 'bin' | 'graph'> = {},
): EnrichmentSource => {
  const find = (kind: string, ...asked: readonly string[]): Json | undefined => {
    const key = keyOf(kind, ...asked);
    if (Object.hasOwn(reads, key)) return reads[key] ?? undefined;
    const [question = ''] = asked;
    const found = kind === 'geo' || kind === 'bin' ? otherwise[kind]?.(question) : undefined;
    onMissing(kind);
    return found;
  };
  const fact = (kind: string, ...asked: readonly string[]): JsonObject | undefined =>
    find(kind, ...asked) as JsonObject | undefined;
  return {
    geo: (ip) => fact('geo', ip),
    bin: (digits) => fact('bin', digits),
    device: (id, extent) => fact('device', extent, id),
    speedOfTravel: (id) => find('speed', id) as number | undefined,
    graph: (question) => {
      const key = graphKey(question);
      if (Object.hasOwn(reads, key)) return (reads[key] as number | null) ?? undefined;
      const found = otherwise.graph?.(question);
      onMissing('graph');
      return found;
    },
    models: { risk: () => fact('risk'), bot: (id) => fact('bot', id) },
  };
};
