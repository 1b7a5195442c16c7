import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expect, test } from '../support/test.ts';

test('a rule is written, published, decides a purchase, and its trace is read', async ({ openAs, merchant }) => {
  const ruleName = `Amount over 220 ${Date.now()}`;
  const purchaseId = `ord-${Date.now()}`;
  // The rule stays: it decides the purchases of this journey alone.
  const user = { userId: `buyer-${Date.now()}` };
  const page = await openAs('fraudEngineer', '/fraud/purchase/rules');

  const editor = await RuleEditorPage.create(page, ruleName);
  await editor.write(
    'Decides',
    `RETURN Reject("over 220", "ask for another card")\nWHEN @"totalAmount" > 220 && @"user.userId" == "${user.userId}"`,
  );
  await expect(editor.evaluation).toContainText(/totalAmount|no hit|Decision/);
  await editor.publish('First limit');

  await expect
    .poll(
      async () =>
        (await merchant.purchase({ purchaseId: `${purchaseId}-probe-${Math.random()}`, totalAmount: 240, user }))
          .MerchantRuleReason,
    )
    .toBe('over 220');
  const details = await merchant.purchase({
    purchaseId,
    totalAmount: 240.5,
    currency: 'EUR',
    user: { ...user, email: 'nora@mailbox.example', firstName: 'Nora', lastName: 'Quill' },
  });
  expect(details).toMatchObject({
    MerchantRuleDecision: 'Reject',
    PolicyApplied: ruleName,
    ClauseName: 'Decides',
    PurchaseId: purchaseId,
  });

  await page.getByRole('link', { name: 'Search', exact: true }).click();
  const quick = page.getByRole('combobox', { name: /^Event id/ });
  const heading = page.getByRole('heading', { level: 1, name: /Purchase of €240\.50/ });
  // Before the search has answered, rows of other purchases are there.
  const row = page.getByRole('row', { name: /Nora Quill/ }).filter({ hasText: purchaseId });
  await expect
    .poll(async () => {
      await quick.fill(purchaseId);
      await quick.press('Enter');
      return row.or(heading).count();
    })
    .toBeGreaterThan(0);
  // The last look may still be answered and draw the row anew.
  await expect(async () => {
    if (!(await heading.isVisible())) await row.getByRole('link', { name: purchaseId }).click({ timeout: 2000 });
    await expect(heading).toBeVisible({ timeout: 5000 });
  }).toPass();
  const main = page.getByRole('main');
  await expect(main.getByText(ruleName).first()).toBeVisible();
  await expect(main.getByText('over 220').first()).toBeVisible();
  await expect(main.getByText('240.5').first()).toBeVisible();
  await expect(main).toContainText('@"totalAmount" > 220');
});

test('a status, a chargeback and a label join their purchase', async ({ openAs, merchant, demo }) => {
  const purchaseId = `joined-${Date.now()}`;
  const at = new Date().toISOString();
  const metadata = { trackingId: purchaseId, merchantTimeStamp: at };
  const events = '/v1.0/MerchantServices/events';
  // Told before the purchase is: events may come in any order.
  const label = {
    labelObjectType: 'PURCHASE',
    labelObjectId: purchaseId,
    labelSource: 'ManualReview',
    _metadata: metadata,
  };
  expect((await merchant.post(`${events}/Label`, label)).status).toBe(200);
  await merchant.purchase({ purchaseId, totalAmount: 15, currency: 'EUR' });
  const status = { purchaseId, statusType: 'Rejected', statusDate: at, reason: 'CustomerRequest', _metadata: metadata };
  expect((await merchant.post(`${events}/PurchaseStatus`, status)).status).toBe(200);
  const page = await openAs('supportAgent', `/search/purchase/${demo.environmentId}/${purchaseId}`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: /Purchase of €15\.00/ })).toBeVisible({ timeout: 3000 });
    await expect(page.getByText(/Status: Rejected/).first()).toBeVisible({ timeout: 1000 });
    await expect(page.getByText(/Fraud/).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
});
