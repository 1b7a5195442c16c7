import {
  fail,
  shapeBody,
  textAt,
  type BodyProblem,
  type BodyReading,
  type LoggedKind,
  type ObjectSchema,
} from '@redoubt/domain';
import type { PublicAssessment } from '@redoubt/contracts';
import type { ResolvedEnvironment } from '@redoubt/services';

/** What a call to an address of defined assessments is about. */
export type CalledAssessment = {
  readonly kind: LoggedKind;
  readonly schema: ObjectSchema;
  readonly apiName: string;
  /** Its own address, as calls to it are counted. */
  readonly path: string;
};

type Names = { readonly apiName: string; readonly observationApiName?: string };

/**
 * The assessment, observation or label an address names, whatever its letter case.
 *
 * @throws `ASSESSMENT-UNKNOWN`; `ASSESSMENT-NO-RULE` for a custom assessment of the account generation that nothing
 * decides.
 */
export const calledAssessment = (
  address: PublicAssessment,
  names: Names,
  environment: ResolvedEnvironment,
): CalledAssessment => {
  const found = environment.assessments.get(names.apiName.toLowerCase());
  const unknown = (name: string) => fail('ASSESSMENT-UNKNOWN', { name: name.slice(0, 100) });
  const isLegacy = found?.kind.startsWith('legacy-') ?? false;
  if (found === undefined || isLegacy !== (address === 'legacy')) throw unknown(names.apiName);
  const { kind, apiName, schema, label, path } = found;
  if (address === 'observation') {
    const name = names.observationApiName ?? '';
    const observation = found.observations.get(name.toLowerCase());
    if (observation === undefined) throw unknown(`${apiName}/${name}`);
    return { ...observation, apiName };
  }
  if (address === 'label') {
    if (label === null) throw unknown(`${apiName}/label`);
    return { ...label, apiName };
  }
  const plan = environment.plans[kind];
  if (isLegacy && plan?.levels.every(({ rules }) => rules.length === 0)) {
    throw fail('ASSESSMENT-NO-RULE', { name: apiName });
  }
  return { kind, schema, apiName, path };
};

/**
 * Shapes a body by the definition, in place, and lists what is wrong with it; the name of a legacy one is its API name.
 */
export const shapeCalled = (
  address: PublicAssessment,
  called: CalledAssessment,
  body: object,
  reading: BodyReading,
): readonly BodyProblem[] => {
  const problems = shapeBody(called.schema, body, reading);
  if (address !== 'legacy' || problems.length > 0) return problems;
  const name = textAt(body, 'name');
  return name?.toLowerCase() === called.apiName.toLowerCase()
    ? problems
    : [{ path: '$.name', message: `is not ${called.apiName}, the API name of the assessment` }];
};
