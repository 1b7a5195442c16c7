import {
  isBuiltInKind,
  reportFieldValues,
  type FieldFacts,
  type LoggedAssessmentKind,
  type ReportFieldValues,
} from '@redoubt/domain';
import type { EnrichmentData } from '@redoubt/enrichment';
import { isJsonObject, type JsonObject } from '@redoubt/kernel';
import type { CompiledAssessment } from './tenant-plans/compiled-assessment.ts';

export type FieldInputs = {
  readonly body: JsonObject;
  /** The address of the event. */
  readonly ipAddress: string | null;
  /** What the product added for rules: the device session, where one was found. */
  readonly generated: JsonObject;
  readonly data: Pick<EnrichmentData, 'place'> | undefined;
  readonly assessments: ReadonlyMap<string, Pick<CompiledAssessment, 'kind' | 'reported'>>;
};

/** What reports tell an event apart by: values of its body, its device session and where its address is. */
export const reportFieldFacts = (kind: LoggedAssessmentKind, inputs: FieldInputs): ReportFieldValues | undefined => {
  const { body, ipAddress, generated, data, assessments } = inputs;
  const { deviceAttributes } = generated;
  // Two fields ask.
  let found: ReturnType<FieldFacts['place']> | undefined;
  const facts: FieldFacts = {
    session: (key) => {
      const value = isJsonObject(deviceAttributes) ? deviceAttributes[key] : undefined;
      return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
    },
    place: () => {
      if (found !== undefined) return found;
      const place = ipAddress === null ? undefined : data?.place(ipAddress);
      found = { country: place?.countryCode ?? '', state: place?.stateCode || (place?.region ?? '') };
      return found;
    },
  };
  const own = isBuiltInKind(kind) ? undefined : [...assessments.values()].find((each) => each.kind === kind);
  return reportFieldValues(kind, body, facts, own?.reported);
};
