import * as contracts from '@redoubt/contracts';
import type { EnrichmentData } from '@redoubt/enrichment';
import { getEvent, replayEvent } from '@redoubt/services';
import { bind, type Binding } from '../../http/binding.ts';

/** @param data of today, for what a replay says about its editions. */
export const createEventBindings = (data: (() => EnrichmentData) | undefined): readonly Binding[] => [
  bind(contracts.getEvent, ({ context, params }) => getEvent(context, params)),
  bind(contracts.replayEvent, ({ context, params }) => replayEvent(context, params, data?.())),
];
