import type { Json, JsonObject } from '@redoubt/kernel';
import type { SymbolTable } from '../program/symbol-table.ts';
import { DEFAULT_SWITCHES, type EvaluationContext } from '../runtime/context.ts';

/** What the examples of the guide are evaluated against; the guide shows the event. */
export const EXAMPLE_EVENT: JsonObject = {
  totalAmount: 129.9,
  user: {
    userId: 'u13',
    email: 'nora@mail.example',
    country: 'DE',
    creationDate: '2026-03-10T08:05:30.250Z',
    isGuest: false,
    tags: [7, 'new'],
  },
  productList: [
    { productId: 'a-1', type: 'Physical', price: 99.9 },
    { productId: 'b-2', type: 'Digital', price: 30 },
  ],
};

/** The instant of the examples. */
export const EXAMPLE_NOW = '2026-03-14T11:04:30Z';

/** `u13` is on the list, the address range begins at 10.0.0.0, the e-mail is watched; velocities read 3. */
export const EXAMPLE_SYMBOLS: SymbolTable = {
  attributes: [],
  lists: [
    { name: 'Bad users', columns: ['UserId', 'Why'] },
    { name: 'IP ranges', columns: ['From', 'Owner'] },
  ],
  velocities: ['purchases'],
  sources: ['geo', 'bin', 'device', 'models', 'graph'],
  calls: 'any',
  assessments: 'any',
};

const GEO = {
  countryCode: 'US',
  countryRegion: 'United States',
  regionCode: 'WA',
  region: 'Washington',
  city: 'Seattle',
  marketCode: 'NA',
  postalCode: '98101',
  isp: 'Example Networks',
};
const DEVICE: JsonObject = { deviceCountryCode: 'US', platform: 'Windows' };
const answer = (response: Json) => ({ response, httpStatusCode: 200, error: '', latencyMs: 12 });

export const EXAMPLE_CONTEXT: EvaluationContext = {
  payload: EXAMPLE_EVENT,
  generated: { riskScore: 640 },
  nowMs: Date.parse(EXAMPLE_NOW),
  correlationId: '6f1c0a52-8f43-4f5e-9d0b-0c9f5c3a1b77',
  lists: {
    containsKey: (list, _column, key) => list === 'Bad users' && key === 'u13',
    lookup: (list, _column, key) => (list === 'Bad users' && key === 'u13' ? 'chargebacks' : undefined),
    lookupClosest: () => 'Example Networks',
  },
  supportLists: { statusOf: (_list, value) => (value === 'nora@mail.example' ? 'Watch' : undefined) },
  velocities: { read: (_name, _key, _amount, _unit, includesCurrent) => (includesCurrent ? 4 : 3) },
  enrichment: {
    geo: () => GEO,
    bin: () => ({ cardNetwork: 'VISA', cardType: 'CREDIT', countryCode: 'US' }),
    device: () => DEVICE,
    speedOfTravel: () => 12.5,
    graph: ({ about }) => ({ Neighbours: 5, HopsToFraud: 2, ComponentSize: 23, FraudShare: 0.25 })[about],
    models: { risk: () => ({ score: 640, reason: 'HIGH AMOUNT' }), bot: () => ({ score: 20, reason: '' }) },
  },
  calls: { call: () => answer({ id: 'rain' }) },
  variables: { tier: 'gold' },
  decision: 'Review',
  switches: DEFAULT_SWITCHES,
  seed: 1,
};
