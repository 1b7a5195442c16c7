import { Faker } from '@faker-js/faker';
import { DAY_MS } from '@redoubt/kernel';
import { localCard, type Card } from './cards.ts';
import { shopperDevice, type Device } from './devices.ts';
import { MARKETS, phoneNumber, type Market } from './markets.ts';
import { PRODUCTS, type Product } from './products.ts';
import type { Random } from './random.ts';

export type Address = {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly street1: string;
  readonly city: string;
  readonly state: string;
  readonly zipCode: string;
  readonly country: string;
};

/** A person with an account and habits. */
export type Shopper = {
  readonly userId: string;
  readonly market: Market;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly createdMs: number;
  readonly isEmailValidated: boolean;
  readonly address: Address;
  readonly devices: readonly Device[];
  readonly cards: readonly Card[];
  readonly likes: readonly Product[];
  /** How often this person shops, relative to the others. */
  readonly weight: number;
};

/** Makes people of the markets, each with names and an address of the country. */
export type ShopperFactory = {
  readonly inMarket: (market: Market, nowMs: number, overrides?: Partial<Shopper>) => Shopper;
  readonly anywhere: (nowMs: number, overrides?: Partial<Shopper>) => Shopper;
  readonly address: (market: Market) => Address;
};

const OLDEST_ACCOUNT_DAYS = 1500;

/** Letters of any script to what stands in an e-mail address: `Søren Åberg` → `soren.aberg`. */
const mailName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '');

export const createShopperFactory = (random: Random, idPrefix: string): ShopperFactory => {
  const fakers = new Map<Market, Faker>();
  let lastNumber = 0;

  const fakerOf = (market: Market): Faker => {
    let faker = fakers.get(market);
    if (faker === undefined) {
      faker = new Faker({ locale: [...market.locales], randomizer: { next: random.next, seed: () => undefined } });
      fakers.set(market, faker);
    }
    return faker;
  };

  const address = (market: Market): Address => {
    const faker = fakerOf(market);
    return {
      firstName: faker.person.firstName(),
      lastName: faker.person.lastName(),
      phoneNumber: phoneNumber(random, market),
      street1: faker.location.streetAddress(),
      city: faker.location.city(),
      state: faker.location.state(),
      zipCode: faker.location.zipCode(),
      country: market.country,
    };
  };

  const inMarket: ShopperFactory['inMarket'] = (market, nowMs, overrides = {}) => {
    lastNumber += 1;
    const home = address(market);
    const { firstName, lastName } = home;
    const suffix = random.chance(0.5) ? String(random.int(1, 99)) : '';
    return {
      userId: `${idPrefix}-${lastNumber}`,
      market,
      firstName,
      lastName,
      email: `${mailName(firstName)}.${mailName(lastName)}${suffix}@${random.pick(market.mailDomains)}`,
      phoneNumber: home.phoneNumber,
      createdMs: nowMs - random.int(1, OLDEST_ACCOUNT_DAYS) * DAY_MS,
      isEmailValidated: random.chance(0.85),
      address: home,
      devices: Array.from({ length: random.chance(0.35) ? 2 : 1 }, () => shopperDevice(random, market)),
      cards: Array.from({ length: random.chance(0.25) ? 2 : 1 }, () => localCard(random, market.country, nowMs)),
      likes: Array.from({ length: 3 }, () => random.weighted(PRODUCTS)),
      weight: random.around(1, 0.8),
      ...overrides,
    };
  };

  return {
    inMarket,
    anywhere: (nowMs, overrides) => inMarket(random.weighted(MARKETS), nowMs, overrides),
    address,
  };
};
