import { recordedCalls, recordedFacts, type EngineInput, type EngineResult, type VelocityReads } from '@redoubt/engine';
import type { PurchaseFacts, StoredEvent } from '@redoubt/storage';
import type { Id } from '@redoubt/kernel';

/** A decided purchase of the log with what its decision depended on. */
export type PastEvent = Pick<EngineInput, 'generated' | 'nowMs' | 'seed' | 'correlationId'> & {
  readonly environmentId: Id;
  readonly eventId: string;
  readonly position: number;
  readonly eventTimeMs: number;
  readonly facts: PurchaseFacts;
  readonly planId: string;
  /** Position of the last event its velocities counted. */
  readonly readPosition: number;
  /** Velocities it read. */
  readonly velocities: VelocityReads;
  readonly requestText: string;
  readonly resultText: string;
};

type RecordedInputs = Pick<PastEvent, 'generated' | 'nowMs' | 'seed' | 'planId'> & {
  readonly readPosition: number;
  readonly velocities?: VelocityReads;
};

const NO_READS: VelocityReads = {};

export const pastEventOf = (event: Extract<StoredEvent, { kind: 'purchase' }>): PastEvent => {
  const { environmentId, eventId, position, eventTimeMs, facts, correlationId, requestText, resultText } = event;
  const inputs = JSON.parse(event.inputsText) as RecordedInputs;
  const { generated, nowMs, seed, planId, readPosition, velocities = NO_READS } = inputs;
  return {
    environmentId,
    eventId,
    position,
    eventTimeMs,
    facts,
    correlationId,
    generated,
    nowMs,
    seed,
    planId,
    readPosition,
    velocities,
    requestText,
    resultText,
  };
};

/** What came back from outside when the event was decided; what was not asked for then is told to `onMissing`. */
export const recordedAnswers = (
  { resultText }: PastEvent,
  onMissing: (kind: 'call' | 'fact', name: string) => void,
): Pick<EngineInput, 'calls' | 'enrichment'> => {
  const { calls = [], facts = {} } = JSON.parse(resultText) as EngineResult;
  return {
    calls: recordedCalls(calls, ({ name }) => onMissing('call', name)),
    enrichment: recordedFacts(facts, (kind) => onMissing('fact', kind)),
  };
};
