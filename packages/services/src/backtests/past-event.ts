import type { EnrichmentData, FactKind } from '@redoubt/enrichment';
import { recordedCalls, recordedFacts, type EngineInput, type EngineResult, type VelocityReads } from '@redoubt/engine';
import type { EnrichmentSource } from '@redoubt/fql';
import type { HistoryEvent } from '@redoubt/storage';
import type { DataVersions } from '../enrichment/data-versions.ts';

/** A decided event of the log with what its decision depended on. */
export type PastEvent = Pick<EngineInput, 'generated' | 'nowMs' | 'seed'> & {
  readonly stored: HistoryEvent;
  readonly planId: string;
  readonly languageVersion: number;
  /** Position of the last event its velocities counted. */
  readonly readPosition: number;
  /** Editions of the data it looked facts up in. */
  readonly data: DataVersions;
};

type RecordedInputs = Omit<PastEvent, 'stored' | 'data'> & {
  readonly velocities?: VelocityReads;
  readonly data?: DataVersions;
};

const NO_DATA: DataVersions = {};

/** Inputs as they were recorded. What was read of velocities stands last and is most of the text: it is left out here. */
export const pastEventOf = (stored: HistoryEvent): PastEvent => {
  const text = stored.inputs.toString();
  const reads = text.indexOf(',"velocities":{', text.lastIndexOf('"readPosition":'));
  const recorded = JSON.parse(reads < 0 ? text : `${text.slice(0, reads)}}`) as RecordedInputs;
  const { generated, nowMs, seed, planId, languageVersion, readPosition, data = NO_DATA } = recorded;
  return { stored, generated, nowMs, seed, planId, languageVersion, readPosition, data };
};

/** Velocities its decision read. */
export const recordedReads = ({ stored }: PastEvent): VelocityReads =>
  (JSON.parse(stored.inputs.toString()) as RecordedInputs).velocities ?? {};

const isFactKind = (kind: string): kind is FactKind => kind === 'geo' || kind === 'bin';

/**
 * What came back from outside when the event was decided. What was not asked for then is looked up in the data of today
 * where there are any, and the graph is asked as it stood then; `onMissing` is called with it, unless the event was decided with the same edition.
 */
export const recordedAnswers = (
  { stored, data }: PastEvent,
  today: EnrichmentData,
  onMissing: (kind: 'call' | 'fact' | 'data', name: string) => void,
  graph?: EnrichmentSource['graph'],
): Pick<EngineInput, 'calls' | 'enrichment'> => {
  const { calls = [], facts = {} } = JSON.parse(stored.result.toString()) as EngineResult;
  return {
    calls: recordedCalls(calls, ({ name }) => onMissing('call', name)),
    enrichment: recordedFacts(
      facts,
      (kind) => {
        if (kind === 'graph' && graph !== undefined) return;
        if (!isFactKind(kind) || today.versionOf(kind) === '') onMissing('fact', kind);
        else if (data[kind] !== today.versionOf(kind)) onMissing('data', kind);
      },
      { ...today.source, ...(graph && { graph }) },
    ),
  };
};
