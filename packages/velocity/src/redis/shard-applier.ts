import { setTimeout as delay } from 'node:timers/promises';
import type { CountedBatch } from './counted-batch.ts';
import type { NodeMembership } from './node-membership.ts';
import { RecordWorkbench } from './record-workbench.ts';
import { isSame, SHARDS, type ShardStore, type ShardWrite, type Standing } from './shard-store.ts';
import { changesByShard, type KeyChanges, type VelocityTail } from './velocity-tail.ts';

/** The log as velocities read it. */
export type ContributionLog = {
  /** Position of the newest committed event; 0 before the first. */
  readonly lastPosition: () => Promise<number>;
  /** The events after a position, about `maxEvents` at most; undefined at the end. */
  readonly read: (after: number, maxEvents: number) => Promise<CountedBatch | undefined>;
};

/** What arrives within this time changes a key once: readers do not wait for it, they have the tail. */
const CYCLE_MS = 50;
const LOOK_EVERY_MS = 1000;
const PAUSE_AFTER_FAILURE_MS = 250;
const READ_EVENTS = 5000;
/** What was applied stays in the tail for a while, for records that come from a server that fell behind. */
const KEEP_APPLIED_MS = 3000;
/** Contributions in the tail; past it the older half goes, and its shards are built from the log. */
const MAX_TAIL = 2_000_000;

export type ShardApplierParts = {
  /** The store as the generation of the moment has it. */
  readonly storeOf: (generation: string) => ShardStore;
  readonly membership: Pick<NodeMembership, 'renew' | 'owns' | 'startOver' | 'leave'>;
  readonly tail: VelocityTail;
  readonly log: ContributionLog;
  /** Called with how each step ended: with a failure, or undefined. The next attempt follows by itself. */
  readonly onCycle: (error: unknown) => void;
};

/** Positions of the tail a while ago, to know what may go. */
class PastPositions {
  readonly #seen: { readonly atMs: number; readonly position: number }[] = [];

  note(position: number, nowMs: number): number {
    this.#seen.push({ atMs: nowMs, position });
    while ((this.#seen[1]?.atMs ?? nowMs) <= nowMs - KEEP_APPLIED_MS) this.#seen.shift();
    const [oldest] = this.#seen;
    return oldest && oldest.atMs <= nowMs - KEEP_APPLIED_MS ? oldest.position : 0;
  }
}

/**
 * Brings the shards this node owns up to the log, from the tail or, where that begins too late, from the log itself. A
 * write takes place only where the shard still stands as it was read, so each event counts once whatever fails.
 */
export class ShardApplier {
  readonly #parts: ShardApplierParts;
  readonly #workbench = new RecordWorkbench();
  readonly #past = new PastPositions();
  /** By shard; undefined where it cannot be reached. */
  #standings: (Standing | undefined)[] = SHARDS.map(() => undefined);
  #generation = '0';
  #lookedMs = Number.NEGATIVE_INFINITY;
  #closed = false;
  #running: Promise<void> | undefined;

  constructor(parts: ShardApplierParts) {
    this.#parts = parts;
  }

  get generation(): string {
    return this.#generation;
  }

  get standings(): readonly (Standing | undefined)[] {
    return this.#standings;
  }

  start(): void {
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
    await this.#parts.membership.leave().catch(() => undefined);
  }

  /** Looks where every shard stands; what was lost behind the log's end starts over. */
  async look(): Promise<void> {
    const { membership, storeOf, tail, log } = this.#parts;
    this.#lookedMs = performance.now();
    // Where one server of a cluster is away, the others go on with the nodes that were there.
    this.#generation = await membership.renew().catch(() => this.#generation);
    const found = await storeOf(this.#generation)
      .standings()
      .catch((error: unknown) => {
        this.#standings = SHARDS.map(() => undefined);
        throw error;
      });
    const newest = found.reduce((most, standing) => Math.max(most, standing?.position ?? 0), 0);
    if (newest > tail.position && newest > (await log.lastPosition())) {
      // The log lost its end (restored, or another PostgreSQL took over): what was counted of it must not stay.
      await membership.startOver();
      this.#standings = SHARDS.map(() => undefined);
      return;
    }
    // Not before: a node that starts would take shards ahead of the log for readable.
    this.#standings = [...found];
    this.#trim();
  }

  #trim(): void {
    const { tail } = this.#parts;
    const old = this.#past.note(tail.position, performance.now());
    const isTooLong = tail.size > MAX_TAIL;
    for (const shard of SHARDS) {
      const applied = this.#standings[shard]?.position ?? 0;
      tail.forget(shard, isTooLong ? old : Math.min(old, applied));
    }
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      let pauseMs = CYCLE_MS;
      try {
        if (await this.#cycle()) pauseMs = 0;
        this.#parts.onCycle(undefined);
      } catch (error) {
        this.#parts.onCycle(error ?? new Error('unknown failure'));
        pauseMs = PAUSE_AFTER_FAILURE_MS;
      }
      await delay(pauseMs);
    }
  }

  /** Brings every shard of this node one step further; says whether a next step can follow at once. */
  async #cycle(): Promise<boolean> {
    const looks = performance.now() - this.#lookedMs >= LOOK_EVERY_MS;
    if (looks) await this.look();
    const { tail, membership } = this.#parts;
    const { position } = tail;
    const [followed, behind] = [[] as number[], [] as number[]];
    for (const shard of SHARDS) {
      const standing = this.#standings[shard];
      if (standing === undefined || !membership.owns(shard)) continue;
      const applied = standing?.position ?? 0;
      if (standing === null) behind.push(shard);
      else if (applied >= position) continue;
      else if (!tail.covers(shard, applied)) behind.push(shard);
      // Shards that nothing happened in follow now and then.
      else if (looks || tail.hasChanges(shard, applied)) followed.push(shard);
    }
    await allOf(followed.map((shard) => this.#follow(shard, position)));
    return behind.length > 0 && this.#build(behind);
  }

  /** Brings shards that begin before the tail one batch of the log further; says whether there was one. */
  async #build(shards: readonly number[]): Promise<boolean> {
    const { log } = this.#parts;
    const missing = shards.filter((shard) => this.#standings[shard] === null);
    if (missing.length > 0) {
      const to = { position: 0, readableFrom: await log.lastPosition() };
      await allOf(missing.map((shard) => this.#write({ shard, from: null, to, records: [] })));
      return true;
    }
    const batch = await log.read(Math.min(...shards.map((shard) => this.#positionOf(shard))), READ_EVENTS);
    if (batch === undefined) return false;
    const changes = changesByShard(batch);
    const stale = shards.filter((shard) => this.#positionOf(shard) < batch.to);
    await allOf(stale.map((shard) => this.#apply(shard, after(this.#positionOf(shard), changes.get(shard)), batch.to)));
    return true;
  }

  #positionOf(shard: number): number {
    return this.#standings[shard]?.position ?? 0;
  }

  #follow(shard: number, position: number): Promise<void> {
    return this.#apply(shard, this.#parts.tail.changesIn(shard, this.#positionOf(shard), position), position);
  }

  async #apply(shard: number, keys: readonly KeyChanges[], position: number): Promise<void> {
    const from = this.#standings[shard] ?? null;
    if (from === null) return;
    const records: ShardWrite['records'][number][] = [];
    if (keys.length > 0) {
      const read = await this.#parts.storeOf(this.#generation).read(shard, keys);
      if (!isSame(read.standing, from)) {
        this.#standings[shard] = read.standing;
        return;
      }
      for (const [index, { lo, hi, changes }] of keys.entries()) {
        const record = this.#workbench.change(lo, hi, read.records[index] ?? null, changes);
        if (record) records.push({ lo, hi, record });
      }
    }
    await this.#write({ shard, from, to: { ...from, position }, records });
  }

  async #write(write: ShardWrite): Promise<void> {
    this.#standings[write.shard] = await this.#parts.storeOf(this.#generation).write(write);
  }
}

/** What happened after a position. */
const after = (position: number, keys: readonly KeyChanges[] = []): readonly KeyChanges[] =>
  keys.flatMap((key): KeyChanges[] => {
    const changes = key.changes.filter((change) => change.position > position);
    return changes.length === 0 ? [] : [{ ...key, changes }];
  });

/** Waits for all of them, then fails with the first failure: none goes on unseen. */
const allOf = async (work: readonly Promise<void>[]): Promise<void> => {
  for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') throw result.reason;
};
