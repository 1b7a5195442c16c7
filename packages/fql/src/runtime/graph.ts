import { graphKindNamed } from '../functions/graph.ts';
import type { GraphQuestion } from './context.ts';
import type { Run } from './run.ts';

const MOST_DAYS = 365;

const answerTo = (run: Run, about: GraphQuestion['about'], asked: Asked): number | undefined => {
  const kind = graphKindNamed(asked.kind);
  const neighbourKind = asked.neighbourKind === undefined ? undefined : graphKindNamed(asked.neighbourKind);
  const { value, days } = asked;
  if (kind === undefined || days < 1 || days > MOST_DAYS) return undefined;
  return run.context.enrichment?.graph?.({ about, kind, value, days, ...(neighbourKind && { neighbourKind }) });
};

type Asked = {
  readonly kind: string;
  readonly value: string;
  readonly neighbourKind?: string;
  readonly days: number;
};

/** An answer that is not known is what the rule says it is, and the run says that it was not known. */
const ask = (run: Run, site: number, about: GraphQuestion['about'], asked: Asked, ifUnknown: number): number => {
  if (asked.value.trim() === '') return ifUnknown;
  const answer = answerTo(run, about, asked);
  if (answer === undefined) run.unavailable(site, `Graph.${about}`);
  return answer ?? ifUnknown;
};

const aboutValue =
  (about: GraphQuestion['about']) =>
  (run: Run, site: number, kind: string, value: string, days: number, ifUnknown: number): number =>
    ask(run, site, about, { kind, value, days }, ifUnknown);

/** Questions about the graph, by the ids of the function table. */
export const GRAPH_IMPLEMENTATIONS = {
  'Graph.Neighbours': (
    run: Run,
    site: number,
    kind: string,
    value: string,
    neighbourKind: string,
    days: number,
    ifUnknown: number,
  ): number => ask(run, site, 'Neighbours', { kind, value, neighbourKind, days }, ifUnknown),
  'Graph.HopsToFraud': aboutValue('HopsToFraud'),
  'Graph.ComponentSize': aboutValue('ComponentSize'),
  'Graph.FraudShare': aboutValue('FraudShare'),
} as const;
