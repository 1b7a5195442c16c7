import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test, type Page } from '../support/test.ts';

const RULES = '/fraud/purchase/rules';
const panelOf = (page: Page) => page.getByRole('region', { name: 'Test against history' });

/** Runs tests until one has found everything that was sent: events are projected a moment after their answer. */
const testUntil = async (page: Page, text: string): Promise<void> => {
  const panel = panelOf(page);
  await expect(async () => {
    await panel.getByRole('button', { name: 'Test', exact: true }).press('Enter');
    await expect(panel.getByText(text)).toBeVisible({ timeout: 15_000 });
  }).toPass();
};

test('a rule that reads a velocity is tried on what happened, by keyboard, before it is published', async ({
  openAs,
  merchant,
}) => {
  const stamp = `history-${Date.now()}`;
  const email = `${stamp}@mailbox.example`;
  for (const number of [1, 2, 3]) {
    const body = { purchaseId: `${stamp}-${number}`, totalAmount: 40 + number, currency: 'EUR' };
    await merchant.purchase({ ...body, user: { userId: 'nora', email } });
  }
  const page = await openAs('fraudEngineer', RULES);
  const editor = await RuleEditorPage.create(page, `History ${Date.now()}`);
  const clause = (limit: number) =>
    `RETURN Reject("again")\nWHEN @"user.email" == "${email}" && Velocity.purchasesPerEmail(@"user.email", 1d) > ${limit}`;
  await editor.write('Decides', clause(1));
  await page.getByRole('button', { name: /^Use a real event/ }).press('t');
  const panel = panelOf(page);
  await expect(panel).toContainText('Not tested yet');
  await testUntil(page, '1 decision would be different');

  await expect(panel.getByText('Newly rejected').locator('..')).toContainText('€43.00');
  await expect(panel.getByRole('row', { name: /^Decides/ })).toContainText('€43.00');
  await panel.getByRole('button', { name: 'Fired: show 1 event of Decides' }).press('Enter');
  await expect(panel.getByRole('heading', { name: 'Decides · Fired' })).toBeVisible();
  await expect(panel.getByRole('row', { name: new RegExp(`${stamp}-3.*Approve.*Reject`) })).toBeVisible();
  await expect(page.getByText('Tested: changes 1 decision and 1 newly rejected')).toBeVisible();
  await expectNoViolation(page);

  await editor.write('Decides', clause(0));
  await expect(panel.getByText('The text has changed since.')).toBeVisible();
  await expect(page.getByText('Not tested against history')).toBeVisible();
  await panel.getByRole('combobox', { name: 'Compare with' }).selectOption('recorded');
  await testUntil(page, '2 decisions would be different');
  await expect(panel.getByText('against the decisions as they were made')).toBeVisible();

  await panel.getByRole('link', { name: `${stamp}-3` }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase of €43.00 by nora' })).toBeVisible();
  expect(page.url()).toContain(`${stamp}-3`);
});

test('tables of several currencies stand beside each other, with whole sums and both ends of ids', async ({
  openAs,
  merchant,
}) => {
  const stamp = `sums-${Date.now()}`;
  const currencies = ['CHF', 'DKK', 'EUR', 'GBP', 'NOK', 'PLN', 'SEK', 'USD'];
  for (const [index, currency] of currencies.entries()) {
    const purchaseId = `${stamp}-${crypto.randomUUID()}-${index}`;
    await merchant.purchase({ purchaseId, totalAmount: 12345.5, currency, user: { userId: `${stamp}-customer` } });
  }
  const page = await openAs('fraudEngineer', RULES);
  const editor = await RuleEditorPage.create(page, `Sums ${Date.now()}`);
  await editor.write('Decides', `RETURN Reject("big") WHEN @"user.userId" == "${stamp}-customer"`);
  await page.getByRole('button', { name: /^Use a real event/ }).press('t');
  await testUntil(page, '8 decisions would be different');
  const panel = panelOf(page);
  const row = panel.getByRole('row', { name: /^Decides/ });
  for (const sum of ['CHF 12,345.50', 'DKK 12,345.50', '$12,345.50']) await expect(row).toContainText(sum);
  const clauses = await panel.getByRole('table').first().locator('..').boundingBox();
  const events = await panel.getByRole('table').last().locator('..').boundingBox();
  expect((clauses?.x ?? 0) + (clauses?.width ?? 0)).toBeLessThanOrEqual(events?.x ?? 0);
  const event = panel.getByRole('row', { name: new RegExp(`${stamp}-[0-9a-f-]{36}-7`) });
  await expect(event.locator('[aria-hidden]', { hasText: /^sums-.*…/ })).toBeVisible();
  await expect(event.getByTitle(`${stamp}-customer`)).toBeVisible();
  // The label stands at the end of the row: nothing is scrolled away.
  const label = await panel.getByRole('columnheader', { name: 'Label' }).boundingBox();
  expect((label?.x ?? 0) + (label?.width ?? 0)).toBeLessThanOrEqual((events?.x ?? 0) + (events?.width ?? 0) + 1);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('axe finds nothing on a test that runs, was cancelled, failed or does not know everything', async ({
      openAs,
    }) => {
      const page = await openAs('fraudEngineer', RULES);
      const editor = await RuleEditorPage.create(page, `States ${colorScheme} ${Date.now()}`);
      await editor.write('Decides', 'RETURN Reject("never") WHEN @"totalAmount" > 100000000');
      await page.getByRole('button', { name: /^Use a real event/ }).press('t');
      const panel = panelOf(page);
      await panel.getByRole('button', { name: 'Test', exact: true }).press('Enter');
      await expect(page.getByText('Tested: changes no decision')).toBeVisible({ timeout: 30_000 });
      const unknown = [{ kind: 'velocity', name: 'tries', events: 7 }];
      const states = [
        [{ status: 'running', result: null, eventsDone: 5, eventsTotal: 9, finishedAt: null }, '5 of 9 events'],
        [{ status: 'cancelled', result: null }, 'This test was cancelled.'],
        [{ status: 'failed', problem: 'BACKTEST-TOO-LARGE', result: null }, 'Choose a shorter period.'],
        [{ unknown }, '7 events came before the velocity “tries” was counted'],
      ] as const;
      let shown: (typeof states)[number][0] = states[0][0];
      await page.route('**/backtests/*', async (route) => {
        const body = (await (await route.fetch()).json()) as { result: object };
        const json = 'unknown' in shown ? { ...body, result: { ...body.result, ...shown } } : { ...body, ...shown };
        await route.fulfill({ json });
      });
      for (const [state, text] of states) {
        shown = state;
        await page.reload();
        await expect(editor.code('Decides')).toBeVisible();
        await page.getByRole('button', { name: 'Test against history' }).press('Enter');
        await expect(panel.getByText(text)).toBeVisible();
        await expectNoViolation(page);
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  });
}
