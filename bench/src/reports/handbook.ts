import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { Decision } from '@redoubt/domain';
import type { LogEvent } from '@redoubt/storage';
import { aPurchase, aRelatedEvent } from '@redoubt/testing/database';
import { DAY_MS, seededRandom, type Id } from '@redoubt/kernel';

type Place = { readonly tenantId: Id; readonly environmentId: Id };

/** Where data sets stand that are no part of the project. */
export const DATASETS = process.env.REDOUBT_DATASET ?? join(import.meta.dirname, '../../../../shared/data');

export const CURRENCIES = ['EUR', 'SEK', 'GBP', 'NOK', 'USD'] as const;
const COUNTRIES = ['DE', 'FR', 'ES', 'IT', 'SE', 'GB', 'NL', 'PL', 'DK', 'BE', 'AT', 'PT'] as const;
const ruleId = (rule: number): Id => `0b0f3f1e-5b7d-4c8e-9a51-0d2f6b3c1e${String(rule).padStart(2, '0')}`;
const RULES = 10;
/** Rules that only observe, and one in so many purchases that each of them hits. */
const OBSERVERS = 6;
const OBSERVED_EVERY = 8;
const CLAUSES = 4;
/** One in so many purchases is decided by a clause. */
const DECIDED_EVERY = 6;
/** One in so many good purchases is labelled as such. */
const GOOD_LABEL_EVERY = 50;
export const LATEST_LABEL_DAYS = 45;

/** A purchase and what is said of it later. */
type Story = { readonly purchase: LogEvent; readonly later: readonly LogEvent[] };

const rowStory = (place: Place, row: string): Story => {
  const [id = '', time = '', customer = '', , amountText = '', , , fraud] = row.split(',');
  const number = Number(id);
  const random = seededRandom(number);
  const atMs = Date.parse(`${time.replace(' ', 'T')}Z`);
  const amount = Number(amountText);
  const isFraud = fraud === '1';
  const score = Math.min(999, Math.floor((isFraud ? 350 : 0) + amount + random() * 400));
  const isDecided = number % DECIDED_EVERY === 0 || amount > 220;
  const [rule, clause] = [Number(customer) % RULES, number % CLAUSES];
  const currency = CURRENCIES[Number(customer) % CURRENCIES.length] ?? 'EUR';
  const country = COUNTRIES[Number(customer) % COUNTRIES.length] ?? 'DE';
  const decision: Decision = isDecided ? (amount > 220 ? 'Reject' : 'Review') : 'Approve';
  const observed = Array.from({ length: OBSERVERS }, (_, observer) => observer + RULES)
    .filter(() => random() < 1 / OBSERVED_EVERY)
    .map((observer) => ({ ruleId: ruleId(observer), clause: 'Watch', decision: null }));
  const purchase = aPurchase(
    place,
    { eventId: `handbook-${id}`, eventTimeMs: atMs, receivedAtMs: atMs, correlationId: '' },
    {
      decision,
      rule: isDecided ? `Rule ${rule}` : null,
      clause: isDecided ? `Clause ${clause}` : null,
      hits: [...observed, ...(isDecided ? [{ ruleId: ruleId(rule), clause: `Clause ${clause}`, decision }] : [])],
      amount,
      currency,
      country,
      riskScore: score,
      userId: `customer-${customer}`,
    },
  );
  const isLabelled = isFraud || number % GOOD_LABEL_EVERY === 0;
  const labelMs = atMs + Math.floor(random() ** 2 * LATEST_LABEL_DAYS * DAY_MS);
  const label = aRelatedEvent(
    place,
    'label',
    {
      purchaseId: `handbook-${id}`,
      merchantTimeStamp: new Date(labelMs).toISOString(),
      body: isFraud ? { isFraud: true } : { isFraud: false, labelState: 'Accepted' },
    },
    { receivedAtMs: labelMs, eventTimeMs: labelMs, correlationId: '' },
  );
  return { purchase, later: isLabelled ? [label] : [] };
};

/** Purchases of the Handbook's April with decisions, countries and currencies made up from their ids, and their labels. */
export const readHandbookStories = async (place: Place, most: number): Promise<readonly Story[]> => {
  const file = createReadStream(join(DATASETS, 'handbook-2018-04.csv.gz')).pipe(createGunzip());
  const stories: Story[] = [];
  let isHead = true;
  for await (const line of createInterface({ input: file })) {
    if (stories.length >= most) break;
    if (!isHead) stories.push(rowStory(place, line));
    isHead = false;
  }
  return stories;
};
