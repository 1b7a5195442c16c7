import type { AssessmentKind } from '@redoubt/domain';
import type { EnrichmentData, FactKind } from '@redoubt/enrichment';
import { recordedCalls, recordedFacts, type EngineInput, type EngineResult, type VelocityReads } from '@redoubt/engine';
import type { PurchaseFacts, StoredEvent } from '@redoubt/storage';
import type { Id } from '@redoubt/kernel';
import type { DataVersions } from '../enrichment/data-versions.ts';

/** A decided event of the log with what its decision depended on. */
export type PastEvent = Pick<EngineInput, 'generated' | 'nowMs' | 'seed' | 'correlationId'> & {
  readonly environmentId: Id;
  readonly eventId: string;
  readonly position: number;
  readonly eventTimeMs: number;
  readonly facts: Pick<PurchaseFacts, 'decision' | 'amount' | 'currency'>;
  readonly planId: string;
  /** Position of the last event its velocities counted. */
  readonly readPosition: number;
  /** Velocities it read. */
  readonly velocities: VelocityReads;
  /** Editions of the data it looked facts up in. */
  readonly data: DataVersions;
  readonly requestText: string;
  readonly resultText: string;
};

type RecordedInputs = Pick<PastEvent, 'generated' | 'nowMs' | 'seed' | 'planId'> & {
  readonly readPosition: number;
  readonly velocities?: VelocityReads;
  readonly data?: DataVersions;
};

const NO_READS: VelocityReads = {};
const NO_DATA: DataVersions = {};

/** Inputs as they were recorded. What was read of velocities stands last and is most of the text: it is read on demand. */
const inputsOf = (text: string, withReads: boolean): RecordedInputs => {
  const reads = withReads ? -1 : text.indexOf(',"velocities":{', text.lastIndexOf('"readPosition":'));
  return JSON.parse(reads < 0 ? text : `${text.slice(0, reads)}}`) as RecordedInputs;
};

/** @param withReads false leaves out which velocities it read. */
export const pastEventOf = (event: Extract<StoredEvent, { kind: AssessmentKind }>, withReads: boolean): PastEvent => {
  const { environmentId, eventId, position, eventTimeMs, correlationId, requestText, resultText } = event;
  const { decision, amount, currency } = event.facts;
  const {
    generated,
    nowMs,
    seed,
    planId,
    readPosition,
    velocities = NO_READS,
    data = NO_DATA,
  } = inputsOf(event.inputsText, withReads);
  return {
    environmentId,
    eventId,
    position,
    eventTimeMs,
    // Many events wait at once, and what they hold of their heads waits with them.
    facts: { decision, amount, currency },
    correlationId,
    generated,
    nowMs,
    seed,
    planId,
    readPosition,
    velocities,
    data,
    requestText,
    resultText,
  };
};

const isFactKind = (kind: string): kind is FactKind => kind === 'geo' || kind === 'bin';

/**
 * What came back from outside when the event was decided. What was not asked for then is looked up in the data of today
 * where there are any; `onMissing` is told of it, unless the event was decided with the same edition.
 */
export const recordedAnswers = (
  { resultText, data }: PastEvent,
  today: EnrichmentData,
  onMissing: (kind: 'call' | 'fact' | 'data', name: string) => void,
): Pick<EngineInput, 'calls' | 'enrichment'> => {
  const { calls = [], facts = {} } = JSON.parse(resultText) as EngineResult;
  return {
    calls: recordedCalls(calls, ({ name }) => onMissing('call', name)),
    enrichment: recordedFacts(
      facts,
      (kind) => {
        if (!isFactKind(kind) || today.versionOf(kind) === '') onMissing('fact', kind);
        else if (data[kind] !== today.versionOf(kind)) onMissing('data', kind);
      },
      today.source,
    ),
  };
};
