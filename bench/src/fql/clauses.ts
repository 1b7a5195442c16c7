import { DAY_MS } from '@redoubt/kernel';

/** The instant of every evaluation. */
export const NOW_MS = Date.parse('2026-03-14T10:00:00Z');

/**
 * Fifty clauses in five shapes, as data: each engine writes them in its own language, and `holds` says what they mean.
 */
export type Clause =
  | { readonly shape: 'amount'; readonly limit: number; readonly country: string }
  | { readonly shape: 'mail'; readonly ending: string }
  | { readonly shape: 'country'; readonly countries: readonly string[] }
  | { readonly shape: 'net'; readonly limit: number }
  | { readonly shape: 'age'; readonly days: number; readonly word: string };

/** The members of an event that clauses read; it has many more, see `events.ts`. */
export type BenchEvent = {
  readonly totalAmount: number;
  readonly shippingCost: number;
  readonly user: {
    readonly email: string;
    readonly country: string;
    readonly isEmailValidated: boolean;
    readonly creationDate: string;
  };
  readonly device: { readonly userAgent: string };
};

const CLAUSES = 50;
const COUNTRIES = 20;
export const COUNTRY_NAMES = ['DE', 'FR', 'IT', 'ES', 'NL', 'DK', 'US', 'GB', 'BR', 'JP'] as const;

const clauseAt = (index: number): Clause => {
  const country = COUNTRY_NAMES[index % COUNTRY_NAMES.length] ?? 'DE';
  const shapes: readonly Clause[] = [
    { shape: 'amount', limit: 100 + index * 9, country },
    { shape: 'mail', ending: `@mail${index % 12}.example` },
    {
      shape: 'country',
      countries: [
        country,
        ...Array.from({ length: COUNTRIES - 1 }, (_, at) => `${String.fromCharCode(65 + at)}${index % 10}`),
      ],
    },
    { shape: 'net', limit: 500 + index * 8 },
    { shape: 'age', days: 1 + index, word: `Browser/${index % 9}.` },
  ];
  return shapes[index % shapes.length] as Clause;
};

export const clauses = (): readonly Clause[] => Array.from({ length: CLAUSES }, (_, index) => clauseAt(index));

/** What a clause means, in plain TypeScript: all engines have to agree with it. */
export const holds = (clause: Clause, { totalAmount, shippingCost, user, device }: BenchEvent): boolean => {
  switch (clause.shape) {
    case 'amount':
      return totalAmount > clause.limit && user.country === clause.country;
    case 'mail':
      return user.email.endsWith(clause.ending) && !user.isEmailValidated;
    case 'country':
      return clause.countries.includes(user.country) && totalAmount >= 50;
    case 'net':
      return (totalAmount - shippingCost) * 1.25 > clause.limit;
    case 'age':
      return NOW_MS - Date.parse(user.creationDate) < clause.days * DAY_MS || device.userAgent.includes(clause.word);
  }
};
