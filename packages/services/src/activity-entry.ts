import type { UnconditionalClause } from '@redoubt/contracts';
import type { ActivityOperation, ActivityResource } from '@redoubt/domain';
import type { Id, Json } from '@redoubt/kernel';

/** Kinds of things that the activity log names. */
export type ResourceType = ActivityResource;

export type Operation = ActivityOperation;

/** What a command writes into the activity log. */
export type Activity = {
  readonly operation: Operation;
  readonly type: ResourceType;
  readonly id: string;
  readonly name: string;
  /** Null for what concerns the whole tenant. */
  readonly environmentId: Id | null;
  /** The assessment that it is about, where neither the thing itself nor `original` and `modified` say it. */
  readonly assessment?: string | null;
  readonly original?: Json;
  readonly modified?: Json;
  /** Shown to a second person; the log does not keep it. */
  readonly unconditional?: readonly UnconditionalClause[];
};
