import type { EntryShape } from '../aggregates.ts';
import type { StoreMemory } from '../memory/store-memory.ts';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import {
  headerIn,
  newHeaderBytes,
  PIECES,
  SEQUENCE,
  type MappedHeader,
  type Piece,
  type PiecesMessage,
} from './mapped-layout.ts';

/** What another thread reads a store with: goes to it with `port` in the transfer list. */
export type StoreMapping = { readonly header: SharedArrayBuffer; readonly port: MessagePort };

/** Wraps round where the words of the header do. */
const next = (count: number): number => (count + 1) | 0;

/**
 * Shared memory of a store that this thread writes and others read (`MappedStore`). Writes stand between `beginWrite` and
 * `endWrite`: what other threads read meanwhile, they read again. Pieces go out before the sequence word is even again,
 * so a reader that knows fewer than the header counts finds them at its port.
 */
export class MappedMemory implements StoreMemory {
  readonly #bytes = newHeaderBytes();
  readonly #header: MappedHeader = headerIn(this.#bytes);
  readonly #tables = new Map<number, Piece>();
  readonly #pages: Piece[] = [];
  readonly #ports = new Set<MessagePort>();
  #fresh: Piece[] = [];
  #count = 0;

  table(partition: number, size: number): SharedArrayBuffer {
    const bytes = new SharedArrayBuffer(size);
    const piece = { partition, bytes };
    this.#tables.set(partition, piece);
    this.#add(piece);
    return bytes;
  }

  page(shape: EntryShape, size: number): SharedArrayBuffer {
    const bytes = new SharedArrayBuffer(size);
    const piece = { shape, bytes };
    this.#pages.push(piece);
    this.#add(piece);
    return bytes;
  }

  perPartition(): Float64Array {
    return this.#header.perPartition;
  }

  #add(piece: Piece): void {
    this.#count = next(this.#count);
    if (this.#ports.size > 0) this.#fresh.push(piece);
  }

  /** Where a write failed half way, the store stays unreadable for others until one has come to its end. */
  beginWrite(): void {
    const { words } = this.#header;
    // An exchange, as a store may be overtaken by what is written after it.
    if ((Atomics.load(words, SEQUENCE) & 1) === 0) Atomics.add(words, SEQUENCE, 1);
  }

  /** @param position of the last event that the store holds now. */
  endWrite(position: number): void {
    const { words } = this.#header;
    if (this.#fresh.length > 0) {
      const message: PiecesMessage = { pieces: this.#fresh, count: this.#count };
      for (const port of this.#ports) port.postMessage(message);
      this.#fresh = [];
    }
    this.#header.position[0] = position;
    Atomics.store(words, PIECES, this.#count);
    if ((Atomics.load(words, SEQUENCE) & 1) === 1) Atomics.add(words, SEQUENCE, 1);
    Atomics.notify(words, SEQUENCE);
  }

  /** Lets another thread read, until `detach`. Not while the store is written. */
  attach(): { readonly mapping: StoreMapping; readonly detach: () => void } {
    const { port1, port2 } = new MessageChannel();
    // Only what a thread asks for keeps the process alive.
    port1.unref();
    const message: PiecesMessage = { pieces: [...this.#tables.values(), ...this.#pages], count: this.#count };
    port1.postMessage(message);
    this.#ports.add(port1);
    const detach = (): void => {
      this.#ports.delete(port1);
      port1.close();
    };
    return { mapping: { header: this.#bytes, port: port2 }, detach };
  }
}
