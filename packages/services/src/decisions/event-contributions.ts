import { isDefinedKind, velocityPayload, type LoggedAssessmentKind } from '@redoubt/domain';
import {
  aboutNameIn,
  contributionsOf,
  countsKind,
  type EngineInput,
  type EngineResult,
  type LevelVariables,
} from '@redoubt/engine';
import type { JsonObject } from '@redoubt/kernel';
import type { LogEvent } from '@redoubt/storage';
import type { VelocityRuntime } from '../velocity-runtime/velocity-runtime.ts';
import type { IncomingEvent } from './incoming-event.ts';
import { planOfKind } from './tenant-plans/plan-of-kind.ts';

/** The assessment a later event is about. */
export type AboutAssessment = { readonly kind: LoggedAssessmentKind; readonly body: JsonObject };

/** What an event adds to velocities, hashed; nothing where it adds nothing. */
export const eventContributions = (
  velocities: Pick<VelocityRuntime, 'encode'>,
  { environment, kind, tenantId, body }: IncomingEvent,
  input: EngineInput,
  {
    result,
    about,
    variables,
  }: {
    readonly result?: EngineResult;
    readonly about?: AboutAssessment | undefined;
    readonly variables?: LevelVariables | undefined;
  },
): Pick<LogEvent, 'contributions'> => {
  const plan = planOfKind(kind, environment.plans);
  if (!countsKind(plan, kind)) return {};
  const ruleEvaluation = result && {
    decision: result.decision,
    rule: result.rule?.name ?? '',
    clause: result.clause ?? '',
    reason: result.reason ?? '',
    environmentId: result.rule?.environmentId ?? '',
  };
  const named = about && isDefinedKind(about.kind) ? { ...about, name: aboutNameIn(plan, about.kind) } : about;
  const payload = velocityPayload({ body, ruleEvaluation, about: named });
  const contributions = velocities.encode(tenantId, contributionsOf(plan, kind, { ...input, payload }, variables));
  return contributions === undefined ? {} : { contributions };
};
