import { define, type FunctionSpec, parameter, type RecordShape } from './spec.ts';

const ip = parameter('ip', 'String');
const session = parameter('sessionId', 'String');
const geo = (name: string, summary: string): FunctionSpec =>
  define('static', 'enrichment', 'Geo', name, [ip], 'String', summary, {
    edge: 'An address that is empty, private or unknown: "".',
    usesRun: true,
    needs: 'geo',
  });

const DEVICE_FACTS = {
  edge: 'Unknown session: every member is "".',
  usesRun: true,
  needs: 'device',
  members: 'texts',
} as const;

const MODEL: RecordShape = { Score: 'Double', Reason: 'String', Reasons: 'Json' };

/** Facts the engine looks up (`docs/language/guide.md#facts-the-product-looks-up`). */
export const ENRICHMENT_FUNCTIONS: readonly FunctionSpec[] = [
  geo('CountryCode', 'ISO 3166 code of the country of an address.'),
  geo('CountryRegion', 'Name of the country of an address.'),
  geo('RegionCode', 'Code of the state of an address in the United States.'),
  geo('Region', 'Name of the state of an address in the United States.'),
  geo('City', 'City of an address.'),
  geo('MarketCode', 'Market of an address, such as NA.'),
  geo('PostalCode', 'Postal code of an address.'),
  geo('Isp', 'Internet provider of an address.'),
  define(
    'static',
    'enrichment',
    'BIN',
    'Lookup',
    [parameter('bin', 'String')],
    'Json',
    'Facts about the first digits of a card: cardNetwork, cardType, issuer, countryCode, cardCategory, error.',
    {
      edge: 'Unknown: error says so, the other members are "".',
      usesRun: true,
      needs: 'bin',
      members: {
        cardNetwork: 'String',
        cardType: 'String',
        issuer: 'String',
        countryCode: 'String',
        cardCategory: 'String',
        error: 'String',
      },
    },
  ),
  define(
    'static',
    'enrichment',
    'Device',
    'GetFullAttributes',
    [session],
    'Json',
    'Everything known about the device of a session.',
    DEVICE_FACTS,
  ),
  define(
    'static',
    'enrichment',
    'Device',
    'GetAttributes',
    [session],
    'Json',
    'The usual facts about the device of a session.',
    DEVICE_FACTS,
  ),
  define(
    'static',
    'enrichment',
    'Device',
    'GetSelectedAttributes',
    [session, { ...parameter('name', 'String'), upTo: 20 }],
    'Json',
    'The named facts about the device of a session.',
    { ...DEVICE_FACTS, edge: 'Unknown session or name: "".' },
  ),
  define(
    'static',
    'enrichment',
    'Device',
    'GetSpeedOfTravel',
    [session],
    'Double',
    'Miles per hour: the largest speed between consecutive ones of the last five sessions of the device.',
    {
      edge: 'Fewer than two sessions: 0.',
      usesRun: true,
      needs: 'device',
    },
  ),
  define('static', 'enrichment', 'Model', 'Risk', [], 'Json', 'The risk model: Score from 0 to 999, and Reason.', {
    edge: 'Model not available: the score counts as 0.',
    usesRun: true,
    needs: 'models',
    members: MODEL,
  }),
  define(
    'static',
    'enrichment',
    'Model',
    'Bot',
    [parameter('deviceContextId', 'String')],
    'Json',
    'The bot model: Score from 0 to 999, and Reason.',
    {
      edge: 'Model not available: the score counts as 0.',
      usesRun: true,
      needs: 'models',
      members: MODEL,
    },
  ),
];
