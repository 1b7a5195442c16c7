import { describe, expect, it } from 'vitest';
import { residencyRefusal, type DataTarget, type ResidencyRule } from './data-residency.ts';

const EU = { code: 'EU' };
const ENVIRONMENTS = new Map(
  [
    { id: 'root', parentId: null, geography: EU },
    { id: 'shop', parentId: 'root', geography: EU },
    { id: 'till', parentId: 'shop', geography: EU },
  ].map((each) => [each.id, each]),
);
const rule = (geographies: ResidencyRule['geographies'], destinations: ResidencyRule['destinations'] = []) => ({
  geographies,
  destinations,
});
const refusal = (target: DataTarget, rules: Readonly<Record<string, ResidencyRule>>, id = 'till') =>
  residencyRefusal(id, target, ENVIRONMENTS, new Map(Object.entries(rules)));
const host = (name: string): DataTarget => ({ kind: 'host', name });

describe('where data may leave to', () => {
  it('is anywhere while nothing is restricted, also where destinations are registered', () => {
    expect(refusal(host('events.example.com'), {})).toBeNull();
    const destinations = [{ kind: 'host', name: 'example.com', geography: 'US' }] as const;
    expect(refusal(host('events.example.com'), { root: rule(null, destinations) })).toBeNull();
  });

  it('is the own geography and the named ones, and nowhere that is not registered', () => {
    const destinations = [
      { kind: 'host', name: 'Example.com', geography: 'eu' },
      { kind: 'host', name: 'us.example.com', geography: 'US' },
      { kind: 'mail', name: 'partner.example', geography: 'UK' },
      { kind: 'application', name: 'client', geography: 'EU' },
      { kind: 'download', name: '', geography: 'EU' },
    ] as const;
    const rules = { root: rule(['UK'], destinations) };
    expect(refusal(host('events.example.com'), rules)).toBeNull();
    expect(refusal(host('example.com'), rules)).toBeNull();
    expect(refusal(host('a.us.example.com'), rules)).toEqual({
      ruleOf: 'root',
      geography: 'US',
      allowed: ['EU', 'UK'],
    });
    expect(refusal(host('badexample.com'), rules)).toMatchObject({ geography: null });
    expect(refusal({ kind: 'mail', name: 'partner.example' }, rules)).toBeNull();
    expect(refusal({ kind: 'application', name: 'sub.client' }, rules)).toMatchObject({ geography: null });
    expect(refusal({ kind: 'download', name: '' }, rules)).toBeNull();
    expect(refusal({ kind: 'place', name: 'a package', geography: 'uk' }, rules)).toBeNull();
    expect(refusal({ kind: 'place', name: 'a package', geography: null }, rules)).toMatchObject({ ruleOf: 'root' });
  });

  it('is asked of every environment up to the root, and an environment below widens nothing', () => {
    const own = [{ kind: 'host', name: 'example.com', geography: 'EU' }] as const;
    expect(refusal(host('example.com'), { root: rule([]), till: rule([], own) })).toMatchObject({ ruleOf: 'root' });
    expect(refusal(host('example.com'), { root: rule(null, own), till: rule([]) })).toBeNull();
    const abroad = [{ kind: 'host', name: 'example.com', geography: 'US' }] as const;
    expect(refusal(host('example.com'), { root: rule([], abroad), till: rule(['US']) })).toMatchObject({
      ruleOf: 'root',
      allowed: ['EU'],
    });
    expect(refusal(host('example.com'), { till: rule([]) }, 'shop')).toBeNull();
  });
});
