import type { AssessmentTarget, DefinedSources } from '@redoubt/domain';
import type { RuleReferences } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import type { NewReference } from '@redoubt/storage';
import { calledFunctions, type FunctionPath } from '../symbols/reachable-functions.ts';

/** Columns of a support list that a text reads by asking for a status. */
const STATUS_COLUMNS = ['Key', 'Status'];

/** What a text of an environment names, as it is stored when the text is published; `path` is that of the environment. */
export const textReferences = (
  { attributes, lists, supportLists, velocities, calls, assessments, queues, called }: RuleReferences,
  environmentId: Id,
  path: FunctionPath,
): readonly NewReference[] => {
  const here = (kind: NewReference['kind'], name: string, parts: readonly string[] = []): NewReference => ({
    kind,
    environmentId,
    name,
    parts,
    signature: null,
  });
  return [
    ...attributes.map((name) => here('attribute', name)),
    ...supportLists.map((name) => here('list', name, STATUS_COLUMNS)),
    ...lists.map(({ name, columns }) => here('list', name, columns)),
    ...velocities.map((name) => here('velocity', name)),
    ...calls.map((name) => here('call', name)),
    ...assessments.map((name) => here('externalAssessment', name)),
    ...queues.map((name) => here('queue', name)),
    ...calledFunctions(called, path),
  ];
};

/** The kinds of defined assessments that a velocity set counts. */
export const sourceReferences = (environmentId: Id, sources: DefinedSources = {}): readonly NewReference[] =>
  Object.values(sources).map((name) => ({ kind: 'assessment', environmentId, name, parts: [], signature: null }));

/** The external call that a defined assessment takes its keys from. */
export const keySetReferences = (environmentId: Id, keySetCall: string | null = null): readonly NewReference[] =>
  keySetCall === null ? [] : [{ kind: 'call', environmentId, name: keySetCall, parts: [], signature: null }];

/** Where an external assessment points. */
export const targetReferences = ({ environmentId, assessment }: AssessmentTarget): readonly NewReference[] => [
  { kind: 'assessment', environmentId, name: assessment, parts: [], signature: null },
];
