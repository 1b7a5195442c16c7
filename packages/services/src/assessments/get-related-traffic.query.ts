import type { RelatedTraffic } from '@redoubt/contracts';
import {
  definedPartsOf,
  definedRelatedSchema,
  fail,
  maskPersonalValues,
  proposeFields,
  schemaAttributes,
  withDescendants,
  type DefinedAssessmentKind,
  type DefinedRelatedKind,
} from '@redoubt/domain';
import { HOUR_MS, type Json } from '@redoubt/kernel';
import { listEnvironments, readRecentRequests, readVolumes } from '@redoubt/storage';
import { readDefined } from '../symbols/assessment-symbols.ts';
import type { EnvironmentContext } from '../context.ts';
import { inTransaction, reading } from '../unit-of-work.ts';

/** Newest events that are looked at. */
const RECENT_EVENTS = 200;
const HOURS = 24;

/** Whether a number names an observation or `label` the label of an assessment. */
export type RelatedPart = number | 'label';

const kindOf = (assessment: DefinedAssessmentKind, part: RelatedPart): DefinedRelatedKind => {
  const { number } = definedPartsOf(assessment);
  return part === 'label' ? `label-${number}` : `observation-${number}-${part}`;
};

const getRelatedTraffic = async (
  context: EnvironmentContext,
  assessment: DefinedAssessmentKind,
  part: RelatedPart,
): Promise<RelatedTraffic> => {
  const { database, tenantId, environmentId } = context;
  const kind = kindOf(assessment, part);
  const { environments, schema } = await inTransaction(context, async (trx) => ({
    environments: await listEnvironments(trx),
    schema: definedRelatedSchema(await readDefined(trx, environmentId, assessment), kind),
  }));
  if (schema === null) throw fail('OBSERVATION-UNKNOWN', { number: part });
  const environmentIds = withDescendants(environmentId, environments);
  const toMs = (Math.floor(context.clock.now() / HOUR_MS) + 1) * HOUR_MS;
  const span = { fromMs: toMs - HOURS * HOUR_MS, toMs, stepMs: HOUR_MS };
  const volumes = await readVolumes(database, { tenantId, environmentIds }, span);
  const hours = volumes.get(kind) ?? Array.from({ length: HOURS }, () => 0);
  const bodies: Json[] = [];
  for (const id of environmentIds) {
    const left = RECENT_EVENTS - bodies.length;
    if (left <= 0) break;
    bodies.push(
      ...(await reading(context, (trx) => readRecentRequests(trx, { tenantId, environmentId: id, kind }, left))),
    );
  }
  const known = new Set(schemaAttributes(schema).map(({ path }) => path.toLowerCase()));
  const [newest] = bodies;
  return {
    events24h: hours.reduce((sum, events) => sum + events, 0),
    hours: [...hours],
    looked: bodies.length,
    fields: proposeFields(bodies).map(({ path, type, count }) => ({
      path,
      type,
      count,
      inSchema: known.has(path.toLowerCase()),
    })),
    lastPayload: newest === undefined ? null : maskPersonalValues(JSON.stringify(newest, null, 2)),
  };
};

/**
 * What was received of an observation here and below: volume by hour, how often each field was sent, and the
 * newest payload with its values as shapes, which tells a wrong format and no person.
 *
 * @throws `ASSESSMENT-UNKNOWN`, `OBSERVATION-UNKNOWN`.
 */
export const getObservationTraffic = (
  context: EnvironmentContext,
  assessment: DefinedAssessmentKind,
  observation: number,
): Promise<RelatedTraffic> => getRelatedTraffic(context, assessment, observation);

/** The same of a label. @throws `ASSESSMENT-UNKNOWN`, `OBSERVATION-UNKNOWN`. */
export const getLabelTraffic = (
  context: EnvironmentContext,
  assessment: DefinedAssessmentKind,
): Promise<RelatedTraffic> => getRelatedTraffic(context, assessment, 'label');
