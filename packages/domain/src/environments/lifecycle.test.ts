import { DAY_MS, HOUR_MS, MINUTE_MS } from '@redoubt/kernel';
import { describe, expect, it } from 'vitest';
import { capabilitiesOf } from '../access/permissions.ts';
import { EDITIONS, ROLES, type Role } from '../access/roles.ts';
import {
  DEFAULT_UNDO_WINDOW_MS,
  ENVIRONMENT_EVENTS,
  ENVIRONMENT_TRANSITIONS,
  purgeRetryDelayMs,
  transition,
  type EnvironmentState,
  type TransitionActor,
  type TransitionContext,
} from './lifecycle.ts';
import { ENVIRONMENT_STATUSES, type EnvironmentStatus } from './status.ts';

const system: TransitionActor = { kind: 'system' };
const person = (...roles: readonly Role[]): TransitionActor => ({
  kind: 'person',
  capabilities: { ...capabilitiesOf(roles, 'PSP'), ...capabilitiesOf(roles, 'Standard') },
});
const productAdmin = person('ProductAdmin');
const provisioning: TransitionActor = { kind: 'application', apiRoles: ['Provisioning_API'] };

const state = (status: EnvironmentStatus | null, facts: Partial<EnvironmentState> = {}): EnvironmentState => ({
  status,
  name: 'Europe',
  isRoot: false,
  statusSinceMs: 0,
  ...facts,
});
const context = (actor: TransitionActor, facts: Partial<TransitionContext> = {}): TransitionContext => ({
  actor,
  nowMs: HOUR_MS,
  childCount: 0,
  environmentCount: 3,
  typedName: 'Europe',
  ...facts,
});

describe('environment state machine', () => {
  it('has exactly the arrows of the specification', () => {
    expect(ENVIRONMENT_TRANSITIONS.map(({ from, event, to }) => `${from ?? '-'} ${event} ${to}`)).toEqual([
      '- create New',
      'New workerStarted Creating',
      'Creating resourcesReady Active',
      'Creating creationFailed CreateFailed',
      'CreateFailed retry Creating',
      'CreateFailed delete SoftDeleting',
      'Active healthLost Error',
      'Error healthRestored Active',
      'Active delete SoftDeleting',
      'Error delete SoftDeleting',
      'SoftDeleting undo Active',
      'SoftDeleting undoUnfinished CreateFailed',
      'SoftDeleting windowOver Deleting',
      'Deleting purgeDone Deleted',
      'Deleting purgeFailed DeleteFailed',
      'DeleteFailed retry Deleting',
    ]);
  });

  it('refuses every event in every status that has no arrow for it', () => {
    for (const from of [null, ...ENVIRONMENT_STATUSES]) {
      for (const event of ENVIRONMENT_EVENTS) {
        const arrow = ENVIRONMENT_TRANSITIONS.find((each) => each.from === from && each.event === event);
        for (const actor of [system, productAdmin, provisioning]) {
          const result = transition(state(from), event, context(actor));
          const outcome = result.allowed ? result.to : result.why;
          const expected = arrow ? (result.allowed ? arrow.to : expect.any(String)) : 'noSuchTransition';
          expect(outcome).toEqual(expected);
        }
      }
    }
  });

  it('reaches every status from nothing, and nothing leaves Deleted', () => {
    const reached = new Set<EnvironmentStatus | null>([null]);
    for (const from of reached) {
      for (const arrow of ENVIRONMENT_TRANSITIONS) if (arrow.from === from) reached.add(arrow.to);
    }
    expect([...reached].filter((each) => each !== null).toSorted()).toEqual([...ENVIRONMENT_STATUSES].toSorted());
    expect(ENVIRONMENT_TRANSITIONS.filter(({ from }) => from === 'Deleted')).toEqual([]);
  });

  it('lets only the system report progress, and only people and applications create and delete', () => {
    for (const { from, event, by } of ENVIRONMENT_TRANSITIONS) {
      const facts = { nowMs: event === 'windowOver' ? DEFAULT_UNDO_WINDOW_MS : HOUR_MS };
      expect(transition(state(from), event, context(system, facts)).allowed).toBe(by.includes('system'));
      expect(transition(state(from), event, context(productAdmin, facts)).allowed).toBe(
        !by.includes('system') || event === 'retry',
      );
    }
  });

  it('lets these roles create a root, a child', () => {
    const creators = (isRoot: boolean) =>
      [...new Set(EDITIONS.flatMap((edition) => [...ROLES[edition]]))].filter(
        (role) => transition(state(null, { isRoot }), 'create', context(person(role))).allowed,
      );
    expect(creators(true)).toEqual(['ProductAdmin']);
    expect(creators(false)).toEqual(['ProductAdmin', 'AllAreas_Admin', 'PSPAdmin']);
    expect(transition(state(null), 'create', context(provisioning)).allowed).toBe(true);
    expect(transition(state(null, { isRoot: true }), 'create', context(provisioning)).allowed).toBe(false);
    const risk: TransitionActor = { kind: 'application', apiRoles: ['Risk_API'] };
    expect(transition(state(null), 'create', context(risk)).allowed).toBe(false);
  });

  it.each(['Active', 'Error'] as const)(
    'deletes from %s without children, not the last, and with the name typed',
    (from) => {
      const attempt = (facts: Partial<TransitionContext>) =>
        transition(state(from), 'delete', context(productAdmin, facts));
      expect(attempt({})).toEqual({ allowed: true, to: 'SoftDeleting' });
      expect(attempt({ typedName: ' europe ' }).allowed).toBe(true);
      expect(attempt({ childCount: 1 })).toEqual({ allowed: false, why: 'noChild' });
      expect(attempt({ environmentCount: 1 })).toEqual({ allowed: false, why: 'notLast' });
      expect(attempt({ typedName: 'Europa' })).toEqual({ allowed: false, why: 'nameTyped' });
      expect(transition(state(from), 'delete', { ...context(provisioning), typedName: '' }).allowed).toBe(true);
    },
  );

  it('undoes a deletion within the window and purges after it', () => {
    const at = (nowMs: number, actor: TransitionActor, event: 'undo' | 'windowOver', undoWindowMs?: number) =>
      transition(state('SoftDeleting'), event, {
        ...context(actor, { nowMs }),
        ...(undoWindowMs === undefined ? {} : { undoWindowMs }),
      });
    expect(at(DEFAULT_UNDO_WINDOW_MS - 1, productAdmin, 'undo')).toEqual({ allowed: true, to: 'Active' });
    expect(at(DEFAULT_UNDO_WINDOW_MS, productAdmin, 'undo')).toEqual({ allowed: false, why: 'withinWindow' });
    expect(at(DEFAULT_UNDO_WINDOW_MS - 1, system, 'windowOver')).toEqual({ allowed: false, why: 'windowOver' });
    expect(at(DEFAULT_UNDO_WINDOW_MS, system, 'windowOver')).toEqual({ allowed: true, to: 'Deleting' });
    expect(at(DAY_MS, productAdmin, 'undo', DAY_MS).allowed).toBe(false);
  });

  it('retries a failed purge for the product admin and the system only', () => {
    expect(transition(state('DeleteFailed'), 'retry', context(productAdmin)).allowed).toBe(true);
    expect(transition(state('DeleteFailed'), 'retry', context(system)).allowed).toBe(true);
    expect(transition(state('DeleteFailed'), 'retry', context(person('AllAreas_Admin'))).allowed).toBe(false);
    expect(transition(state('DeleteFailed'), 'retry', context(provisioning)).allowed).toBe(false);
  });

  it('waits longer after every failed purge, a day at most', () => {
    expect([1, 2, 3].map(purgeRetryDelayMs)).toEqual([MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS]);
    expect(purgeRetryDelayMs(50)).toBe(DAY_MS);
  });
});
