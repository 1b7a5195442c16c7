import {
  type CallAnswer,
  type CallRequest,
  type SymbolTable,
  DEFAULT_SWITCHES,
  type EvaluationContext,
  type VelocitySource,
} from '@redoubt/fql';
import { listSymbols, type ListTable, listSourceOf, listTable } from './lists.ts';
import type { EvaluationRequest, Facts } from './request.ts';
import { supportListNames, supportListSourceOf, supportListTables } from './support-lists.ts';

const CORRELATION_ID = '00000000-0000-0000-0000-000000000000';

/** The lists of a request, support lists among them. */
export const tablesOf = (facts: Facts): readonly ListTable[] => {
  const given = Object.entries(facts.lists ?? {}).map(([name, rows]) => listTable(name, rows));
  const taken = new Set(given.map(({ name }) => name.trim().toLowerCase()));
  const support = supportListTables(facts.supportLists ?? {});
  return [...given, ...support.filter(({ name }) => !taken.has(name.trim().toLowerCase()))];
};

const switchesOf = ({ environment }: Facts) => (typeof environment === 'object' && environment ? environment : {});

/** What the texts may name: the lists and velocities given, and every call. */
export const symbolsOf = (facts: Facts, tables: readonly ListTable[]): SymbolTable => ({
  attributes: [],
  lists: listSymbols(tables),
  supportLists: supportListNames(facts.supportLists ?? {}),
  velocities: Object.keys(facts.velocities ?? {}),
  sources: ['geo', 'bin', 'device', 'graph', ...(facts.scores ? (['models'] as const) : [])],
  calls: 'any',
  assessments: 'any',
  arrayPath: switchesOf(facts).arrayPath ?? 'first',
});

const velocitySource = (velocities: NonNullable<Facts['velocities']>): VelocitySource => ({
  read: (velocity, key, amount, unit, includesCurrent) => {
    const values = Object.hasOwn(velocities, velocity) ? velocities[velocity] : undefined;
    const at = `${key}|${amount}${unit}${includesCurrent ? '+' : ''}`;
    return values && Object.hasOwn(values, at) ? values[at] : 0;
  },
});

/** The answer a call has been given, in any letter case of its name; null where it has none. */
const answerOfCall = (facts: Facts, request: CallRequest): CallAnswer => {
  const answers = (request.kind === 'external' ? facts.external : facts.assessments) ?? {};
  const found = Object.entries(answers).find(([name]) => name.toLowerCase() === request.name.toLowerCase());
  if (found) return { response: found[1], httpStatusCode: 200, error: '', latencyMs: 0 };
  return { response: null, httpStatusCode: 0, error: `No answer of ${request.name} is given.`, latencyMs: 0 };
};

/** The facts given for an address, card or session; undefined where none are. */
const factsAt = <Facts>(given: Readonly<Record<string, Facts>> | null | undefined, key: string): Facts | undefined =>
  given && Object.hasOwn(given, key) ? given[key] : undefined;

/** What the texts see, and nothing else: the data of the request stands in for the services of the product. */
export const contextOf = (
  request: EvaluationRequest,
  tables: readonly ListTable[],
  nowMs: number,
): EvaluationContext => {
  const { riskScore, botScore } = request.scores ?? {};
  const { untypedCompare, strict } = switchesOf(request);
  const given = new Map(Object.entries(request.arguments ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    payload: request.payload,
    generated: {
      ...(typeof riskScore === 'number' ? { riskScore } : {}),
      ...(typeof botScore === 'number' ? { botScore } : {}),
    },
    nowMs,
    correlationId: CORRELATION_ID,
    lists: listSourceOf(tables),
    supportLists: supportListSourceOf(request.supportLists ?? {}, nowMs),
    velocities: velocitySource(request.velocities ?? {}),
    enrichment: {
      geo: (ip) => factsAt(request.geo, ip),
      bin: (bin) => factsAt(request.bin, bin),
      device: (sessionId) => factsAt(request.device, sessionId),
      speedOfTravel: (sessionId) => {
        const speed = factsAt(request.device, sessionId)?.['speedOfTravel'];
        return typeof speed === 'number' ? speed : undefined;
      },
      models: {
        risk: () => (typeof riskScore === 'number' ? { score: riskScore } : undefined),
        bot: () => (typeof botScore === 'number' ? { score: botScore } : undefined),
      },
    },
    calls: { call: (call) => answerOfCall(request, call) },
    decision: request.decision ?? 'Approve',
    variables: request.variables ?? {},
    arguments: (request.parameters ?? []).map(
      ({ name, default: fallback }) => given.get(name.toLowerCase()) ?? fallback ?? null,
    ),
    switches: {
      untypedCompare: untypedCompare ?? DEFAULT_SWITCHES.untypedCompare,
      strict: strict ?? DEFAULT_SWITCHES.strict,
    },
    seed: (request.seed ?? 1) >>> 0,
  };
};
