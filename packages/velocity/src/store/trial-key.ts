import type { Aggregate } from '../aggregates.ts';
import type { WindowReading } from '../entries/entry-runs.ts';
import type { SecondSpan } from '../windows/window.ts';
import { SlabStore } from './slab-store.ts';

/** One event more than a key has. */
export type TrialEvent = { readonly aggregate: Aggregate; readonly second: number; readonly value: number };

/**
 * Reads what a window of a key would hold with one more event, which is counted nowhere. The key's record goes through a
 * store of its own, so the answer is the one the real store would give after the event, past every cap. Costs as much as
 * the record is long.
 */
export class TrialKey {
  readonly #store: SlabStore;

  /** @param keepS as the store that the records come from has it. */
  constructor(keepS: number) {
    this.#store = new SlabStore({ keepS });
  }

  /** @param record of `SlabStore.exportKey`; undefined for a key without events. */
  read(record: Uint8Array | undefined, event: TrialEvent, span: SecondSpan, into: WindowReading): void {
    if (record) this.#store.importKey(0, 0, record);
    this.#store.add(event.aggregate, 0, 0, event.second, event.value);
    this.#store.read(0, 0, span, into);
    this.#store.removeKey(0, 0);
  }
}
