import type { Random } from './random.ts';

/** A card as a merchant may keep it: issuer and last four digits, never the number. */
export type Card = {
  readonly instrumentId: string;
  readonly cardType: 'Visa' | 'Mastercard' | 'Amex';
  readonly bin: string;
  readonly lastFourDigits: string;
  /** `MM/YY`. */
  readonly expirationDate: string;
  readonly bankName: string;
  readonly bankCountry: string;
};

type Issuer = {
  readonly weight: number;
  readonly country: string;
  readonly bankName: string;
  readonly cardType: Card['cardType'];
  readonly bin: string;
};

/** Invented banks. Issuer numbers begin as their network's do and end in zeros. */
const ISSUERS: readonly Issuer[] = [
  { weight: 5, country: 'DE', bankName: 'Kreditbank Nord', cardType: 'Visa', bin: '400100' },
  { weight: 4, country: 'DE', bankName: 'Volksverein Elbe', cardType: 'Mastercard', bin: '510100' },
  { weight: 6, country: 'US', bankName: 'Prairie Federal', cardType: 'Visa', bin: '400200' },
  { weight: 4, country: 'US', bankName: 'Harbor Union', cardType: 'Mastercard', bin: '520200' },
  { weight: 2, country: 'US', bankName: 'Continental Charge', cardType: 'Amex', bin: '370200' },
  { weight: 5, country: 'GB', bankName: 'Severn & Thames', cardType: 'Visa', bin: '400300' },
  { weight: 4, country: 'FR', bankName: 'Crédit du Val', cardType: 'Mastercard', bin: '530400' },
  { weight: 3, country: 'NL', bankName: 'Polderbank', cardType: 'Mastercard', bin: '540500' },
  { weight: 3, country: 'IT', bankName: 'Banca del Golfo', cardType: 'Visa', bin: '400600' },
  { weight: 3, country: 'ES', bankName: 'Banco de Levante', cardType: 'Visa', bin: '400700' },
  { weight: 3, country: 'DK', bankName: 'Bæltbanken', cardType: 'Visa', bin: '400800' },
  { weight: 3, country: 'BR', bankName: 'Banco Planalto', cardType: 'Mastercard', bin: '550900' },
];

const cardOf = (random: Random, issuer: Issuer, nowMs: number): Card => {
  const year = new Date(nowMs).getUTCFullYear() + random.int(1, 4);
  return {
    instrumentId: `pi-${random.guid().slice(0, 13)}`,
    cardType: issuer.cardType,
    bin: issuer.bin,
    lastFourDigits: random.digits(4),
    expirationDate: `${String(random.int(1, 12)).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`,
    bankName: issuer.bankName,
    bankCountry: issuer.country,
  };
};

/** A card of a bank in the given country. */
export const localCard = (random: Random, country: string, nowMs: number): Card => {
  const local = ISSUERS.filter((issuer) => issuer.country === country);
  return cardOf(random, random.weighted(local.length > 0 ? local : ISSUERS), nowMs);
};

/** Stolen cards come in batches of one issuer: every call of the returned function gives another card of it. */
export const stolenBatch = (random: Random, nowMs: number): (() => Card) => {
  const issuer = random.pick(ISSUERS);
  return () => cardOf(random, issuer, nowMs);
};
