import type { EventKind } from '../events/event-kinds.ts';
import type { Condition } from './condition.ts';
import type { Template } from './template.ts';

/** A tree in the shape of the event's body; every node knows its line in the file that it was read from. */
export type MapNode =
  | { readonly type: 'object'; readonly line: number; readonly members: ReadonlyMap<string, MapNode> }
  | { readonly type: 'list'; readonly line: number; readonly items: readonly MapNode[] }
  | { readonly type: 'constant'; readonly line: number; readonly value: string | number | boolean }
  | { readonly type: 'template'; readonly line: number; readonly template: Template };

export type ObjectNode = Extract<MapNode, { type: 'object' }>;

/** What a row becomes: an event, and a label where its condition holds. */
export type EventMap = {
  readonly event: ObjectNode;
  readonly label: {
    readonly condition: { readonly line: number; readonly when: Condition } | null;
    readonly event: ObjectNode;
  } | null;
};

/** A mistake in a map. */
export type MapProblem = { readonly line: number; readonly message: string };

/** Kinds of events a map file can make. */
export type MappedKind = Extract<EventKind, 'purchase' | 'label'>;
