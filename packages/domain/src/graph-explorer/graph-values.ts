import type { OwnSearchField } from '../assessments/own-values.ts';

/** Kinds of values of the product that the graph explorer draws as nodes, in the order they are listed. */
export const GRAPH_KINDS = ['userId', 'email', 'deviceId', 'paymentInstrumentId', 'ipAddress'] as const;
export type StandardGraphKind = (typeof GRAPH_KINDS)[number];

/** Kinds that are drawn where a found event has them: no index leads from one to its events, so they are not followed. */
export const DRAWN_GRAPH_KINDS = ['phone', 'address', 'product'] as const;
export type DrawnGraphKind = (typeof DRAWN_GRAPH_KINDS)[number];

/** A kind that is followed: of the product, or a text that an environment made searchable. */
export type FollowedGraphKind = StandardGraphKind | OwnSearchField;
/** A kind of node. */
export type GraphKind = FollowedGraphKind | DrawnGraphKind;

export const isDrawnGraphKind = (kind: string): kind is DrawnGraphKind =>
  DRAWN_GRAPH_KINDS.some((each) => each === kind);

export const isStandardGraphKind = (kind: string): kind is StandardGraphKind =>
  GRAPH_KINDS.some((each) => each === kind);

/** Most steps from the start: one leads from a value to all values of its events. */
export const MAX_GRAPH_STEPS = 3;
/** Most nodes of an answer, and how many where the question does not say. */
export const MAX_GRAPH_NODES = 5000;
export const DEFAULT_GRAPH_NODES = 500;
/** Most events of an answer. */
export const MAX_GRAPH_EVENTS = 20_000;
/** A value with more events than this is drawn and not followed: the address of an office connects strangers. */
export const GRAPH_HUB_EVENTS = 200;
