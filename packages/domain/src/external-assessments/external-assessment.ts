import type { Id, Json } from '@redoubt/kernel';
import type { Sharing } from '../assessments/definition.ts';
import type { DefinedAssessmentKind } from '../events/defined-kinds.ts';

/** What an external assessment points to: an assessment, and the environment that its events are decided in. */
export type AssessmentTarget = { readonly environmentId: Id; readonly assessment: DefinedAssessmentKind };

/** How deep assessments may call each other: one that was called may call, and so may that one. */
export const MAX_NESTED_ASSESSMENTS = 3;

/** Why nothing can be called through an external assessment; null where it can. */
export type TargetProblem = 'gone' | 'notShared' | 'notActive';

/** Assessments that are kept private are called below their own root; those that are shared, from every root of the tenant. */
export const mayCallAssessment = (
  callerRootId: Id,
  target: { readonly rootId: Id; readonly sharing: Sharing },
): boolean => target.rootId === callerRootId || target.sharing === 'Shared';

/**
 * What texts go on with where an assessment does not answer: the shape of its sample with empty values, so that members
 * are there and have their types.
 */
export const emptyAnswerOf = (sample: Json): Json => {
  if (Array.isArray(sample)) return [];
  if (typeof sample === 'object' && sample !== null) {
    return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, emptyAnswerOf(value)]));
  }
  if (typeof sample === 'string') return '';
  if (typeof sample === 'number') return 0;
  return typeof sample === 'boolean' ? false : null;
};

/** A top-level field of what is sent to an assessment, with an example. */
export type TargetField = { readonly name: string; readonly required: boolean; readonly sample: unknown };

/** An API of an assessment, as texts call it; `api` is the name of an observation, null for the others. */
export type TargetApi = {
  readonly method: 'Evaluate' | 'Observe' | 'Label';
  readonly api: string | null;
  readonly friendlyName: string;
  readonly fields: readonly TargetField[];
};

/** What a rule may write to call an API of an external assessment: required fields are marked. */
export const assessmentCallCode = (name: string, { method, api, fields }: TargetApi): string => {
  const named = fields.map(({ name: field, required, sample }) => ({
    text: `${field} = ${JSON.stringify(sample, null, 2).replaceAll('\n', '\n  ')}`,
    mark: required ? ' // required' : '',
  }));
  const lines = [
    ...(api === null ? [] : [{ text: JSON.stringify(api), mark: '' }]),
    ...(method === 'Evaluate' ? [{ text: '$baseInput = @@', mark: ' // every field it knows of this event' }] : []),
    ...named,
  ];
  const last = lines.length - 1;
  const written = lines.map(({ text, mark }, index) => `  ${text}${index === last ? '' : ','}${mark}`);
  return `LET $answer = Assessments.${name}.${method}(\n${written.join('\n')}\n)`;
};
