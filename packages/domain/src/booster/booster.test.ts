import { describe, expect, it } from 'vitest';
import {
  chooseConnector,
  connectorFor,
  DEFAULT_BOOSTER,
  isBinEntry,
  sharesMore,
  type BoosterConnector,
} from './booster.ts';

const connector = (name: string, bins: readonly string[], networks: BoosterConnector['networks'] = []) => ({
  name,
  callId: name,
  bins,
  networks,
});

describe('entries of BINs', () => {
  it('are beginnings of four to eight digits, or ranges of equally long ones', () => {
    for (const entry of ['4111', '411111', '41111111', '400000-400999', '4111-4111'])
      expect(isBinEntry(entry)).toBe(true);
    for (const entry of ['', '411', '411111111', '41a111', '400999-400000', '4000-400999', '400000-', ' 4111'])
      expect(isBinEntry(entry)).toBe(false);
  });
});

describe('the connector of a card', () => {
  const all = [
    connector('network', [], ['Visa']),
    connector('range', ['400000-400999']),
    connector('bank', ['40005012']),
  ];

  it('has the longest beginning of its number, else its network', () => {
    const nameFor = (bin: string | null, network: string | null) => connectorFor(all, { bin, network })?.name;
    expect(nameFor('40005012', 'Visa')).toBe('bank');
    expect(nameFor('400050', 'Visa')).toBe('range');
    expect(nameFor('400999', null)).toBe('range');
    expect(nameFor('401000', 'Visa')).toBe('network');
    expect(nameFor(null, 'Visa')).toBe('network');
    expect(nameFor('401000', 'Amex')).toBeUndefined();
    // Four digits of a card may be of many issuers: they are not enough for a longer beginning.
    expect(nameFor('4000', 'Amex')).toBeUndefined();
  });

  it('is that of the first card that has one', () => {
    const gift = { bin: null, network: null };
    const card = { bin: '400050', network: 'Visa' };
    expect(chooseConnector(all, [gift, card])).toMatchObject({ connector: { name: 'range' }, card });
    expect(chooseConnector(all, [gift])).toBeUndefined();
  });
});

describe('more is shared', () => {
  const on = { ...DEFAULT_BOOSTER, optedIn: true, connectors: [connector('bank', ['4111'])] };

  it('with the opt-in, another attribute or another connector, and never by an opt-out', () => {
    expect(sharesMore(DEFAULT_BOOSTER, on)).toBe(true);
    expect(sharesMore(on, { ...on, attributes: ['email'] })).toBe(true);
    expect(sharesMore(on, { ...on, connectors: [...on.connectors, connector('other', ['5111'])] })).toBe(true);
    expect(sharesMore({ ...on, attributes: ['email'] }, on)).toBe(false);
    expect(sharesMore(on, { ...on, holdoutPercent: 50 })).toBe(false);
    expect(sharesMore(on, { ...DEFAULT_BOOSTER, attributes: ['email'] })).toBe(false);
  });
});
