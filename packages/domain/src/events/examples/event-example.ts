import type { JsonObject } from '@redoubt/kernel';

/** Bodies of one kind of event: what a strict server needs, and the typical fields. */
export type EventExample = { readonly minimal: JsonObject; readonly full: JsonObject };
