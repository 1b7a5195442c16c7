import { expect, type Page } from '@playwright/test';
import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import type { Merchant } from './merchant.ts';

/** Purchases that it rejects and that are labelled as good. */
export const GOOD_PURCHASES = 6;

/** A rule that rejects dear purchases of good customers; with the usual amount it costs more than any other rule. */
export const publishCostlyRule = async (
  page: Page,
  merchant: Merchant,
  stamp: string,
  amount = 200_000,
): Promise<string> => {
  const name = `Dear ${stamp}`;
  const editor = await RuleEditorPage.create(page, name);
  const condition = `@"user.userId" == "${stamp}" && @"totalAmount" > 1000`;
  await editor.write('Decides', `RETURN Reject("dear")\nWHEN ${condition}`);
  await editor.publish('Dear ones');
  const buy = async (purchaseId: string, totalAmount: number) =>
    merchant.purchase({ purchaseId, totalAmount, currency: 'EUR', user: { userId: stamp } });
  await expect
    .poll(async () => (await buy(`${stamp}-probe-${crypto.randomUUID()}`, 5000))['MerchantRuleReason'])
    .toBe('dear');
  for (let number = 0; number < GOOD_PURCHASES; number += 1) {
    const purchaseId = `${stamp}-${number}`;
    await buy(purchaseId, amount);
    await merchant.label(purchaseId, false);
  }
  return name;
};
