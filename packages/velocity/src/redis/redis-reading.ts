import type { WindowReading } from '../entries/entry-runs.ts';
import type { TrialEvent } from '../store/slab-store.ts';
import type { SecondSpan } from '../windows/window.ts';
import type { RecordWorkbench } from './record-workbench.ts';
import { shardOf, type KeyId, type ShardRead } from './shard-store.ts';
import type { VelocityTail } from './velocity-tail.ts';

/** A record as it was read, with the position it holds everything up to. */
type Fetched = { readonly record: Uint8Array | null; readonly position: number };

export type ReadingParts = {
  readonly tail: VelocityTail;
  readonly workbench: RecordWorkbench;
  /** Undefined where the shard cannot be read now. */
  readonly fetch: (shard: number, keys: readonly KeyId[]) => Promise<ShardRead | undefined>;
  /** Brings the tail to where the log stands; gives up after a while without a word. */
  readonly follow: () => Promise<void>;
  /** Called with how many values were left unread in the end. */
  readonly onUnread: (values: number) => void;
};

/** Values may depend on values, which takes a round each; past this they are left unread. */
const MOST_ROUNDS = 8;

/**
 * The velocities in Redis as one event reads them. Nothing waits inside a rule: what is not at hand is noted and left
 * out, `fetchMissing` gets it, and the rules run again. Records of different shards stand at different positions; the
 * tail brings them all to its own, so what a run reads is the state after exactly one event of the log.
 */
export class RedisReading {
  readonly #parts: ReadingParts;
  readonly #fetched = new Map<string, Fetched | 'unreadable'>();
  readonly #wanted = new Map<string, KeyId>();
  readonly #unread = new Set<string>();
  #rounds = 0;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  /** Every event up to this position is in what is read now, and none after it. */
  get position(): number {
    return this.#parts.tail.position;
  }

  /** Whether the window of a key could be read; where it could not, `into` is as it was. `trial` counts as well. */
  read({ lo, hi }: KeyId, span: SecondSpan, into: WindowReading, trial?: TrialEvent): boolean {
    const { tail, workbench } = this.#parts;
    const name = `${lo} ${hi}`;
    const fetched = this.#fetched.get(name);
    if (fetched === undefined) {
      this.#wanted.set(name, { lo, hi });
      return false;
    }
    if (fetched === 'unreadable' || !tail.covers(shardOf(hi), fetched.position)) {
      this.#unread.add(name);
      return false;
    }
    workbench.read({ lo, hi }, fetched.record, tail.changesOf(lo, hi, fetched.position), { span, trial }, into);
    return true;
  }

  /** Fetches what could not be read; undefined where nothing is left that could be. */
  fetchMissing(): Promise<void> | undefined {
    if (this.#wanted.size > 0 && this.#rounds < MOST_ROUNDS) return this.#fetchWanted();
    const unread = this.#unread.size + this.#wanted.size;
    if (unread > 0) this.#parts.onUnread(unread);
    return undefined;
  }

  async #fetchWanted(): Promise<void> {
    const { tail, fetch, follow } = this.#parts;
    const isFirst = this.#rounds === 0;
    this.#rounds += 1;
    this.#unread.clear();
    const byShard = Map.groupBy(this.#wanted.values(), ({ hi }) => shardOf(hi));
    this.#wanted.clear();
    const reads = [...byShard].map(async ([shard, keys]) => ({ keys, read: await fetch(shard, keys) }));
    // What was answered before this event came must be in what it sees, whichever node answered it.
    const [found] = await Promise.all([Promise.all(reads), isFirst ? follow() : undefined]);
    let newest = 0;
    for (const { keys, read } of found) {
      newest = Math.max(newest, read?.standing?.position ?? 0);
      for (const [index, { lo, hi }] of keys.entries()) this.#fetched.set(`${lo} ${hi}`, fetchedOf(read, index));
    }
    if (newest > tail.position) await follow();
  }
}

const fetchedOf = (read: ShardRead | undefined, index: number): Fetched | 'unreadable' => {
  const standing = read?.standing ?? null;
  if (standing === null || standing.position < standing.readableFrom) return 'unreadable';
  return { record: read?.records[index] ?? null, position: standing.position };
};
