import type { WindowReading } from '../entries/entry-runs.ts';
import { OWN_MEMORY } from '../memory/store-memory.ts';
import { SlabStore, type TrialEvent } from '../store/slab-store.ts';
import type { SecondSpan } from '../windows/window.ts';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { headerIn, PIECES, SEQUENCE, type MappedHeader, type PiecesMessage } from './mapped-layout.ts';
import type { StoreMapping } from './mapped-memory.ts';

/** A state of the store, as long as nothing is written. */
export type StoreState = { readonly sequence: number; readonly position: number };

/**
 * `moved`: the store was written since its state was taken, and the reading means nothing. `elsewhere`: what was asked
 * for lies with the thread that writes.
 */
export type MappedOutcome = 'read' | 'moved' | 'elsewhere';

/** A write takes a few milliseconds at most, unless its thread lost its core; then asking is no slower. */
const WAIT_MS = 1;
const MOST_WAITS = 5;

/**
 * A store that another thread writes, read in this one from the same memory: each reading as the store stood at one state,
 * or not at all. It may block this thread for `MOST_WAITS` milliseconds.
 */
export class MappedStore {
  readonly #header: MappedHeader;
  readonly #port: MessagePort;
  /** For a fence: what this thread alone changes. */
  readonly #fence = new Int32Array(new SharedArrayBuffer(4));
  readonly #store: SlabStore;
  #known = 0;

  constructor({ header, port }: StoreMapping) {
    this.#header = headerIn(header);
    this.#port = port;
    const { perPartition } = this.#header;
    this.#store = new SlabStore({ memory: { ...OWN_MEMORY, perPartition: () => perPartition } });
    this.refresh();
  }

  /** The state now; undefined where the store is being written for long. */
  take(): StoreState | undefined {
    const { words, position } = this.#header;
    for (let waits = 0; ;) {
      const sequence = Atomics.load(words, SEQUENCE);
      if ((sequence & 1) === 0) {
        if (this.#known !== Atomics.load(words, PIECES)) this.refresh();
        const state = { sequence, position: position[0] ?? 0 };
        if (this.#stands(sequence)) return this.#known === Atomics.load(words, PIECES) ? state : undefined;
        continue;
      }
      if (waits === MOST_WAITS) return undefined;
      Atomics.wait(words, SEQUENCE, sequence, WAIT_MS);
      waits += 1;
    }
  }

  /** Reads a window as `SlabStore` does, with `event` as `readWith` does. */
  read(
    { sequence }: StoreState,
    lo: number,
    hi: number,
    span: SecondSpan,
    into: WindowReading,
    event?: TrialEvent,
  ): MappedOutcome {
    let isHere = true;
    try {
      if (event === undefined) this.#store.read(lo, hi, span, into);
      else this.#store.readWith(lo, hi, span, into, event);
      isHere = !Number.isNaN(into.value);
    } catch {
      // A word that was being written may name a page that is not there.
      isHere = false;
    }
    if (!this.#stands(sequence)) return 'moved';
    return isHere ? 'read' : 'elsewhere';
  }

  /** Takes the pieces that have come; now and then also where nothing is read, so that old tables are let go. */
  refresh(): void {
    for (let got = receiveMessageOnPort(this.#port); got !== undefined; got = receiveMessageOnPort(this.#port)) {
      const { pieces, count } = got.message as PiecesMessage;
      for (const piece of pieces) {
        if ('shape' in piece) this.#store.runs[piece.shape].slab.map(piece.bytes);
        else this.#store.tables[piece.partition]?.map(piece.bytes);
      }
      this.#known = count;
    }
  }

  /** Whether nothing was written since. The fence keeps readings from being made after the look at the word. */
  #stands(sequence: number): boolean {
    Atomics.add(this.#fence, 0, 0);
    return Atomics.load(this.#header.words, SEQUENCE) === sequence;
  }

  close(): void {
    this.#port.close();
  }
}
