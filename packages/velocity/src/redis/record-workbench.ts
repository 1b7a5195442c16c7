import { SlabStore, type TrialEvent } from '../store/slab-store.ts';
import type { WindowReading } from '../entries/entry-runs.ts';
import type { SecondSpan } from '../windows/window.ts';
import type { Contribution } from './counted-batch.ts';

/**
 * Reads and changes records of keys with the very code of the store in process: a record goes into a store of its own,
 * alone, and comes out again. So both stores agree on everything, caps and estimates included.
 */
export class RecordWorkbench {
  readonly #store = new SlabStore();

  /** The record with more events in it; `record` is null for a key that has none yet. */
  change(lo: number, hi: number, record: Uint8Array | null, changes: Iterable<Contribution>): Uint8Array | undefined {
    this.#lay(lo, hi, record, changes);
    const changed = this.#store.exportKey(lo, hi);
    this.#store.removeKey(lo, hi);
    return changed;
  }

  /** What a window holds of a record with more events in it; `trial` is one more, counted nowhere. */
  read(
    { lo, hi }: { readonly lo: number; readonly hi: number },
    record: Uint8Array | null,
    changes: Iterable<Contribution>,
    { span, trial }: { readonly span: SecondSpan; readonly trial: TrialEvent | undefined },
    into: WindowReading,
  ): void {
    this.#lay(lo, hi, record, changes);
    if (trial) this.#store.readWith(lo, hi, span, into, trial);
    else this.#store.read(lo, hi, span, into);
    this.#store.removeKey(lo, hi);
  }

  #lay(lo: number, hi: number, record: Uint8Array | null, changes: Iterable<Contribution>): void {
    if (record) this.#store.importKey(lo, hi, record);
    for (const { aggregate, second, value } of changes) this.#store.add(aggregate, lo, hi, second, value);
  }
}
