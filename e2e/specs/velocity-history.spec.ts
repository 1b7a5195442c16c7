import { beginSet, publishSet, writeVelocity } from '../pages/velocity-sets.page.ts';
import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

/** A thread begins and the log has to settle. */
const COUNTED = { timeout: 45_000 };

test('a set published with history counts what came before, and the checker shows it', async ({ openAs, merchant }) => {
  const stamp = Date.now();
  const [userId, velocity] = [`history-${stamp}`, `before${stamp}`];
  for (const amount of [10.5, 20, 30]) {
    await merchant.purchase({
      purchaseId: crypto.randomUUID(),
      totalAmount: amount,
      currency: 'EUR',
      user: { userId },
    });
  }
  const page = await openAs('fraudEngineer', '/data/velocities');
  await beginSet(page);
  await writeVelocity(page, `SELECT Sum(@"totalAmount") AS ${velocity} FROM Purchase GROUPBY @"user.userId"`, '214.9');
  await expect(page.getByRole('combobox', { name: 'Counts begin' })).toHaveValue('withHistory');
  await publishSet(page);

  const history = page.getByRole('status').filter({ hasText: /istory/ });
  await expect(history.getByRole('progressbar', { name: 'History' })).toBeVisible();
  await expectNoViolation(page);
  await expect(history.getByText('History is counted')).toBeVisible(COUNTED);

  await page.getByRole('button', { name: /^Check a value/ }).press('Enter');
  const checker = page.getByRole('complementary', { name: 'Check a value' });
  await checker.getByRole('textbox', { name: 'Key' }).fill(userId);
  await expect(checker.getByText('60.50')).toBeVisible();
  await expect(checker.getByRole('table').getByText('10.50')).toBeVisible();
  await expect(checker.getByText('Still filling')).toHaveCount(0);
});

test('a set that counts from now on counts its history when it is asked to', async ({ openAs }) => {
  const velocity = `later${Date.now()}`;
  const page = await openAs('fraudEngineer', '/data/velocities');
  await beginSet(page);
  await writeVelocity(page, `SELECT Count() AS ${velocity} FROM Purchase GROUPBY @"user.userId"`, 'cust-48213');
  await page.getByRole('combobox', { name: 'Counts begin' }).selectOption('fromNow');
  await publishSet(page);
  await expect(page.getByText(`${velocity} counts from its publication on.`)).toBeVisible();
  await page.getByRole('button', { name: 'Count history too' }).press('Enter');
  await expect(page.getByText('History is counted')).toBeVisible(COUNTED);
});
