import { describe, expect, it } from 'vitest';
import { AddressRefused, createReachableAddresses, isAllowedTarget } from './reachable-addresses.ts';

const looksUp = (allowed: readonly string[], host: string): Promise<string> =>
  new Promise((settle, reject) => {
    createReachableAddresses(allowed).lookupFor(443)(host, { all: false }, (error, address) =>
      error ? reject(error) : settle(JSON.stringify(address)),
    );
  });

describe('addresses that calls may reach', () => {
  const addresses = createReachableAddresses([]);

  it('are those of the internet, however an address is written', () => {
    for (const host of ['8.8.8.8', '[2606:4700::1111]', 'score.example'])
      expect(() => addresses.requireReachable(host, 443)).not.toThrow();
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
      expect(() => addresses.requireReachable(host, 443), host).toThrow(AddressRefused);
  });

  it('are what a name means when it is connected to', async () => {
    await expect(looksUp([], 'localhost')).rejects.toThrow(AddressRefused);
    expect(await looksUp(['localhost'], 'localhost')).toMatch(/^"(127\.0\.0\.1|::1)"$/);
    expect(await looksUp(['127.0.0.0/8', '::1'], 'localhost')).toMatch(/^"(127\.0\.0\.1|::1)"$/);
  });

  it('include private ones that the operator names, which may be spoken to without TLS', () => {
    const own = createReachableAddresses(['10.1.0.0/16', 'scoring.internal']);
    expect(() => own.requireReachable('10.1.2.3', 443)).not.toThrow();
    expect(() => own.requireReachable('10.2.2.3', 443)).toThrow(AddressRefused);
    expect(
      ['10.1.2.3', 'SCORING.internal', '10.2.0.1', 'score.example'].map((host) => own.allowsPlain(host, 80)),
    ).toEqual([true, true, false, false]);
  });

  it('include private ones on the ports alone that the operator names', async () => {
    const own = createReachableAddresses(['127.0.0.1:8080', '[::1]:8080', '10.1.0.0/16:443', 'scoring.internal:8443']);
    expect(() => own.requireReachable('127.0.0.1', 8080)).not.toThrow();
    expect(() => own.requireReachable('127.0.0.1', 5432)).toThrow(AddressRefused);
    expect(() => own.requireReachable('[::1]', 8080)).not.toThrow();
    expect(() => own.requireReachable('10.1.2.3', 443)).not.toThrow();
    expect(() => own.requireReachable('10.1.2.3', 80)).toThrow(AddressRefused);
    expect([8443, 80].map((port) => own.allowsPlain('scoring.internal', port))).toEqual([true, false]);
    const local = createReachableAddresses(['localhost:8080']);
    const found = (port: number) =>
      new Promise((settle, reject) => {
        local.lookupFor(port)('localhost', { all: false }, (error, address) =>
          error ? reject(error) : settle(address),
        );
      });
    expect(await found(8080)).toMatch(/^(127\.0\.0\.1|::1)$/);
    await expect(found(5432)).rejects.toThrow(AddressRefused);
  });

  it('are named by the operator as hosts, addresses or ranges', () => {
    for (const text of [
      '10.0.0.0/8',
      '::1',
      '[::1]:80',
      '10.0.0.0/8:8080',
      'scoring.internal:8443',
      'fd00::/8',
      'scoring.internal',
      'score_1',
    ])
      expect(isAllowedTarget(text)).toBe(true);
    for (const text of ['10.0.0.0/33', '10.0.0.0/x', 'a b', 'http://x', 'x/8', 'x:0', 'x:70000', ''])
      expect(isAllowedTarget(text)).toBe(false);
  });
});
