import type { RedisClient } from './redis-connection.ts';

/** A node that says nothing for so long leaves its shards to the others. */
const LEASE_MS = 3000;

/** Renews this node's lease by the clock of Redis; gives the store's generation and every node whose lease holds. */
const RENEW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return {redis.call('GET', KEYS[2]) or '0', unpack(redis.call('ZRANGE', KEYS[1], 0, -1))}`;

/** Moves the generation on, unless another node did. */
const START_OVER = `
if (redis.call('GET', KEYS[1]) or '0') == ARGV[1] then return redis.call('INCR', KEYS[1]) end
return redis.call('GET', KEYS[1])`;

/** FNV-1a with a final mix: any even spread will do, as long as every node finds the same. */
const weightOf = (node: string, shard: number): number => {
  let hash = 0x811c_9dc5;
  for (const character of `${node} ${shard}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x0100_0193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
};

/**
 * Which nodes share a store, and which of them writes a shard: the one that weighs most for it (rendezvous hashing), so
 * that a node that comes or goes moves only its own share. Two nodes that see different members may try the same shard;
 * only one of them finds it where it read it, so a wrong guess costs work and nothing else.
 */
export class NodeMembership {
  readonly #client: RedisClient;
  readonly #name: string;
  readonly #node: string;
  #members: readonly string[] = [];
  #generation: string | undefined;

  constructor(client: RedisClient, name: string, node: string) {
    this.#client = client;
    this.#name = name;
    this.#node = node;
  }

  get members(): number {
    return this.#members.length;
  }

  /** Renews the lease; gives the generation of the store. */
  async renew(): Promise<string> {
    const reply = await this.#client.eval(RENEW, 2, this.#key('nodes'), this.#key('generation'), this.#node, LEASE_MS);
    const [generation = '0', ...members] = (reply as unknown[]).map(String);
    this.#members = members;
    this.#generation = generation;
    return generation;
  }

  /** Whether this node writes a shard. */
  owns(shard: number): boolean {
    const own = weightOf(this.#node, shard);
    return this.#members.every((member) => {
      const weight = weightOf(member, shard);
      return weight < own || (weight === own && member <= this.#node);
    });
  }

  /** Gives up everything that is stored, for all nodes: they begin again from the log. */
  async startOver(): Promise<void> {
    await this.#client.eval(START_OVER, 1, this.#key('generation'), this.#generation ?? '0');
  }

  /** Leaves the shards to the others at once. */
  async leave(): Promise<void> {
    await this.#client.zrem(this.#key('nodes'), this.#node);
  }

  #key(what: string): string {
    return `{${this.#name}}.${what}`;
  }
}
