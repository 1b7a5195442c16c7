import { expect, type Page } from '@playwright/test';
import type { Merchant } from './merchant.ts';
import type { Demo } from './server.ts';

type Answer = { readonly status: number; readonly body: Record<string, unknown> };

/** Calls endpoints of an environment as the person signed in on a page, for what a journey only prepares. */
export type ConsoleCaller = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) => Promise<Answer>;

/** To be made before the page is opened: the token is that of the page's own calls. */
export const consoleCaller = (page: Page, { origin, environmentId }: Demo): ConsoleCaller => {
  let authorization: string | undefined;
  page.on('request', (request) => {
    authorization = request.headers()['authorization'] ?? authorization;
  });
  return async (method, path, body) => {
    await expect.poll(() => authorization).toBeDefined();
    const response = await fetch(`${origin}/platform/v1/environments/${environmentId}${path}`, {
      method,
      headers: { authorization: authorization ?? '', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
  };
};

/** Lets cases wait at once, without the minutes in which they settle. */
export const settleAtOnce = async (call: ConsoleCaller): Promise<void> => {
  await expect(async () => {
    const { body } = await call('GET', '/case-settings');
    const { holdSeconds, secondReview, hidesAgents, masksPersonal, version } = body;
    if (holdSeconds === 0) return;
    expect(
      (await call('PUT', '/case-settings', { holdSeconds: 0, secondReview, hidesAgents, masksPersonal, version }))
        .status,
    ).toBe(200);
  }).toPass();
};

const NAMES = ['Nadia Ferrant', 'Ruben Castellane', 'Asta Nyberg', 'Theo Marchetti', 'Yara Haddou', 'Emil Sorge'];

/** A purchase that a rule of the demonstration sends to review. */
export const purchaseToReview = (run: string, index: number): Record<string, unknown> => {
  const [firstName = '', lastName = ''] = (NAMES[index % NAMES.length] ?? '').split(' ');
  const userId = `${run}-${firstName.toLowerCase()}`;
  const totalAmount = 449.5 + ((index * 137) % 1900);
  const address = { street1: `Havnegade ${index + 1}`, city: 'Aarhus', zipCode: '8000', country: 'DK' };
  return {
    purchaseId: `${run}-${String(index).padStart(3, '0')}`,
    totalAmount,
    currency: 'EUR',
    shippingMethod: 'Express',
    user: { userId, firstName, lastName, country: 'LI', email: `${userId}@example.org`, isEmailValidated: true },
    deviceContext: { deviceContextId: `device-${run}-${index % 4}`, ipAddress: `203.0.113.${index % 250}` },
    shippingAddress: address,
    paymentInstrumentList: [
      { merchantPaymentInstrumentId: `card-${userId}`, type: 'CreditCard', bin: '516790', billingAddress: address },
    ],
    productList: [
      {
        productId: 'ELC-20418',
        productName: 'Phone, 256 GB',
        sku: 'ELC-20418',
        purchasePrice: totalAmount,
        quantity: 1,
      },
    ],
  };
};

/** A queue of its own with so many pending cases, so that journeys beside each other take none of another's. */
export const queueWithCases = async (
  call: ConsoleCaller,
  merchant: Merchant,
  name: string,
  count: number,
): Promise<{ readonly queueId: string; readonly eventIds: readonly string[] }> => {
  await settleAtOnce(call);
  const created = await call('POST', '/queues', {
    assessment: 'purchase',
    name,
    description: '',
    sequence: 'Unrestricted',
    orderBy: 'eventTime',
    direction: 'asc',
    timeoutMs: 86_400_000,
    defaultDecision: 'Approve',
  });
  expect(created.status, JSON.stringify(created.body)).toBe(200);
  const queueId = String(created.body['id']);
  const run = name.toLowerCase().replaceAll(/\W+/g, '-');
  const eventIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const purchase = purchaseToReview(run, index);
    await merchant.purchase(purchase);
    eventIds.push(String(purchase['purchaseId']));
  }
  const caseIds: string[] = [];
  for (const eventId of eventIds) {
    await expect(async () => {
      const { status, body } = await call('GET', `/cases/of/purchase/${eventId}`);
      expect(status).toBe(200);
      caseIds.push((body['case'] as { id: string }).id);
    }).toPass();
  }
  const moved = await call('POST', '/cases/moves', { caseIds, queueId });
  const results = moved.body['results'] as readonly { outcome: string; problem: string | null }[];
  expect(results.filter(({ outcome }) => outcome !== 'done')).toEqual([]);
  return { queueId, eventIds };
};
