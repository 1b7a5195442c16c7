import { invariant } from '@redoubt/kernel';
import { MINUTE_MS } from '@redoubt/kernel';
import { stolenBatch } from '../cards.ts';
import { anonymousDevice } from '../devices.ts';
import { cheapDigitalBasket, ordinaryBasket, PRODUCTS, resalableBasket, type BasketLine } from '../products.ts';
import { HURRIED, type FraudPattern, type Pattern } from './campaign.ts';

/** One device tries card after card of a stolen batch on the cheapest digital article, as a guest. */
const cardTesting: Pattern = {
  size: [12, 40],
  intensity: 0.85,
  start: ({ random, shoppers }, nowMs) => {
    const device = anonymousDevice(random, { headless: true });
    const nextCard = stolenBatch(random, nowMs);
    return (atMs) => {
      const shopper = shoppers.anywhere(atMs, { createdMs: atMs - MINUTE_MS, isEmailValidated: false });
      return {
        ...HURRIED,
        shopper,
        device,
        card: nextCard(),
        basket: cheapDigitalBasket(),
        shipTo: shopper.address,
        isGuest: true,
        cvvVerify: random.chance(0.3) ? 'Y' : 'N',
        basketMinutes: 0.1,
      };
    };
  },
};

/** Articles worth about `factor` times what the victim usually spends. */
const inflatedBasket = (basket: readonly BasketLine[], factor: number): readonly BasketLine[] => {
  const spentEur = basket.reduce((sum, line) => sum + line.product.priceEur * line.quantity, 0);
  const wantedEur = spentEur * factor;
  const [dearest] = PRODUCTS.filter((product) => product.resalable && product.priceEur <= wantedEur).sort(
    (left, right) => right.priceEur - left.priceEur,
  );
  const product = dearest ?? PRODUCTS[0];
  invariant(product, 'the shop sells something');
  return [{ product, quantity: Math.max(1, Math.round(wantedEur / product.priceEur)) }];
};

const STOLEN_CARD_FACTOR = 5;

/** A customer's card in other hands: his account and card, a strange device, five times his usual amounts. */
const stolenCard: Pattern = {
  size: [3, 8],
  intensity: 0.05,
  start: ({ random, victim, shoppers }) => {
    const shopper = victim();
    const device = anonymousDevice(random, { headless: false });
    const card = random.pick(shopper.cards);
    const drop = shoppers.address(shopper.market);
    return () => ({
      ...HURRIED,
      shopper,
      device,
      card,
      basket: inflatedBasket(ordinaryBasket(random, shopper.likes), STOLEN_CARD_FACTOR),
      shipTo: drop,
      basketMinutes: random.around(3, 0.5),
    });
  },
};

/** Account after account made on one device, each for the welcome offer. */
const accountFarm: Pattern = {
  size: [8, 20],
  intensity: 0.3,
  start: ({ random, shoppers }, nowMs) => {
    const device = anonymousDevice(random, { headless: false });
    const { market } = shoppers.anywhere(nowMs);
    const stem = `promo${random.int(100, 999)}`;
    const address = shoppers.address(market);
    let accounts = 0;
    return (atMs) => {
      accounts += 1;
      const shopper = shoppers.inMarket(market, atMs, {
        createdMs: atMs - random.int(2, 9) * MINUTE_MS,
        email: `${stem}.${accounts}@${random.pick(market.mailDomains)}`,
        isEmailValidated: false,
        devices: [device],
        address,
      });
      return {
        ...HURRIED,
        shopper,
        device,
        card: random.pick(shopper.cards),
        basket: ordinaryBasket(
          random,
          PRODUCTS.filter((product) => product.type === 'Digital'),
        ),
        shipTo: address,
      };
    };
  },
};

/** Many names and cards, dear goods, one address that sends the parcels on. */
const reshipping: Pattern = {
  size: [6, 15],
  intensity: 0.1,
  start: ({ random, shoppers, victim }, nowMs) => {
    const { market } = victim();
    const drop = shoppers.address(market);
    const nextCard = stolenBatch(random, nowMs);
    return (atMs) => ({
      ...HURRIED,
      shopper: shoppers.inMarket(market, atMs, { createdMs: atMs - random.int(10, 600) * MINUTE_MS }),
      device: anonymousDevice(random, { headless: false }),
      card: nextCard(),
      basket: resalableBasket(random),
      shipTo: drop,
      basketMinutes: random.around(5, 0.6),
    });
  },
};

/** A script that repeats one order, a fraction of a second apart, until a card goes through. */
const scriptedRetries: Pattern = {
  size: [6, 14],
  intensity: 0.95,
  start: ({ random, shoppers }, nowMs) => {
    const shopper = shoppers.anywhere(nowMs, { createdMs: nowMs - 5 * MINUTE_MS });
    const device = anonymousDevice(random, { headless: true });
    const nextCard = stolenBatch(random, nowMs);
    const basket = resalableBasket(random);
    let attempt = 0;
    return () => {
      attempt += 1;
      return {
        ...HURRIED,
        shopper,
        device,
        card: nextCard(),
        basket,
        shipTo: shopper.address,
        attempt,
        cvvVerify: 'N',
        basketMinutes: 0.05,
      };
    };
  },
};

/** Every way of fraud by name. */
export const PATTERNS: Readonly<Record<FraudPattern, Pattern>> = {
  cardTesting,
  stolenCard,
  accountFarm,
  reshipping,
  scriptedRetries,
};
