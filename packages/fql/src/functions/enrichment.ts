import { define, type FunctionSpec, parameter } from './spec.ts';

const ip = parameter('ip', 'String');
const session = parameter('sessionId', 'String');
const geo = (name: string, summary: string): FunctionSpec =>
  define('static', 'enrichment', 'Geo', name, [ip], 'String', summary, {
    edge: 'An address that is empty, private or unknown: "".',
    usesRun: true,
    needs: 'geo',
  });

/** Facts the engine looks up (language.md §9.6–§9.8). */
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
      edge: 'Unknown: the members are missing.',
      usesRun: true,
      needs: 'bin',
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
    {
      edge: 'Unknown session: the members are missing.',
      usesRun: true,
      needs: 'device',
    },
  ),
  define(
    'static',
    'enrichment',
    'Device',
    'GetAttributes',
    [session],
    'Json',
    'The usual facts about the device of a session.',
    {
      edge: 'Unknown session: the members are missing.',
      usesRun: true,
      needs: 'device',
    },
  ),
  define('static', 'enrichment', 'Model', 'Risk', [], 'Json', 'The risk model: Score from 0 to 999, and Reason.', {
    edge: 'Model not available: the score counts as 0.',
    usesRun: true,
    needs: 'models',
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
    },
  ),
];
