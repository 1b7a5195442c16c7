import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { openViews } from '../support/views.ts';

test('a manager keeps filters of the case report as views, opens one by two keys, and starts with it', async ({
  demo,
  openAs,
}) => {
  const [name, renamed] = [`Month ${Date.now()}`, `Four weeks ${Date.now()}`];
  const page = await openAs('reviewManager', '/casemanagement/report?period=28d&assessment=purchase&figure=decided');
  let panel = await openViews(page);
  await expectNoViolation(page);
  const save = panel.getByRole('button', { name: 'Save view' });
  await expect(save).toBeDisabled();
  await panel.getByRole('textbox', { name: 'Name of the view' }).fill(name);
  await panel.getByRole('textbox', { name: 'Name of the view' }).press('Enter');
  await expect(panel.getByRole('button', { name: new RegExp(`^\\W*1?\\W*${name}`) })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(save).toBeDisabled();

  // A form that changes nothing is not sent, and says why.
  await panel.getByRole('button', { name: `Rename or share “${name}”` }).click();
  const form = panel.getByRole('form');
  await form.getByRole('button', { name: 'Save' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Nothing has changed.');
  await form.getByRole('textbox', { name: 'Name of the view' }).fill(renamed);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const star = panel.getByRole('button', { name: `Open the page with “${renamed}”` });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expectNoViolation(page);

  // The standard view, then the shared one again: two keys each.
  await page.keyboard.press('Escape');
  panel = await openViews(page);
  await page.keyboard.press('0');
  await expect(panel).toBeHidden();
  await expect(page).not.toHaveURL(/period=/);
  panel = await openViews(page);
  const digit = await panel
    .getByRole('button', { name: new RegExp(renamed) })
    .first()
    .getAttribute('aria-keyshortcuts');
  await page.keyboard.press(digit ?? '');
  await expect(page).toHaveURL(/period=28d&assessment=purchase/);
  await expect(page).not.toHaveURL(/figure=/);
  await expect(page.getByRole('button', { name: `View: ${renamed}` })).toBeVisible();

  // The page opens with it, and asks for nothing else before.
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/case-report\?/.test(request.url())) asked.push(new URL(request.url()).searchParams.get('period') ?? '');
  });
  await page.goto(`${demo.origin}/casemanagement/report`);
  await expect(page).toHaveURL(/period=28d&assessment=purchase/);
  await expect(page.getByRole('button', { name: '28 days' })).toHaveAttribute('aria-pressed', 'true');
  expect(new Set(asked)).toEqual(new Set(['28d']));
  await page.goto(`${demo.origin}/casemanagement/report?period=24h`);
  await expect(page.getByRole('button', { name: '24 hours' })).toHaveAttribute('aria-pressed', 'true');

  panel = await openViews(page);
  await panel.getByRole('button', { name: `Delete “${renamed}”` }).click();
  await expect(panel.getByRole('status')).toHaveText(`“${renamed}” was deleted.`);
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await panel.getByRole('button', { name: `Replace “${renamed}” with what the page shows` }).click();
  await expect(page.getByRole('button', { name: `View: ${renamed}` })).toBeVisible();
  await panel.getByRole('button', { name: `Delete “${renamed}”` }).click();
  await expect(panel.getByRole('status')).toHaveText(`“${renamed}” was deleted.`);
  await page.goto(`${demo.origin}/casemanagement/report`);
  await expect(page.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
});

test('an analyst keeps a search private and may not share it', async ({ demo, openAs }) => {
  const name = `Rejected ${Date.now()}`;
  const page = await openAs('reviewAnalyst', '/search?range=7d&where=decision~is~Reject');
  const panel = await openViews(page);
  await expect(panel).toContainText('Your roles do not let you share views.');
  await panel.getByRole('textbox', { name: 'Name of the view' }).fill(name);
  await panel.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: `View: ${name}` })).toBeVisible();
  await page.goto(`${demo.origin}/search`);
  await expect(page).not.toHaveURL(/where=/);
  await openViews(page);
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/range=7d&where=decision/);
  const again = await openViews(page);
  await again.getByRole('button', { name: `Delete “${name}”` }).click();
  await expect(again.getByRole('status')).toHaveText(`“${name}” was deleted.`);
});
