import { PARTITIONS } from '../port.ts';
import { contributionsOf, type Contribution, type CountedBatch } from './counted-batch.ts';

/** What happened to one key, in order of position. */
export type KeyChanges = { readonly lo: number; readonly hi: number; readonly changes: readonly Contribution[] };

/** Index of the first contribution after a position. */
const firstAfter = (changes: readonly Contribution[], position: number): number => {
  let low = 0;
  let high = changes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((changes[middle]?.position ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
};

class ShardTail {
  /** By the low half of the hash; keys that share it stand in one list. */
  readonly byLow = new Map<number, Contribution[]>();
  /** Everything after this position is here. */
  from: number;
  /** Position of the last contribution. */
  newest = 0;

  constructor(from: number) {
    this.from = from;
  }
}

/**
 * The newest part of the log as velocities see it. What a shard in Redis has yet to take stands here, so that a record
 * read at any position it covers can be brought to the position of the tail.
 */
export class VelocityTail {
  readonly #shards: readonly ShardTail[];
  #position: number;
  #size = 0;

  constructor(from: number) {
    this.#position = from;
    this.#shards = Array.from({ length: PARTITIONS }, () => new ShardTail(from));
  }

  /** Position of the last event taken. */
  get position(): number {
    return this.#position;
  }

  /** Contributions held. */
  get size(): number {
    return this.#size;
  }

  /** Takes the events that follow; batches come in order and without gap. */
  take(batch: CountedBatch): void {
    for (const contribution of contributionsOf(batch)) {
      const shard = this.#shard(contribution.hi >>> 24);
      const known = shard.byLow.get(contribution.lo);
      if (known) known.push(contribution);
      else shard.byLow.set(contribution.lo, [contribution]);
      shard.newest = contribution.position;
      this.#size += 1;
    }
    this.#position = batch.to;
  }

  /** Whether everything is here that came after a position. */
  covers(shard: number, position: number): boolean {
    return position >= this.#shard(shard).from && position <= this.#position;
  }

  /** Whether anything happened in a shard after a position. */
  hasChanges(shard: number, after: number): boolean {
    return this.#shard(shard).newest > after;
  }

  /** What happened to a key after a position. */
  *changesOf(lo: number, hi: number, after: number): Generator<Contribution> {
    const all = this.#shard(hi >>> 24).byLow.get(lo);
    if (!all) return;
    for (let index = firstAfter(all, after); index < all.length; index += 1) {
      const change = all[index];
      if (change?.hi === hi) yield change;
    }
  }

  /** What happened in a shard after position `after`, up to and including `to`. */
  changesIn(shard: number, after: number, to: number): readonly KeyChanges[] {
    const keys: KeyChanges[] = [];
    for (const [lo, all] of this.#shard(shard).byLow) {
      const changes = all.slice(firstAfter(all, after), firstAfter(all, to));
      if (changes.length > 0) keys.push(...splitByHigh(lo, changes));
    }
    return keys;
  }

  /** Drops what happened in a shard up to and including a position. */
  forget(shard: number, position: number): void {
    const tail = this.#shard(shard);
    if (position <= tail.from) return;
    tail.from = position;
    for (const [lo, all] of tail.byLow) {
      const stale = firstAfter(all, position);
      if (stale === 0) continue;
      this.#size -= stale;
      if (stale === all.length) tail.byLow.delete(lo);
      else all.splice(0, stale);
    }
  }

  #shard(shard: number): ShardTail {
    const found = this.#shards[shard];
    if (!found) throw new RangeError(`there is no shard ${shard}`);
    return found;
  }
}

const splitByHigh = (lo: number, changes: readonly Contribution[]): readonly KeyChanges[] => {
  const [first] = changes;
  if (first && changes.every(({ hi }) => hi === first.hi)) return [{ lo, hi: first.hi, changes }];
  return [...Map.groupBy(changes, ({ hi }) => hi)].map(([hi, ofKey]) => ({ lo, hi, changes: ofKey }));
};

/** Everything that happened in each shard within a batch of the log. */
export const changesByShard = (batch: CountedBatch): ReadonlyMap<number, readonly KeyChanges[]> => {
  const shards = Map.groupBy(contributionsOf(batch), ({ hi }) => hi >>> 24);
  return new Map(
    [...shards].map(([shard, all]) => {
      const byLow = Map.groupBy(all, ({ lo }) => lo);
      return [shard, [...byLow].flatMap(([lo, changes]) => splitByHigh(lo, changes))] as const;
    }),
  );
};
