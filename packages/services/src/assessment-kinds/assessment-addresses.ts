import type { DefinedAssessment, DefinedKind } from '@redoubt/domain';

/** The address events of an assessment are posted to. */
export const assessmentPath = ({ template, apiName }: Pick<DefinedAssessment, 'template' | 'apiName'>): string =>
  template === 'Legacy' ? `/v1.0/action/assessment/${apiName}` : `/v1.0/assessment/${apiName}`;

/** The address an observation of the assessment is posted to. */
export const observationPath = (assessment: Pick<DefinedAssessment, 'template' | 'apiName'>, apiName: string): string =>
  `${assessmentPath(assessment)}/observation/${apiName}`;

/** The address the label of the assessment is posted to. */
export const labelPath = (assessment: Pick<DefinedAssessment, 'template' | 'apiName'>): string =>
  `${assessmentPath(assessment)}/label`;

/** Where everything is posted that is sent of an assessment, its events first. */
export const assessmentAddresses = (
  assessment: DefinedAssessment & { readonly number: number },
): readonly { readonly kind: DefinedKind; readonly path: string }[] => {
  const { kind, number, definition } = assessment;
  return [
    { kind, path: assessmentPath(assessment) },
    ...definition.observations.map((each) => ({
      kind: `observation-${number}-${each.number}` as const,
      path: observationPath(assessment, each.apiName),
    })),
    ...(definition.label === null ? [] : [{ kind: `label-${number}` as const, path: labelPath(assessment) }]),
  ];
};
