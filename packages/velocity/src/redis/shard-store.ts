import { createHash } from 'node:crypto';
import { PARTITIONS } from '../port.ts';
import type { RedisClient } from './redis-connection.ts';

/** Records live as long as a window can reach: 90 days, up to a day that alignment adds, and a week of delay. */
const KEEP_S = 98 * 86_400;

/** Where a shard stands; null where nothing was ever put there. */
export type Standing = {
  /** Every event up to this position is in its records, none after it. */
  readonly position: number;
  /** While it is built from the log, the position from which on it may be read; else not past `position`. */
  readonly readableFrom: number;
} | null;

export type KeyId = { readonly lo: number; readonly hi: number };

export type ShardRead = { readonly standing: Standing; readonly records: readonly (Buffer | null)[] };

export type ShardWrite = {
  readonly shard: number;
  /** Where the shard must stand for the write to happen. */
  readonly from: Standing;
  readonly to: NonNullable<Standing>;
  readonly records: readonly (KeyId & { readonly record: Uint8Array })[];
};

/** Sets records only where the shard stands as it was read; gives what it stands at then. */
const COMMIT = `
local at = redis.call('GET', KEYS[1]) or ''
if at ~= ARGV[1] then return at end
for i = 2, #KEYS do redis.call('SET', KEYS[i], ARGV[i + 2], 'EX', ARGV[3]) end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return ARGV[2]`;
const COMMIT_SHA = createHash('sha1').update(COMMIT).digest('hex');

const textOf = (standing: Standing): string =>
  standing === null ? '' : `${standing.position} ${standing.readableFrom}`;

const standingOf = (text: string | null): Standing => {
  if (text === null || text === '') return null;
  const [position = 0, readableFrom = 0] = text.split(' ').map(Number);
  return { position, readableFrom };
};

/** Whether two standings are the same. */
export const isSame = (a: Standing, b: Standing): boolean => textOf(a) === textOf(b);

/** Every shard of a store. */
export const SHARDS: readonly number[] = Array.from({ length: PARTITIONS }, (_, shard) => shard);

export const shardOf = (hi: number): number => hi >>> 24;

/**
 * Records of velocity keys in Redis, in 256 shards. A shard is one hash tag, so it lies on one server of a cluster, and
 * its records and its position are read and written as one. What it holds is a function of its position alone.
 */
export class ShardStore {
  readonly #client: RedisClient;
  readonly #name: string;

  /** @param name of everything kept here, such as `redoubt:8f3a.1`; letters, digits, dots and colons. */
  constructor(client: RedisClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** Where a shard stands and what it holds of some keys, all at one moment. */
  async read(shard: number, keys: readonly KeyId[]): Promise<ShardRead> {
    const [standing, ...records] = await this.#client.mgetBuffer([
      this.#standingKey(shard),
      ...keys.map((key) => this.#recordKey(shard, key)),
    ]);
    return { standing: standingOf(standing?.toString() ?? null), records };
  }

  /** Where every shard stands; undefined for one that cannot be reached. Fails where none can. */
  async standings(): Promise<readonly (Standing | undefined)[]> {
    const asked = SHARDS.map(async (shard) => standingOf(await this.#client.get(this.#standingKey(shard))));
    const answers = await Promise.allSettled(asked);
    const [first] = answers;
    if (first?.status === 'rejected' && answers.every(({ status }) => status === 'rejected')) throw first.reason;
    return answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined));
  }

  /** Writes records and moves the shard on, if it still stands at `from`; gives where it stands then. */
  async write({ shard, from, to, records }: ShardWrite): Promise<Standing> {
    const keys = [this.#standingKey(shard), ...records.map((key) => this.#recordKey(shard, key))];
    const values = records.map(({ record }) => Buffer.from(record.buffer, record.byteOffset, record.byteLength));
    const given = [keys.length, ...keys, textOf(from), textOf(to), KEEP_S, ...values];
    return standingOf(String(await this.#run(given)));
  }

  async #run(given: (string | number | Buffer)[]): Promise<unknown> {
    try {
      return await this.#client.call('EVALSHA', COMMIT_SHA, ...given);
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return this.#client.call('EVAL', COMMIT, ...given);
    }
  }

  #standingKey(shard: number): string {
    return `{${this.#name}.${shard}}.at`;
  }

  #recordKey(shard: number, { lo, hi }: KeyId): string {
    return `{${this.#name}.${shard}}.${hi.toString(36)}.${lo.toString(36)}`;
  }
}
