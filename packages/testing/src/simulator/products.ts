import type { Random } from './random.ts';

/** An article of the simulated shop. Prices are in euros; other markets see them converted. */
export type Product = {
  readonly weight: number;
  readonly sku: string;
  readonly name: string;
  readonly brand: string;
  readonly type: 'Physical' | 'Digital';
  readonly category: string;
  readonly priceEur: number;
  /** Cost of goods as a share of the price. */
  readonly costShare: number;
  /** Easy to sell on: what thieves buy. */
  readonly resalable: boolean;
};

const product = (
  weight: number,
  sku: string,
  name: string,
  brand: string,
  category: string,
  priceEur: number,
  facts: { readonly digital?: true; readonly resalable?: true; readonly costShare?: number } = {},
): Product => ({
  weight,
  sku,
  name,
  brand,
  type: facts.digital ? 'Digital' : 'Physical',
  category,
  priceEur,
  costShare: facts.costShare ?? 0.55,
  resalable: facts.resalable ?? false,
});

export const PRODUCTS: readonly Product[] = [
  product(14, 'FL-1', 'Field lamp', 'Halden', 'HomeGarden', 37.5),
  product(12, 'MUG-4', 'Stoneware mugs, set of four', 'Kiln & Co', 'HomeGarden', 29.9),
  product(12, 'TEE-2', 'Organic cotton shirt', 'Fjordline', 'ClothingShoes', 24.9),
  product(9, 'RUN-7', 'Trail running shoes', 'Fjordline', 'ClothingShoes', 119),
  product(8, 'BK-12', 'The Quiet Harbour (paperback)', 'Lantern Press', 'Books', 13.5),
  product(7, 'TOY-3', 'Wooden railway', 'Tolle', 'Toys', 44.9),
  product(7, 'CRM-5', 'Day cream', 'Aurelle', 'HealthBeauty', 18.5),
  product(6, 'COF-1', 'Single-origin coffee, 1 kg', 'Two Hills', 'FoodGrocery', 21),
  product(5, 'DRL-9', 'Cordless drill', 'Hammerfest', 'Tools', 139),
  product(5, 'HP-30', 'Noise-cancelling headphones', 'Sonder', 'HardwareAccessory', 249, { resalable: true }),
  product(4, 'PHN-8', 'Phone 8, 256 GB', 'Novo', 'HardwareDevice', 799, { resalable: true, costShare: 0.82 }),
  product(3, 'CON-2', 'Game console', 'Arcadia', 'HardwareDevice', 499, { resalable: true, costShare: 0.88 }),
  product(3, 'LAP-14', 'Laptop, 14 inch', 'Novo', 'HardwareDevice', 1249, { resalable: true, costShare: 0.85 }),
  product(2, 'RNG-1', 'Silver ring', 'Aurelle', 'Jewelry', 189, { resalable: true }),
  product(2, 'TNT-2', 'Two-person tent', 'Fjordline', 'RecreationalEquipment', 229),
  product(10, 'GAM-1', 'Harbour Tycoon', 'Arcadia', 'Game', 29.99, { digital: true, costShare: 0.7 }),
  product(9, 'GEM-1', '500 gems', 'Arcadia', 'GameConsumable', 4.99, { digital: true, costShare: 0.3 }),
  product(5, 'GFT-50', 'Gift card 50', 'Redline Store', 'GiftCard', 50, {
    digital: true,
    resalable: true,
    costShare: 0.97,
  }),
  product(5, 'SUB-M', 'Music subscription, one month', 'Sonder', 'Subscription', 9.99, {
    digital: true,
    costShare: 0.7,
  }),
];

/** Units of the currency for one euro: plausible, fixed on purpose. */
const PER_EURO: Readonly<Record<string, number>> = { EUR: 1, USD: 1.1, GBP: 0.86, DKK: 7.46, BRL: 6.1 };

export const roundedAmount = (amount: number): number => Math.round(amount * 100) / 100;

export const inCurrency = (amountEur: number, currency: string): number =>
  roundedAmount(amountEur * (PER_EURO[currency] ?? 1));

export type BasketLine = { readonly product: Product; readonly quantity: number };

/** What an ordinary shopper puts into the basket: one to four articles, near the price he usually pays. */
export const ordinaryBasket = (random: Random, likes: readonly Product[]): readonly BasketLine[] => {
  const lines = new Map<string, BasketLine>();
  const count = random.weighted([
    { weight: 55, value: 1 },
    { weight: 28, value: 2 },
    { weight: 12, value: 3 },
    { weight: 5, value: 4 },
  ]).value;
  for (let index = 0; index < count; index += 1) {
    const chosen = random.chance(0.75) ? random.pick(likes) : random.weighted(PRODUCTS);
    const quantity = chosen.priceEur < 60 && random.chance(0.25) ? random.int(2, 3) : 1;
    lines.set(chosen.sku, { product: chosen, quantity });
  }
  return [...lines.values()];
};

export const resalableBasket = (random: Random): readonly BasketLine[] => [
  {
    product: random.pick(PRODUCTS.filter((candidate) => candidate.resalable && candidate.type === 'Physical')),
    quantity: random.int(1, 2),
  },
];

export const cheapDigitalBasket = (): readonly BasketLine[] => [
  { product: PRODUCTS.find(({ sku }) => sku === 'GEM-1') as Product, quantity: 1 },
];
