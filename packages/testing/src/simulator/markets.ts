import { base, da, de, en, en_GB, en_US, es, fr, it, nl, pt_BR, type LocaleDefinition } from '@faker-js/faker';
import type { Random } from './random.ts';

/** A country the shop sells to. */
export type Market = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly language: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Share of the shop's customers, relative to the others. */
  readonly weight: number;
  /** Hours to GMT in winter; good enough to tell day from night. */
  readonly utcOffsetHours: number;
  readonly locales: readonly LocaleDefinition[];
  /** `#` stands for a digit. Where a country reserves numbers for fiction, these are taken. */
  readonly phonePattern: string;
  /** First addresses and prefix lengths of large access providers, so that a geo look-up lands in the country. */
  readonly networks: readonly (readonly [first: string, prefixLength: number])[];
  readonly mailDomains: readonly string[];
};

export const MARKETS: readonly Market[] = [
  {
    country: 'DE',
    language: 'DE-DE',
    currency: 'EUR',
    weight: 28,
    utcOffsetHours: 1,
    locales: [de, en, base],
    phonePattern: '+49-3023125###',
    networks: [
      ['84.128.0.0', 11],
      ['91.0.0.0', 11],
    ],
    mailDomains: ['posthaus.example', 'netzbrief.example', 'mailbox.example'],
  },
  {
    country: 'US',
    language: 'EN-US',
    currency: 'USD',
    weight: 22,
    utcOffsetHours: -6,
    locales: [en_US, en, base],
    phonePattern: '+1-20255501##',
    networks: [
      ['73.32.0.0', 11],
      ['98.192.0.0', 11],
    ],
    mailDomains: ['inboxly.example', 'mailbox.example', 'bluepost.example'],
  },
  {
    country: 'GB',
    language: 'EN-GB',
    currency: 'GBP',
    weight: 14,
    utcOffsetHours: 0,
    locales: [en_GB, en, base],
    phonePattern: '+44-7700900###',
    networks: [['86.128.0.0', 11]],
    mailDomains: ['royalinbox.example', 'mailbox.example'],
  },
  {
    country: 'FR',
    language: 'FR-FR',
    currency: 'EUR',
    weight: 10,
    utcOffsetHours: 1,
    locales: [fr, en, base],
    phonePattern: '+33-63998####',
    networks: [['90.0.0.0', 11]],
    mailDomains: ['courrier.example', 'boiteauxlettres.example'],
  },
  {
    country: 'NL',
    language: 'NL-NL',
    currency: 'EUR',
    weight: 7,
    utcOffsetHours: 1,
    locales: [nl, en, base],
    phonePattern: '+31-85000####',
    networks: [['84.80.0.0', 13]],
    mailDomains: ['brievenbus.example'],
  },
  {
    country: 'IT',
    language: 'IT-IT',
    currency: 'EUR',
    weight: 6,
    utcOffsetHours: 1,
    locales: [it, en, base],
    phonePattern: '+39-0600000###',
    networks: [['79.0.0.0', 11]],
    mailDomains: ['cassetta.example'],
  },
  {
    country: 'ES',
    language: 'ES-ES',
    currency: 'EUR',
    weight: 6,
    utcOffsetHours: 1,
    locales: [es, en, base],
    phonePattern: '+34-900000###',
    networks: [['88.0.0.0', 12]],
    mailDomains: ['buzon.example'],
  },
  {
    country: 'DK',
    language: 'DA-DK',
    currency: 'DKK',
    weight: 4,
    utcOffsetHours: 1,
    locales: [da, en, base],
    phonePattern: '+45-000000##',
    networks: [['80.160.0.0', 13]],
    mailDomains: ['postkasse.example'],
  },
  {
    country: 'BR',
    language: 'PT-BR',
    currency: 'BRL',
    weight: 3,
    utcOffsetHours: -3,
    locales: [pt_BR, en, base],
    phonePattern: '+55-110000####',
    networks: [['177.32.0.0', 12]],
    mailDomains: ['correio.example'],
  },
];

/** Data centres and anonymisers: the networks reserved for documentation (RFC 5737), which no real network can hold. */
export const ANONYMOUS_NETWORKS: Market['networks'] = [
  ['192.0.2.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
];

/** An address inside one of the networks; never the first or last of it. */
export const addressIn = (random: Random, networks: Market['networks']): string => {
  const [first, prefixLength] = random.pick(networks);
  const start = first.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
  const offset = random.int(1, 2 ** (32 - prefixLength) - 2);
  const address = start + offset;
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
};

export const phoneNumber = (random: Random, market: Market): string =>
  market.phonePattern.replaceAll('#', () => random.digits(1));
