import {
  definedRelatedSchema,
  definedSchema,
  type DefinedAssessment,
  type DefinedAssessmentKind,
  type DefinedRelatedKind,
  type ObjectSchema,
} from '@redoubt/domain';

/** A defined assessment as calls meet it: the body of its events, and of what is told about them later. */
export type ReadyAssessment = {
  readonly kind: DefinedAssessmentKind;
  readonly apiName: string;
  readonly schema: ObjectSchema;
  /** By API name in lower case. */
  readonly observations: ReadonlyMap<string, { readonly kind: DefinedRelatedKind; readonly schema: ObjectSchema }>;
  readonly label: { readonly kind: DefinedRelatedKind; readonly schema: ObjectSchema } | null;
};

export const readyAssessment = (assessment: DefinedAssessment, number: number): ReadyAssessment => {
  const { kind, apiName, definition } = assessment;
  const related = (each: DefinedRelatedKind) => {
    const schema = definedRelatedSchema(assessment, each);
    return schema && { kind: each, schema };
  };
  return {
    kind,
    apiName,
    schema: definedSchema(assessment),
    observations: new Map(
      definition.observations.flatMap((each) => {
        const ready = related(`observation-${number}-${each.number}`);
        return ready ? [[each.apiName.toLowerCase(), ready] as const] : [];
      }),
    ),
    label: related(`label-${number}`),
  };
};
