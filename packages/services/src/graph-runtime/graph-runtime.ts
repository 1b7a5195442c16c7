import type { Decision } from '@redoubt/domain';
import {
  attributeGraphKind,
  GRAPH_KINDS,
  isStandardGraphKind,
  ownGraphKind,
  type EnrichmentSource,
  type GraphQuestion,
} from '@redoubt/fql';
import { DAY_MS, SECOND_MS, type Id } from '@redoubt/kernel';
import { graphValue, ownGraphValue, type GraphBatch, type GraphStep } from '@redoubt/storage';
import { MOST_PLACES, type GraphNode, type GraphStore } from '@redoubt/velocity';
import type { HashingKey } from '../secrets/hashing-keys.ts';
import { createGraphKeys } from './graph-keys.ts';

/** What an event asks: in which environment, and when the windows of its questions end. */
export type AskingEvent = { readonly tenantId: Id; readonly environmentId: Id; readonly eventTimeMs: number };

/** Who shared what with whom: what events add to it, what rules ask of it. */
export type GraphRuntime = {
  /** Answers an event; everything it asks together may be as much work as a few single questions. */
  readonly sourceFor: (event: AskingEvent) => NonNullable<EnrichmentSource['graph']>;
  /** Takes what events of the log do; each once, in order. */
  readonly apply: (batch: GraphBatch) => void;
  /** Position of the last event taken. */
  readonly position: () => number;
};

/** Places that all questions of one event may look at: the time that the graph may take of a decision. */
const PLACES_OF_EVENT = 5 * MOST_PLACES;

const DECISIONS: Readonly<Record<Decision, number>> = { Approve: 0, Challenge: 1, Review: 2, Reject: 3 };

const answerOf = (
  store: GraphStore,
  node: GraphNode,
  about: GraphQuestion['about'],
  neighbourKind: number | undefined,
  since: number,
): number | undefined => {
  switch (about) {
    case 'Neighbours':
      return neighbourKind === undefined ? undefined : store.neighbours(node, neighbourKind, since);
    case 'HopsToFraud':
      return store.hopsToFraud(node, since);
    case 'ComponentSize':
      return store.component(node, since)?.size;
    case 'FraudShare': {
      const component = store.component(node, since);
      if (component?.fraudulent === undefined) return undefined;
      return component.size === 0 ? 0 : component.fraudulent / component.size;
    }
  }
};

/**
 * @param hashingKey behind keyed hashes.
 * @param after position that the store begins at.
 */
export const createGraphRuntime = (store: GraphStore, hashingKey: HashingKey, after = 0): GraphRuntime => {
  const keys = createGraphKeys(hashingKey);
  let standsAt = after;

  const take = (step: GraphStep): void => {
    const { tenantId, environmentId } = step;
    if (step.does === 'label') {
      const { of, value, eventTimeMs, isFraud } = step;
      store.label(keys.node(tenantId, environmentId, of, value), Math.floor(eventTimeMs / SECOND_MS), isFraud);
      return;
    }
    const key = keys.event(step);
    if (step.does === 'mark') {
      store.mark(key, step.sign, step.isFraud);
      return;
    }
    const { eventTimeMs, decision, values } = step;
    const of = (kind: GraphQuestion['kind'], all: readonly string[]): readonly GraphNode[] =>
      all.map((value) => keys.node(tenantId, environmentId, kind, value));
    const nodes = [
      ...GRAPH_KINDS.flatMap((kind) => of(kind, values[kind])),
      // Before texts that are only counted: an event holds so many values and no more.
      ...Object.entries(values.attributes ?? {}).flatMap(([name, texts]) => of(attributeGraphKind(name), texts)),
      ...Object.entries(values.own ?? {}).flatMap(([path, texts]) => of(ownGraphKind(path), texts)),
    ];
    store.add({ ...key, second: Math.floor(eventTimeMs / SECOND_MS), decision: DECISIONS[decision], nodes });
  };

  return {
    sourceFor: ({ tenantId, environmentId, eventTimeMs }) => {
      let left = PLACES_OF_EVENT;
      return (question) => {
        if (left <= 0) return undefined;
        const { about, kind, neighbourKind } = question;
        const value = isStandardGraphKind(kind) ? graphValue(kind, question.value) : ownGraphValue(question.value);
        if (value === '') return undefined;
        const since = Math.floor((eventTimeMs - question.days * DAY_MS) / SECOND_MS);
        const node = keys.node(tenantId, environmentId, kind, value);
        const counted = neighbourKind && keys.kind(tenantId, environmentId, neighbourKind);
        const answer = answerOf(store, node, about, counted, since);
        left -= store.lastPlaces;
        return answer;
      };
    },
    apply: ({ to, events }) => {
      for (const step of events) if (step !== undefined) take(step);
      standsAt = to;
    },
    position: () => standsAt,
  };
};

/** The graph as an event asks it; nothing where the node has none. */
export const graphSource = (
  graph: Pick<GraphRuntime, 'sourceFor'> | undefined,
  {
    tenantId,
    environment,
  }: { readonly tenantId: Id; readonly environment: { readonly environment: { readonly id: Id } } },
  eventTimeMs: number,
): Pick<EnrichmentSource, 'graph'> =>
  graph === undefined
    ? {}
    : { graph: graph.sourceFor({ tenantId, environmentId: environment.environment.id, eventTimeMs }) };
