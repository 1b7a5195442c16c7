import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';
import { openViews } from '../support/views.ts';

test('an administrator saves a search and sets an alert on it beside it, without leaving the page', async ({
  openAs,
}) => {
  const name = `Rejected ${Date.now()}`;
  const page = await openAs('productAdmin', '/search?where=decision~is~Reject');
  const panel = await openViews(page);
  await panel.getByRole('textbox', { name: 'Name of the view' }).fill(name);
  await panel.getByRole('button', { name: 'Save view' }).click();

  const form = panel.getByRole('form', { name: 'New alert on a saved search' });
  await form.getByRole('combobox', { name: 'Saved search' }).selectOption({ label: name });
  await expect(form.getByRole('button', { name: 'Set alert' })).toBeDisabled();
  await form.getByRole('textbox', { name: 'More new events than' }).fill('25');
  await form.getByRole('combobox', { name: 'Within' }).selectOption('5');
  await expectNoViolation(page);
  await form.getByRole('button', { name: 'Set alert' }).click();
  const link = panel.getByRole('link', { name });
  await expect(link).toBeVisible();
  await expect(panel.getByText(/more than 25 · Five minutes/)).toBeVisible();

  await link.click();
  await expect(page).toHaveURL(/\/alerts\?.*alert=/);
  const alert = page.getByRole('complementary', { name });
  await expect(alert).toBeVisible();
  await expect(alert.getByText(/Events of a saved search/).first()).toBeVisible();
});
