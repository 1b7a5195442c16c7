import { environmentPath, fail, nameKey, rootFirst, type AssessmentName, type AssessmentTarget } from '@redoubt/domain';
import type { Id } from '@redoubt/kernel';
import {
  listAssessments,
  listEnvironments,
  listExternalAssessments,
  listReferences,
  type StoredReference,
  type TenantTransaction,
} from '@redoubt/storage';

/** An assessment as one environment decides it. */
export type DecidedPlace = { readonly environmentId: Id; readonly assessment: AssessmentName };

type CalledFunction = { readonly environmentId: Id; readonly name: string };

const placeKey = ({ environmentId, assessment }: DecidedPlace): string => `${environmentId} ${assessment}`;
const nameIn = (environmentId: Id, name: string): string => `${environmentId} ${nameKey(name)}`;

type CallGraph = {
  readonly targetsOf: (place: DecidedPlace) => readonly DecidedPlace[];
  readonly targetsOfFunction: (called: CalledFunction) => readonly DecidedPlace[];
  readonly named: (place: DecidedPlace) => string;
};

/** Which assessments call which, through published rules and functions, whether they are active or not. */
const readCallGraph = async (trx: TenantTransaction): Promise<CallGraph> => {
  const environments = await listEnvironments(trx);
  const byId = new Map(environments.map((each) => [each.id, each]));
  const defined = new Map((await listAssessments(trx)).map((each) => [each.kind as string, each.friendlyName]));
  const pointers = new Map(
    (await listExternalAssessments(trx)).map(({ environmentId, name, target }): [string, AssessmentTarget] => [
      nameIn(environmentId, name),
      target,
    ]),
  );
  const references = await listReferences(trx, {
    kinds: ['externalAssessment', 'function'],
    readers: ['rule', 'function'],
  });
  const ofFunctions = Map.groupBy(
    references.filter(({ reader }) => reader.kind === 'function'),
    ({ reader }) => nameIn(reader.environmentId, reader.name),
  );
  const ofRules = Map.groupBy(
    references.filter(({ reader }) => reader.kind === 'rule'),
    ({ reader }) => placeKey({ environmentId: reader.environmentId, assessment: reader.assessment as AssessmentName }),
  );
  /** Where texts lead, through the functions they call. */
  const reachedBy = (read: readonly StoredReference[], seen: Set<string>): readonly DecidedPlace[] =>
    read.flatMap(({ kind, environmentId, name }) => {
      const key = nameIn(environmentId, name);
      if (kind === 'externalAssessment') return pointers.get(key) ?? [];
      if (seen.has(key)) return [];
      seen.add(key);
      return reachedBy(ofFunctions.get(key) ?? [], seen);
    });
  return {
    targetsOf: ({ environmentId, assessment }) =>
      rootFirst(environmentId, environmentPath(environmentId, byId)).flatMap((level) =>
        reachedBy(ofRules.get(placeKey({ environmentId: level, assessment })) ?? [], new Set()),
      ),
    targetsOfFunction: ({ environmentId, name }) =>
      reachedBy(ofFunctions.get(nameIn(environmentId, name)) ?? [], new Set()),
    named: ({ environmentId, assessment }) =>
      `${byId.get(environmentId)?.name ?? environmentId} / ${defined.get(assessment) ?? assessment}`,
  };
};

/** The first way from a place back to itself or to one on the way; null where there is none. */
const findCycle = (graph: CallGraph, starts: readonly DecidedPlace[]): readonly DecidedPlace[] | null => {
  const through = new Set<string>();
  const visit = (place: DecidedPlace, way: readonly DecidedPlace[]): readonly DecidedPlace[] | null => {
    const key = placeKey(place);
    const at = way.findIndex((each) => placeKey(each) === key);
    if (at >= 0) return [...way.slice(at), place];
    if (through.has(key)) return null;
    through.add(key);
    for (const next of graph.targetsOf(place)) {
      const found = visit(next, [...way, place]);
      if (found !== null) return found;
    }
    return null;
  };
  for (const start of starts) {
    const found = visit(start, []);
    if (found !== null) return found;
  }
  return null;
};

/** What was written: the rules of a place, a function, or an external assessment that points somewhere else now. */
type Written = { readonly place: DecidedPlace } | { readonly called: CalledFunction };

/**
 * Refuses what was written in this transaction where an assessment would come to call itself, through however many
 * others. @throws `EXTERNAL-ASSESSMENT-CIRCLE` with the circle.
 */
export const refuseCycles = async (trx: TenantTransaction, written: Written): Promise<void> => {
  if ((await listExternalAssessments(trx)).length === 0) return;
  const graph = await readCallGraph(trx);
  const starts = 'place' in written ? [written.place] : graph.targetsOfFunction(written.called);
  const cycle = findCycle(graph, starts);
  if (cycle !== null) throw fail('EXTERNAL-ASSESSMENT-CIRCLE', { circle: cycle.map(graph.named) });
};
