// Compiled by `npm run check`, never run: an `@ts-expect-error` without an error is an error.
import type { AccountAccepted, AccountAnswer, PurchaseAccepted, PurchaseAnswer } from '@redoubt/contracts';
import { expectTypeOf } from 'vitest';
import type { AnswerOf, BranchKind, Client } from './client.ts';

declare const client: Client;
declare const purchase: Parameters<typeof client.send<'purchase'>>[1];

// Each kind of event has the answer that the service documents for it.
expectTypeOf<AnswerOf<'purchase'>>().toEqualTypeOf<PurchaseAnswer>();
expectTypeOf<AnswerOf<'chargeback'>>().toEqualTypeOf<PurchaseAccepted>();
expectTypeOf<AnswerOf<'accountLogin'>>().toEqualTypeOf<AccountAnswer>();
expectTypeOf<AnswerOf<'accountUpdate'>>().toEqualTypeOf<AccountAccepted>();
expectTypeOf(client.send('purchase', purchase)).resolves.toEqualTypeOf<PurchaseAnswer>();
expectTypeOf<'chargeback'>().not.toExtend<BranchKind>();

// @ts-expect-error -- no such kind of event
void client.send('purchases', purchase);
// @ts-expect-error -- only events with rules have branches
void client.sendToBranch('trial', 'chargeback', purchase);
// @ts-expect-error -- the id of a purchase is required
void client.send('purchase', { merchantLocalDate: '2026-01-01T00:00:00Z', _metadata: {} });
