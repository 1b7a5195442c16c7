import * as contracts from '@redoubt/contracts';
import type { EnrichmentData } from '@redoubt/enrichment';
import { explainEvent, getEvent, replayEvent, type HashEventId } from '@redoubt/services';
import { evaluator } from '../evaluator.ts';
import { bind, type Binding } from '../../http/binding.ts';

/**
 * @param data of today, for what a replay says about its editions.
 * @param hashEventId by which an erased event is recognised.
 */
export const createEventBindings = (
  data: (() => EnrichmentData) | undefined,
  hashEventId: HashEventId,
): readonly Binding[] => [
  bind(contracts.getEvent, ({ context, params }) => getEvent(context, params, hashEventId)),
  bind(contracts.explainEvent, ({ context, params }) => explainEvent(context, evaluator, params, hashEventId)),
  bind(contracts.replayEvent, ({ context, params }) => replayEvent(context, evaluator, params, data?.(), hashEventId)),
];
