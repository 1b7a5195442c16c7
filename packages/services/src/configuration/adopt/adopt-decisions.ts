import { caseConfigurationProblems } from '@redoubt/domain';
import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { fromCaseConfigurationJson, placedProblem } from '../../case-settings/case-configuration-json.ts';
import type { ConfigurationFile } from '../configuration-file.ts';
import { caseConfigurationKind, caseDecisionsSchema } from '../kinds/cases/case-configuration.kind.ts';
import type { AdoptNote } from './adopt-note.ts';

/** Whether a JSON file holds the options of case management, as Dynamics 365 Fraud Protection edited them. */
export const isCaseConfiguration = (json: Json): json is JsonObject =>
  isJsonObject(json) && Array.isArray(json['queueDecisions']);

/** Its documents name the default in two ways; `sortableBy` is not used. */
const asFile = ({ sortableBy: _sortableBy, defaultDecisionName: other, ...json }: JsonObject): JsonObject => ({
  ...json,
  defaultDecisionButtonName: json['defaultDecisionButtonName'] ?? other ?? '',
});

const REMEDY = 'Correct the JSON, or configure the decisions in the console.';

/** The decisions of cases that such a file says; nothing where they could not be imported, with a note that says why. */
export const adoptDecisions = (
  path: string,
  json: JsonObject,
  assessment: string,
  note: (each: AdoptNote) => void,
): readonly ConfigurationFile[] => {
  const lose = (reason: string): void => note({ path, line: 0, reason, remedy: REMEDY, isLost: true });
  const read = caseDecisionsSchema.safeParse(asFile(json));
  if (!read.success) {
    for (const issue of read.error.issues) lose(`${issue.path.join('.')}: ${issue.message}.`);
    return [];
  }
  const configuration = fromCaseConfigurationJson(read.data);
  const problems = caseConfigurationProblems(configuration).map(placedProblem);
  for (const { path: place, message } of problems) lose(`${place.replace('body.configuration.', '')}: ${message}.`);
  return problems.length > 0 ? [] : caseConfigurationKind.filesOf({ assessment, configuration });
};
