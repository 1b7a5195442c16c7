import { z } from 'zod';
import { json } from '../common.ts';
import { defineEndpoint } from '../define.ts';

/**
 * The public API (`api.md`). Bodies are validated by the field tables in `public/schemas`, which match names ignoring
 * case; here they stand as open JSON.
 */
const event = <Id extends string>(id: Id, path: string, summary: string) =>
  defineEndpoint({
    id,
    summary,
    method: 'POST',
    path,
    permission: 'Risk_API',
    body: json,
    response: json,
    errors: ['REQ-INVALID', 'ENV-UNKNOWN', 'ENV-NOT-ACTIVE', 'AUTH-APPLICATION-NOT-ALLOWED', 'SRV-LOG-UNAVAILABLE'],
  });

export const postPurchase = event(
  'public.purchase',
  '/v1.0/MerchantServices/events/Purchase',
  'Assess a purchase; the answer carries the decision.',
);
export const postPurchaseStatus = event(
  'public.purchaseStatus',
  '/v1.0/MerchantServices/events/PurchaseStatus',
  'What became of a purchase.',
);
export const postChargeback = event(
  'public.chargeback',
  '/v1.0/MerchantServices/events/Chargeback',
  'A chargeback of a purchase.',
);
export const postLabel = event('public.label', '/v1.0/MerchantServices/events/Label', 'A fraud or non-fraud label.');

export const getHealth = defineEndpoint({
  id: 'public.health',
  summary: 'Answers 200 without a body while the server is up.',
  method: 'GET',
  path: '/api/v1/health',
  permission: 'anonymous',
  response: z.undefined(),
  responseType: 'empty',
});
