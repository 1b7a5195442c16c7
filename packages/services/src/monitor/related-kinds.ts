import {
  definedPartsOf,
  EVENT_KINDS,
  isBuiltInAssessment,
  isBuiltInKind,
  kindFacts,
  type AssessmentName,
  type DefinedRelatedKind,
  type EventKind,
  type LoggedRelatedKind,
  type RelatedKind,
} from '@redoubt/domain';
import type { StoredAssessmentDefinition } from '@redoubt/storage';

/** A later event about an assessment; `name` is what a customer calls it, null for a kind of the product. */
export type RelatedSeries = { readonly kind: LoggedRelatedKind; readonly name: string | null };

const isRelated = (kind: EventKind): kind is RelatedKind => EVENT_KINDS[kind].role !== 'assessment';

/** Later events about events of a built-in assessment: what names it, and the label of its generation of the API. */
const toldAbout = (assessment: AssessmentName): readonly RelatedSeries[] =>
  (Object.keys(EVENT_KINDS) as EventKind[])
    .filter(isRelated)
    .filter((kind) => {
      const { role, about, generation } = kindFacts(kind);
      return role === 'label'
        ? isBuiltInKind(assessment) && generation === kindFacts(assessment).generation
        : about === assessment;
    })
    .map((kind) => ({ kind, name: null }));

/** Later events about an assessment, as its monitor shows them. */
export const relatedSeriesOf = (
  assessment: AssessmentName,
  stored: StoredAssessmentDefinition | undefined,
): readonly RelatedSeries[] => {
  if (isBuiltInAssessment(assessment) || stored === undefined) return toldAbout(assessment);
  const { number } = definedPartsOf(assessment);
  const { observations, label } = stored.definition;
  const labelKind: DefinedRelatedKind = `label-${number}`;
  return [
    ...observations.map(({ number: place, friendlyName }): RelatedSeries => ({
      kind: `observation-${number}-${place}`,
      name: friendlyName,
    })),
    ...(label === null ? [] : [{ kind: labelKind, name: label.friendlyName }]),
  ];
};
