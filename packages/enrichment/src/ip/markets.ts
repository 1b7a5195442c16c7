import { csvRows } from '../csv-rows.ts';
import { DataError } from '../data-error.ts';

/** Countries of the three markets that are not the rest; whatever is not listed is EMEA. */
const COUNTRIES = {
  NA: 'US CA BM PM UM',
  LATAM:
    'MX GT BZ SV HN NI CR PA CU HT DO PR JM TT BB BS GD LC VC AG DM KN AI VG VI KY TC MS AW CW BQ SX MF BL GP MQ CO VE EC PE BO CL AR PY UY BR GY SR GF FK',
  APAC: 'CN HK MO TW JP KR KP MN IN PK BD LK NP BT MV AF TH VN LA KH MM MY SG ID PH BN TL AU NZ PG FJ SB VU NC PF WS TO KI TV NR FM MH PW GU MP AS CK NU TK WF PN NF CX CC IO',
} as const;

const TABLE: ReadonlyMap<string, string> = new Map(
  Object.entries(COUNTRIES).flatMap(([market, countries]) =>
    countries.split(' ').map((country) => [country, market] as const),
  ),
);

/** Country code → market code; empty for no country. */
export type Markets = (countryCode: string) => string;

export const STANDARD_MARKETS: Markets = (country) => (country === '' ? '' : (TABLE.get(country) ?? 'EMEA'));

/** Markets of an operator's own CSV file of country and market code; countries it leaves out have none. */
export const marketsOf = (content: string): Markets => {
  const own = new Map<string, string>();
  for (const [country = '', market = ''] of csvRows(content)) {
    if (/^[a-z]{2}$/i.test(country.trim())) own.set(country.trim().toUpperCase(), market.trim());
  }
  if (own.size === 0) throw new DataError('The file of markets has no row of country code and market code.');
  return (country) => own.get(country) ?? '';
};
