import type { LoggedKind } from '@redoubt/domain';
import type { EnrichmentSource } from '@redoubt/fql';
import type { JsonObject } from '@redoubt/kernel';
import type { CallPort } from './calls.ts';
import type { VelocityPort } from './velocities.ts';

/** Everything a decision depends on besides the plan; recorded with the event, so that replay agrees. */
export type EngineInput = {
  readonly payload: JsonObject;
  /** Kind of the event, for velocities that include it; a purchase where absent. */
  readonly kind?: LoggedKind;
  /** Values the product adds, such as scores, addressed like attributes. */
  readonly generated: JsonObject;
  /** The one instant of the request, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly correlationId: string;
  /** Unsigned 32-bit integer behind `RandomInt`. */
  readonly seed: number;
  /** Velocities as they stood before the event; without it every one is 0. What it answers is recorded too. */
  readonly velocities?: VelocityPort;
  /** External calls and assessments; without it every call fails. Its answers are part of the result. */
  readonly calls?: CallPort;
  /** Facts about addresses, cards, devices, and models; what it answers is part of the result as well. */
  readonly enrichment?: EnrichmentSource;
};
