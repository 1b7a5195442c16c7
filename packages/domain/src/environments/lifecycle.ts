import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import type { ApiRole } from '../access/capabilities.ts';
import { allows } from '../access/permissions.ts';
import type { Capabilities } from '../access/role-matrix.ts';
import { nameKey } from './names.ts';
import type { EnvironmentStatus } from './status.ts';

/** How long a deletion can be undone, unless configured otherwise. */
export const DEFAULT_UNDO_WINDOW_MS = 14 * DAY_MS;

/** A creation that takes longer has failed. */
export const CREATION_TIME_MS = HOUR_MS;

const FIRST_PURGE_RETRY_MS = MINUTE_MS;

/** Wait before a failed purge is tried again: doubles from a minute up to a day. */
export const purgeRetryDelayMs = (failures: number): number =>
  Math.min(DAY_MS, FIRST_PURGE_RETRY_MS * 2 ** Math.max(0, failures - 1));

export const ENVIRONMENT_EVENTS = [
  'create',
  'workerStarted',
  'resourcesReady',
  'creationFailed',
  'retry',
  'delete',
  'healthLost',
  'healthRestored',
  'undo',
  'undoUnfinished',
  'windowOver',
  'purgeDone',
  'purgeFailed',
] as const;
export type EnvironmentEvent = (typeof ENVIRONMENT_EVENTS)[number];

/**
 * Who may cause a transition. `manager` is a person who may create and delete such an environment: the product admin
 * for a root; product admin, all-areas admin, PSP admin or the provisioning API for a child. `rootManager` is the
 * product admin alone.
 */
export type TransitionBy = 'system' | 'manager' | 'rootManager';

/** A condition that the events table names; each has its check below. */
export type TransitionCondition = 'noChild' | 'notLast' | 'nameTyped' | 'withinWindow' | 'windowOver';

type EnvironmentTransition = {
  /** Null: the environment does not exist yet. */
  readonly from: EnvironmentStatus | null;
  readonly event: EnvironmentEvent;
  readonly to: EnvironmentStatus;
  readonly by: readonly TransitionBy[];
  readonly conditions: readonly TransitionCondition[];
};

const row = (
  from: EnvironmentStatus | null,
  event: EnvironmentEvent,
  to: EnvironmentStatus,
  by: TransitionBy | readonly TransitionBy[],
  ...conditions: readonly TransitionCondition[]
): EnvironmentTransition => ({ from, event, to, by: typeof by === 'string' ? [by] : by, conditions });

/** The state machine of `docs/reference/access.md#environments`, arrow by arrow. */
export const ENVIRONMENT_TRANSITIONS: readonly EnvironmentTransition[] = [
  row(null, 'create', 'New', 'manager'),
  row('New', 'workerStarted', 'Creating', 'system'),
  row('Creating', 'resourcesReady', 'Active', 'system'),
  row('Creating', 'creationFailed', 'CreateFailed', 'system'),
  row('CreateFailed', 'retry', 'Creating', 'manager'),
  row('CreateFailed', 'delete', 'SoftDeleting', 'manager'),
  row('Active', 'healthLost', 'Error', 'system'),
  row('Error', 'healthRestored', 'Active', 'system'),
  row('Active', 'delete', 'SoftDeleting', 'manager', 'noChild', 'notLast', 'nameTyped'),
  row('Error', 'delete', 'SoftDeleting', 'manager', 'noChild', 'notLast', 'nameTyped'),
  row('SoftDeleting', 'undo', 'Active', 'manager', 'withinWindow'),
  // What was never created in full is not open because its deletion was undone.
  row('SoftDeleting', 'undoUnfinished', 'CreateFailed', 'manager', 'withinWindow'),
  row('SoftDeleting', 'windowOver', 'Deleting', 'system', 'windowOver'),
  row('Deleting', 'purgeDone', 'Deleted', 'system'),
  row('Deleting', 'purgeFailed', 'DeleteFailed', 'system'),
  row('DeleteFailed', 'retry', 'Deleting', ['rootManager', 'system']),
];

/** What the machine needs to know of the environment. */
export type EnvironmentState = {
  readonly status: EnvironmentStatus | null;
  readonly name: string;
  readonly isRoot: boolean;
  /** Since when it stands in this status. */
  readonly statusSinceMs: number;
};

export type TransitionActor =
  | { readonly kind: 'system' }
  | { readonly kind: 'person'; readonly capabilities: Capabilities }
  | { readonly kind: 'application'; readonly apiRoles: readonly ApiRole[] };

export type TransitionContext = {
  readonly actor: TransitionActor;
  readonly nowMs: number;
  /** Children that are not Deleted. */
  readonly childCount: number;
  /** Environments of the tenant that are not deleted or being deleted, this one included. */
  readonly environmentCount: number;
  /** What the person typed to confirm a deletion. */
  readonly typedName?: string;
  readonly undoWindowMs?: number;
};

type TransitionRefusal = 'noSuchTransition' | 'notAllowed' | TransitionCondition;
type TransitionResult =
  | { readonly allowed: true; readonly to: EnvironmentStatus }
  | { readonly allowed: false; readonly why: TransitionRefusal };

const isManager = (actor: TransitionActor, isRoot: boolean): boolean => {
  if (actor.kind === 'person') {
    return allows(actor.capabilities, isRoot ? 'rootEnvironments:write' : 'childEnvironments:write');
  }
  return actor.kind === 'application' && !isRoot && actor.apiRoles.includes('Provisioning_API');
};

const IS_BY: Readonly<Record<TransitionBy, (actor: TransitionActor, isRoot: boolean) => boolean>> = {
  system: (actor) => actor.kind === 'system',
  manager: isManager,
  rootManager: (actor) => isManager(actor, true),
};

/** A tenant keeps one environment; a failed creation may always go. */
const HOLDS: Readonly<Record<TransitionCondition, (state: EnvironmentState, context: TransitionContext) => boolean>> = {
  noChild: (_, { childCount }) => childCount === 0,
  notLast: (_, { environmentCount }) => environmentCount > 1,
  nameTyped: ({ name }, { actor, typedName }) =>
    actor.kind === 'application' || nameKey(typedName ?? '') === nameKey(name),
  withinWindow: (state, context) => !isWindowOver(state, context),
  windowOver: (state, context) => isWindowOver(state, context),
};

const isWindowOver = (state: EnvironmentState, { nowMs, undoWindowMs }: TransitionContext): boolean =>
  nowMs - state.statusSinceMs >= (undoWindowMs ?? DEFAULT_UNDO_WINDOW_MS);

/** Where an event takes an environment, or why it does not. */
export const transition = (
  state: EnvironmentState,
  event: EnvironmentEvent,
  context: TransitionContext,
): TransitionResult => {
  const arrow = ENVIRONMENT_TRANSITIONS.find((each) => each.from === state.status && each.event === event);
  if (!arrow) return { allowed: false, why: 'noSuchTransition' };
  if (!arrow.by.some((by) => IS_BY[by](context.actor, state.isRoot))) return { allowed: false, why: 'notAllowed' };
  const broken = arrow.conditions.find((condition) => !HOLDS[condition](state, context));
  return broken ? { allowed: false, why: broken } : { allowed: true, to: arrow.to };
};
