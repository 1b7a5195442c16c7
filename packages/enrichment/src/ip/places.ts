import { isJsonObject, type Json, type JsonObject } from '@redoubt/kernel';
import { US_STATE_CODES } from './us-states.ts';

/** Where an address is, as far as a file says; texts are empty where it does not. */
export type Place = {
  /** ISO 3166 code in capitals. */
  readonly countryCode: string;
  /** Name of the first level below the country. */
  readonly region: string;
  /** Code of a state of the United States; empty elsewhere. */
  readonly stateCode: string;
  readonly city: string;
  readonly postalCode: string;
  readonly timeZone: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
};

const objectAt = (owner: JsonObject, name: string): JsonObject => {
  const value = owner[name];
  return isJsonObject(value) ? value : {};
};
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const number = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
const englishName = (owner: JsonObject): string => text(objectAt(owner, 'names').en);

/** Records of DB-IP's flat files name their members so. */
const flatPlace = (record: JsonObject): Place => {
  const countryCode = text(record.country_code).toUpperCase();
  const region = text(record.state1);
  return {
    countryCode,
    region,
    stateCode: countryCode === 'US' ? (US_STATE_CODES.get(region.toLowerCase()) ?? '') : '',
    city: text(record.city),
    postalCode: text(record.postcode),
    timeZone: text(record.timezone),
    latitude: number(record.latitude),
    longitude: number(record.longitude),
  };
};

/** Records in MaxMind's layout, which DB-IP and others write as well. */
const nestedPlace = (record: JsonObject): Place => {
  const countryCode = text(objectAt(record, 'country').iso_code).toUpperCase();
  const { subdivisions } = record;
  const [first] = Array.isArray(subdivisions) ? (subdivisions as readonly Json[]) : [];
  const subdivision = isJsonObject(first) ? first : {};
  const location = objectAt(record, 'location');
  const region = englishName(subdivision);
  const code = text(subdivision.iso_code) || (US_STATE_CODES.get(region.toLowerCase()) ?? '');
  return {
    countryCode,
    region,
    stateCode: countryCode === 'US' ? code : '',
    city: englishName(objectAt(record, 'city')),
    postalCode: text(objectAt(record, 'postal').code),
    timeZone: text(location.time_zone),
    latitude: number(location.latitude),
    longitude: number(location.longitude),
  };
};

/** Reads a record of an MMDB file of places, in either of the layouts in use. */
export const placeOf = (record: JsonObject): Place =>
  'country_code' in record ? flatPlace(record) : nestedPlace(record);
