import type { EngineResult } from '@redoubt/engine';

/** What is recorded of a result: global variables are found again by the engine that runs its rules. */
const withoutVariables = ({ variables: _variables, ...recorded }: EngineResult): EngineResult => recorded;

/** The text of a `RecordedResult`; the answer is in it as it was written for the caller, not written again. */
export const recordedText = (result: EngineResult, engineUs: number, answerText: string): string =>
  `${JSON.stringify(result.variables === undefined ? result : withoutVariables(result)).slice(0, -1)},"engineUs":${engineUs},"answer":${answerText}}`;

/** The text of what the decision depended on; the velocities it read are in it as their recorder wrote them. */
export const inputsText = (inputs: object, velocitiesText: string | undefined): string => {
  const text = JSON.stringify(inputs);
  return velocitiesText === undefined ? text : `${text.slice(0, -1)},"velocities":${velocitiesText}}`;
};
