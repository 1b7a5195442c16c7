import type { UnconditionalClause } from '@redoubt/contracts';
import type { Capability } from '@redoubt/domain';
import type { Json } from '@redoubt/kernel';
import type { Activity } from './activity-entry.ts';

/** What a command writes down, as the activity log keeps it; an import tells of resources as configuration files do. */
export type RecordedActivity = Pick<Activity, 'operation' | 'id' | 'name'> & {
  readonly type: string;
  readonly original: Json;
  readonly modified: Json;
  /** What looking at it needs, where the permission of the call says too little. */
  readonly shownWith?: Capability;
  /** Clauses it publishes that reject or challenge every event. */
  readonly unconditional?: readonly UnconditionalClause[];
};

type State = {
  readonly needsSecondPerson: boolean;
  readonly activities: readonly RecordedActivity[];
  readonly frozen: Readonly<Record<string, Json>>;
};

const NOTHING: State = { needsSecondPerson: false, activities: [], frozen: {} };

/** What a command does while it is tried before a second person sees it, or carried out after they approved it. */
export class ChangeRecorder {
  #state = NOTHING;

  /** Whether it changes what decides: without a second person it is taken back. */
  get needsSecondPerson(): boolean {
    return this.#state.needsSecondPerson && this.#state.activities.length > 0;
  }

  get activities(): readonly RecordedActivity[] {
    return this.#state.activities;
  }

  /** Clauses that it publishes and that reject or challenge every event. */
  get unconditional(): readonly UnconditionalClause[] {
    return this.#state.activities.flatMap(({ unconditional = [] }) => unconditional);
  }

  /** Members the body gets, so that what is approved is what was asked for. */
  get frozen(): Readonly<Record<string, Json>> {
    return this.#state.frozen;
  }

  requireSecondPerson(): void {
    this.#state = { ...this.#state, needsSecondPerson: true };
  }

  record(activity: RecordedActivity): void {
    this.#state = { ...this.#state, activities: [...this.#state.activities, activity] };
  }

  freeze(members: Readonly<Record<string, Json>>): void {
    this.#state = { ...this.#state, frozen: { ...this.#state.frozen, ...members } };
  }

  /** What has been recorded so far, to be gone back to where a part is taken back. */
  mark(): State {
    return this.#state;
  }

  reset(state: State): void {
    this.#state = state;
  }
}
