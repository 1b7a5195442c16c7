import { describe, expect, it } from 'vitest';
import { AddressRefused, createReachableAddresses, isAllowedTarget } from './reachable-addresses.ts';

const looksUp = (allowed: readonly string[], host: string): Promise<string> =>
  new Promise((settle, reject) => {
    createReachableAddresses(allowed).lookup(host, { all: false }, (error, address) =>
      error ? reject(error) : settle(JSON.stringify(address)),
    );
  });

describe('addresses that calls may reach', () => {
  const addresses = createReachableAddresses([]);

  it('are those of the internet, however an address is written', () => {
    for (const host of ['8.8.8.8', '[2606:4700::1111]', 'score.example'])
      expect(() => addresses.requireReachable(host)).not.toThrow();
    const inside = ['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.0.1', '172.31.0.1', '100.64.0.1', '0.0.0.0'];
    const inside6 = [
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:a00:1]',
      '[fe80::1]',
      '[fd00::1]',
      '[64:ff9b::a00:1]',
      '[64:ff9b:1::a00:1]',
      '[::ffff:0:127.0.0.1]',
      '[::ffff:0:8.8.8.8]',
      '[::7f00:1]',
      '[2002:7f00:1::]',
      '[2001:0:7f00:1::]',
      '[fec0::1]',
      '[100::1]',
      '[5f00::1]',
      '[4000::1]',
    ];
    for (const host of [...inside, ...inside6])
      expect(() => addresses.requireReachable(host), host).toThrow(AddressRefused);
  });

  it('are what a name means when it is connected to', async () => {
    await expect(looksUp([], 'localhost')).rejects.toThrow(AddressRefused);
    expect(await looksUp(['localhost'], 'localhost')).toMatch(/^"(127\.0\.0\.1|::1)"$/);
    expect(await looksUp(['127.0.0.0/8', '::1'], 'localhost')).toMatch(/^"(127\.0\.0\.1|::1)"$/);
  });

  it('include private ones that the operator names, which may be spoken to without TLS', () => {
    const own = createReachableAddresses(['10.1.0.0/16', 'scoring.internal']);
    expect(() => own.requireReachable('10.1.2.3')).not.toThrow();
    expect(() => own.requireReachable('10.2.2.3')).toThrow(AddressRefused);
    expect(['10.1.2.3', 'SCORING.internal', '10.2.0.1', 'score.example'].map(own.allowsPlain)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('are named by the operator as hosts, addresses or ranges', () => {
    for (const text of ['10.0.0.0/8', '::1', 'fd00::/8', 'scoring.internal', 'score_1'])
      expect(isAllowedTarget(text)).toBe(true);
    for (const text of ['10.0.0.0/33', '10.0.0.0/x', 'a b', 'http://x', 'x/8', ''])
      expect(isAllowedTarget(text)).toBe(false);
  });
});
