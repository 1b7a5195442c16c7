import { describe, expect, it } from 'vitest';
import { parseRedisUrl } from './redis-connection.ts';

describe('an address of Redis', () => {
  it.each([
    ['redis://localhost', [{ host: 'localhost', port: 6379 }], {}],
    ['redis://10.0.0.1:7000/0', [{ host: '10.0.0.1', port: 7000 }], {}],
    ['redis://:s%40fe@cache:6380/2', [{ host: 'cache', port: 6380 }], { password: 's@fe', db: 2 }],
    ['rediss://me:pw@cache', [{ host: 'cache', port: 6379 }], { username: 'me', password: 'pw', tls: {} }],
    [
      'redis://a:7000,b:7001, [::1]:7002',
      [
        { host: 'a', port: 7000 },
        { host: 'b', port: 7001 },
        { host: '::1', port: 7002 },
      ],
      {},
    ],
  ])('is read from %s', (url, hosts, options) => {
    expect(parseRedisUrl(url)).toEqual({ hosts, options });
  });

  it.each(['', 'localhost:6379', 'http://cache', 'redis://', 'redis://a:b:c', 'redis://cache:port', 'redis://cache/x'])(
    'is refused in one sentence that repeats nothing of it: %j',
    (url) => {
      expect(() => parseRedisUrl(url)).toThrow(/^REDIS_URL must read redis:\/\/host:port [^\n]+\.$/);
    },
  );
});
