import { readFile } from 'node:fs/promises';
import { expectNoViolation } from '../support/axe.ts';
import { expect, PEOPLE, chooseAccount, test } from '../support/test.ts';

test('people write about an event, attach a file, mention a colleague and find what shares its values', async ({
  browser,
  demo,
  openAs,
  merchant,
}) => {
  const mark = `ring-${Date.now()}`;
  for (const [index, totalAmount] of [20, 25].entries()) {
    await merchant.purchase({
      purchaseId: `${mark}-${index}`,
      totalAmount,
      currency: 'EUR',
      user: { userId: `${mark} ${index}`, email: `${mark}@mailbox.example` },
      deviceContext: { deviceContextId: `${mark}-${index}`, ipAddress: '8.8.8.8' },
      shippingAddress: { city: 'Bergen', country: 'NO' },
    });
  }
  // The other person has to be known before a mention can name them.
  const other = await browser.newContext();
  const colleague = await other.newPage();
  await colleague.goto(`${demo.origin}/`);
  await chooseAccount(colleague, PEOPLE.reviewAnalyst);
  await expect(colleague.getByRole('button', { name: /Notifications/ })).toBeVisible();

  const page = await openAs('reviewManager', `/search/purchase/${demo.environmentId}/${mark}-0`);
  const notes = page.getByRole('region', { name: /^Notes/ });
  await expect(async () => {
    await page.reload();
    await expect(notes).toBeVisible({ timeout: 5000 });
  }).toPass();

  const field = notes.getByRole('textbox', { name: /New note/ });
  const saved = page.waitForResponse((response) => response.url().endsWith('/notedraft') && response.ok());
  await field.pressSequentially('Ask @Tom');
  await saved;
  await page.reload();
  await expect(field).toHaveValue('Ask @Tom');
  await field.press('End');
  await notes.getByRole('option', { name: /^Tomas Berg/ }).click();
  await field.pressSequentially('about https://shop.example/order');
  await expectNoViolation(page);
  await field.press('Control+Enter');
  await expect(notes.getByRole('link', { name: 'https://shop.example/order' })).toBeVisible();
  await expect(field).toHaveValue('');

  const content = Buffer.from(`<script>alert(1)</script> ${mark}`);
  await notes.locator('input[type=file]').setInputFiles({ name: 'proof.html', mimeType: 'text/html', buffer: content });
  const file = notes.getByRole('button', { name: 'proof.html', exact: true });
  await expect(file).toBeVisible();
  const [download] = await Promise.all([page.waitForEvent('download'), file.click()]);
  expect(download.suggestedFilename()).toBe('proof.html');
  expect((await readFile(await download.path())).equals(content)).toBe(true);

  await page.getByRole('button', { name: 'Linked events' }).click();
  const links = page.getByRole('region', { name: /^Linked events/ });
  await expect(links.getByRole('link', { name: `${mark}-1` })).toBeVisible();
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await expect(page.getByRole('img', { name: /Bergen, Norway/ })).toBeVisible();
  await expectNoViolation(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByRole('link', { name: /DB-IP/ })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'History' }).click();
  await expect(page.getByRole('region', { name: /^History/ })).toContainText('File attached: proof.html');
  await expectNoViolation(page);

  await colleague.goto(`${demo.origin}/`);
  await colleague.getByRole('button', { name: /Notifications/ }).click();
  await expect(colleague.getByText('Hugo Marchetti mentioned you').first()).toBeVisible();
  await colleague.getByRole('link', { name: 'Open' }).first().click();
  const answer = colleague.getByRole('region', { name: /^Notes/ });
  await answer.getByRole('button', { name: 'Reply' }).click();
  await answer.getByRole('textbox', { name: 'Reply' }).fill('Called, no answer');
  await answer.getByRole('button', { name: 'Publish' }).first().click();
  await expect(answer.getByText('Called, no answer')).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Delete proof.html' })).toHaveCount(0);
  await other.close();
});
