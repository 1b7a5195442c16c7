import type { OntologyAttribute } from '@redoubt/contracts';
import { describe, expect, it } from 'vitest';
import { attributesCsv, narrowed, percentSent } from './attributes.ts';

const attribute = (path: string, change: Partial<OntologyAttribute> = {}): OntologyAttribute => ({
  event: 'purchase',
  path,
  name: '',
  type: 'string',
  values: null,
  source: 'standard',
  description: '',
  isSearchable: false,
  linkableAs: null,
  isInSchema: true,
  personalData: null,
  sample: null,
  sent: 0,
  usedBy: [],
  ...change,
});

const ALL = [
  attribute('user.email', { isSearchable: true, personalData: 'contact', sent: 3 }),
  attribute('customData.basket', { source: 'custom', name: 'Basket', sent: 1 }),
  attribute('deviceAttributes.trueIp', { source: 'enrichment', sent: null }),
];
const LOOKED = [{ event: 'purchase', events: 4 }] as const;

describe('attributes of the ontology', () => {
  it('are found by path and name, and narrowed to a group', () => {
    const paths = (...of: Parameters<typeof narrowed>) => narrowed(...of).map(({ path }) => path);
    expect(paths(ALL, ' BASKET ', undefined)).toEqual(['customData.basket']);
    expect(paths(ALL, '', 'searchable')).toEqual(['user.email']);
    expect(paths(ALL, '', 'personal')).toEqual(['user.email']);
    expect(paths(ALL, '', 'custom')).toEqual(['customData.basket']);
    expect(paths(ALL, '', 'neverSent')).toEqual([]);
  });

  it('were sent by a part of the newest events, of which nothing is said where there are none', () => {
    const [email, , ip] = ALL as [OntologyAttribute, OntologyAttribute, OntologyAttribute];
    expect(percentSent(email, [...LOOKED])).toBe(75);
    expect(percentSent(email, [])).toBe(null);
    expect(percentSent(ip, [...LOOKED])).toBe(null);
  });

  it('are written as CSV, one to a line', () => {
    const [, line] = attributesCsv(ALL, [...LOOKED]).split('\r\n');
    expect(line).toBe('purchase,user.email,,string,standard,true,,contact,3,4,,');
  });
});
