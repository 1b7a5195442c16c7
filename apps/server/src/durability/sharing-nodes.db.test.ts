import { newId, type JsonObject } from '@redoubt/kernel';
import { unlockInstallation, verifySharedVelocities } from '@redoubt/services';
import { decodeSegment, type SegmentRow, type StoredEvent } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { untilEnded, untilReady, type ServerProcess } from '@redoubt/testing/durability';
import { hasRedisServer, startRedisCluster, startRedisServer } from '@redoubt/testing/redis';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNodes, engineerAt, merchantAt, publishOn, type Sent } from '../testing/nodes.ts';

const PATIENCE_MS = 60_000;
const KEY = 'the same secret on every node of this test';
const COUNTING = {
  name: 'Counting',
  code: `OBSERVE Output(
    tries = Velocity.purchasesPerEmail(@"user.email", 1d),
    spent = Velocity.spentPerEmail(@"user.email", 1d),
    here = Velocity.emailsPerIp(@"deviceContext.ipAddress", 1d))`,
};

const db = useDatabase();
let root = '';
const nodes = createNodes(db, () => root);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'redoubt-sharing-'));
});
afterAll(async () => {
  await nodes.killAll();
  await rm(root, { recursive: true, force: true });
});

/** Waits for Redis as long as a slow machine may need: an unread value would be another decision. */
const sharing = (url: string) => ({ REDIS_URL: url, REDIS_TIMEOUT_MS: '1500', REDOUBT_KEY: KEY });

/** A purchase of one of a few people from one of a few addresses; no person is in two crowds. */
const purchaseOf = (crowd: number, number: number): JsonObject => ({
  user: { userId: `u${number % 3}`, email: `e${number % 3}@crowd${crowd}.example` },
  deviceContext: { deviceContextId: newId(), ipAddress: `10.${crowd}.0.${number % 4}` },
  totalAmount: number + 0.25,
});

const outputOf = ({ status, body }: Sent): unknown => {
  expect(status).toBe(200);
  return (body.resultDetails as { MerchantRuleOutput?: { All?: unknown } }).MerchantRuleOutput?.All;
};

const readLog = async (): Promise<readonly StoredEvent[]> => {
  const rows = await db.asAdmin<SegmentRow>(
    `select tenant_id, environment_id, first_position::float8 as first_position, codec, heads, data
       from segment order by first_position`,
  );
  return rows.flatMap(decodeSegment);
};

type Read = {
  readonly position: number;
  readonly readPosition: number;
  readonly second: number;
  readonly email: string;
  readonly tries: unknown;
};

/** What each purchase read of one velocity, with where it says it stood. */
const readsOf = (events: readonly StoredEvent[]): readonly Read[] =>
  events.map(({ position, eventTimeMs, requestText, inputsText }) => {
    const { user: sent } = JSON.parse(requestText) as { user: { email: string } };
    const { readPosition, velocities = {} } = JSON.parse(inputsText) as {
      readPosition: number;
      velocities?: Record<string, readonly (readonly [window: string, key: string, value: unknown])[]>;
    };
    const [, read = []] = Object.entries(velocities).find(([name]) => name.endsWith('.purchasesPerEmail')) ?? [];
    const tries = read.find(([window]) => window === '1d')?.[2];
    return { position, readPosition, second: Math.floor(eventTimeMs / 1000), email: sent.email, tries };
  });

describe.skipIf(!hasRedisServer)('nodes that share velocities in Redis', () => {
  it('decide as one node does on the same ordered input, and only among themselves', async () => {
    const redis = await startRedisServer();
    try {
      const alone = await nodes.start('a', { REDOUBT_KEY: KEY });
      await untilReady(alone);
      const lonely = await merchantAt(alone, join(root, 'a'));
      await publishOn(alone, await engineerAt(db.database, alone, join(root, 'a')), lonely.facts, COUNTING);
      const isCounting = async (): Promise<boolean> => outputOf(await lonely.purchase(purchaseOf(9, 0))) !== undefined;
      await expect.poll(isCounting, { timeout: PATIENCE_MS, interval: 20 }).toBe(true);
      const expected: unknown[] = [];
      for (let number = 0; number < 40; number += 1) {
        expected.push(outputOf(await lonely.purchase(purchaseOf(1, number))));
      }
      expect(expected.at(-1)).toEqual({ tries: '13', spent: '237.25', here: '3' });
      const tooEarly = await nodes.start('b', sharing(redis.url));
      expect(await untilEnded(tooEarly)).toBe(1);
      expect(tooEarly.output()).toMatch(
        /"msg":"Another node decides events on this database already, .*REDIS_URL there.*\."/,
      );
      expect(await alone.stop()).toBe(0);

      const first = await nodes.start('a', sharing(redis.url));
      await untilReady(first);
      const second = await nodes.start('b', sharing(redis.url));
      await untilReady(second);
      const merchants = [await merchantAt(first, join(root, 'b')), await merchantAt(second, join(root, 'b'))];
      const found: unknown[] = [];
      for (let number = 0; number < 40; number += 1) {
        const merchant = merchants[number % 2] ?? lonely;
        found.push(outputOf(await merchant.purchase(purchaseOf(2, number))));
      }
      expect(found).toEqual(expected);

      const engineer = await engineerAt(db.database, first, join(root, 'a'));
      await publishOn(first, engineer, lonely.facts, { name: 'Later', code: 'RETURN Reject("published elsewhere")' });
      await expect
        .poll(async () => JSON.stringify((await merchants[1]?.purchase(purchaseOf(9, 1)))?.body), {
          timeout: PATIENCE_MS,
          interval: 20,
        })
        .toContain('published elsewhere');

      const apart = await nodes.start('c', { REDOUBT_KEY: KEY });
      expect(await untilEnded(apart)).toBe(1);
      expect(apart.output()).toMatch(
        /"msg":"Another node decides events on this database already, .*REDIS_URL on every.*\."/,
      );
    } finally {
      await nodes.killAll();
      await redis.stop();
    }
  }, 400_000);

  it('lose nothing and count nothing twice in a cluster when one of them is killed under load', async () => {
    const cluster = await startRedisCluster();
    try {
      let first = await nodes.start('a', sharing(cluster.url));
      await untilReady(first);
      const second = await nodes.start('b', sharing(cluster.url));
      await untilReady(second);
      const merchantOn = (node: ServerProcess) => merchantAt(node, join(root, 'b'));
      let merchants = [await merchantOn(first), await merchantOn(second)];
      const acknowledged = new Set<string>();
      let isOver = false;
      /** Sends the same purchase until some node answers it. */
      const sendOne = async (number: number): Promise<void> => {
        const changes = { purchaseId: newId(), ...purchaseOf(3, number) };
        for (let attempt = number; !isOver; attempt += 1) {
          const answer = await merchants[attempt % 2]?.purchase(changes).catch(() => undefined);
          if (answer?.status !== 200) continue;
          acknowledged.add(changes.purchaseId);
          return;
        }
      };
      let sent = 0;
      const lanes = Array.from({ length: 6 }, async () => {
        while (!isOver) await sendOne((sent += 1));
      });
      const untilAcknowledged = (count: number) =>
        expect.poll(() => acknowledged.size, { timeout: PATIENCE_MS * 2, interval: 20 }).toBeGreaterThan(count);
      await untilAcknowledged(150);
      await first.kill();
      await untilAcknowledged(acknowledged.size + 150);
      first = await nodes.start('a', sharing(cluster.url));
      await untilReady(first);
      merchants = [await merchantOn(first), merchants[1] ?? (await merchantOn(second))];
      await untilAcknowledged(acknowledged.size + 150);
      isOver = true;
      await Promise.all(lanes);

      const log = await readLog();
      expect(log.map(({ position }) => position)).toEqual(log.map((_, index) => index + 1));
      const stored = new Map(log.map(({ eventId }) => [eventId, 0]));
      for (const { eventId } of log) stored.set(eventId, (stored.get(eventId) ?? 0) + 1);
      expect([...acknowledged].filter((id) => stored.get(id) !== 1)).toEqual([]);
      // Whichever node decided, and whatever other nodes decided meanwhile: it saw the state after exactly one event of
      // the log.
      const reads = readsOf(log);
      const wrong = reads.filter(({ position, readPosition, second, email, tries }) => {
        if (tries === undefined) return false;
        // A window ends with the second of its event, whatever came in later and was stored before.
        const isIn = (each: Read) => each.email === email && each.position <= readPosition && each.second <= second;
        return readPosition >= position || tries !== reads.filter(isIn).length;
      });
      expect(wrong).toEqual([]);
      expect(reads.filter(({ tries }) => tries !== undefined).length).toBeGreaterThan(500);
      const { hashing: installationKey } = await unlockInstallation(db.database, { key: KEY });
      const verified = await verifySharedVelocities(db.database, { installationKey, url: cluster.url });
      expect(verified.differences).toEqual([]);
      expect(verified.keys).toBeGreaterThan(10);
    } finally {
      await nodes.killAll();
      await cluster.stop();
    }
  }, 600_000);

  it.each([
    ['redis://127.0.0.1:1', KEY, /"msg":"Redis at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\); .*\."/],
    ['127.0.0.1:6379', KEY, /"msg":"REDIS_URL must read redis:\/\/host:port .*\."/],
    ['redis://127.0.0.1:1', '', /"msg":"DATABASE_URL needs REDOUBT_KEY, .*\."/],
    [
      'redis://127.0.0.1:1',
      'another key of another installation',
      /"msg":"REDOUBT_KEY is not the key of this database: .*\."/,
    ],
  ])(
    'do not start with %s and key %j',
    async (url, key, sentence) => {
      const node = await nodes.start('d', { REDIS_URL: url, REDOUBT_KEY: key });
      expect(await untilEnded(node)).toBe(1);
      expect(node.output()).toMatch(sentence);
    },
    120_000,
  );

  it('do not start with a Redis that may forget', async () => {
    const redis = await startRedisServer(['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru']);
    try {
      const node = await nodes.start('d', sharing(redis.url));
      expect(await untilEnded(node)).toBe(1);
      expect(node.output()).toMatch(
        /"msg":"Redis at .* \(maxmemory-policy allkeys-lru\); set maxmemory-policy to noeviction\."/,
      );
    } finally {
      await redis.stop();
    }
  }, 120_000);
});
