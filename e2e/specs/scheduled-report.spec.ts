import { partsOf, startMailServer, type LocalMailServer } from '@redoubt/testing/mail';
import { expectNoViolation } from '../support/axe.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { chooseAccount, expect, PEOPLE, test, type Page } from '../support/test.ts';

let smtp: LocalMailServer;
let server: TestServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  smtp = await startMailServer();
  server = await startServer({
    SMTP_URL: `smtp://localhost:${smtp.port}`,
    SMTP_TLS: 'off',
    MAIL_FROM: 'Redoubt <redoubt@shop.example>',
    MAIL_DOMAINS: 'partner.example',
  });
});

test.afterAll(async () => {
  await server.stop();
  await smtp.close();
});

/** Journeys of a server of their own sign in there. */
const openPanel = async (page: Page) => {
  const { demo } = server;
  await page.goto(`${demo.origin}/casemanagement/report?period=28d`);
  await chooseAccount(page, PEOPLE.reviewManager, demo.signInCode);
  await page.getByRole('button', { name: 'Schedule by e-mail' }).click();
  const panel = page.getByRole('complementary', { name: 'Reports by e-mail' });
  await expect(panel.getByRole('heading', { name: 'Newest mails' })).toBeVisible();
  return panel;
};

test('a manager tries the mail server, sends the report of cases, and learns of a refused address', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const arrived = expect.configure({ timeout: 30_000 });
  const panel = await openPanel(page);
  await expectNoViolation(page);

  await panel.getByRole('button', { name: 'Send me a test mail' }).click();
  await expect(panel.getByText(/A test mail is on its way to hugo@northfell\.example/)).toBeVisible();
  await arrived.poll(() => smtp.mails.map(({ recipients }) => recipients)).toEqual([['hugo@northfell.example']]);
  expect(smtp.mails[0]?.source).toContain('Subject: Test mail from Redoubt');

  await panel.getByRole('button', { name: 'New schedule' }).click();
  const form = panel.getByRole('form', { name: 'New schedule' });
  await expect(form.getByLabel('Recipients')).toHaveValue('hugo@northfell.example');
  await form.getByLabel('Recipients').fill('hugo@northfell.example\neve@elsewhere.example');
  await form.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(form.getByLabel('Recipients')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Recipients').fill('hugo@northfell.example\nann@partner.example');
  await form.getByLabel('How often').selectOption('weekly');
  await form.getByLabel('Day of the week').selectOption({ label: 'Friday' });
  await form.getByLabel('Time zone').selectOption('Europe/Berlin');
  await form.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(panel.getByText(/Every Friday at/)).toBeVisible();

  smtp.behaviour.recipient = (address) => (address === 'ann@partner.example' ? 550 : undefined);
  await panel.getByRole('button', { name: 'Send now' }).click();
  await arrived.poll(() => smtp.mails.length).toBe(2);
  const report = smtp.mails[1];
  expect(report?.recipients).toEqual(['hugo@northfell.example']);
  const parts = partsOf(report?.source ?? '');
  const csv = [...parts].find(([name]) => name.endsWith('.csv'))?.[1] ?? '';
  expect(csv.split('\r\n').length).toBeGreaterThan(3);
  expect(parts.get('text/html')).toContain('Open the report');
  expect(parts.get('text/plain')).toContain(`${server.demo.origin}/casemanagement/report`);

  await arrived(panel.getByText('The mail server refused the mail. Check the address.')).toBeVisible();
  await arrived(panel.getByText('Is being sent')).toBeHidden();
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(panel.getByText(/^Paused/)).toBeVisible();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await panel.getByRole('button', { name: 'Delete' }).first().click();
  await expect(panel.getByText('No report is sent yet. Choose what, when and to whom.')).toBeVisible();
});

test('a manager has the summary and the rule report sent from their pages', async ({ page }) => {
  test.setTimeout(120_000);
  const arrived = expect.configure({ timeout: 30_000 });
  smtp.behaviour.recipient = () => undefined;
  const { demo } = server;
  for (const [path, title] of [
    ['/reports/summary', 'Summary report'],
    ['/reports/rules', 'Rule report'],
  ] as const) {
    const before = smtp.mails.length;
    await page.goto(`${demo.origin}${path}?period=7d`);
    if (path === '/reports/summary') await chooseAccount(page, PEOPLE.reviewManager, demo.signInCode);
    await page.getByRole('button', { name: 'Schedule by e-mail' }).click();
    const panel = page.getByRole('complementary', { name: 'Reports by e-mail' });
    await panel.getByRole('button', { name: 'New schedule' }).click();
    const form = panel.getByRole('form', { name: 'New schedule' });
    await expect(form.getByLabel('Figures of').getByRole('option')).toHaveText(['7 days', '28 days', '13 weeks']);
    await form.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect(form).toBeHidden();
    await panel.getByRole('button', { name: 'Send now' }).click();
    await arrived.poll(() => smtp.mails.length).toBe(before + 1);
    const { source = '' } = smtp.mails.at(-1) ?? {};
    expect(source).toContain(title);
    const parts = partsOf(source);
    expect(parts.get('text/plain')).toContain(`${demo.origin}${path}?`);
    expect([...parts.keys()].some((name) => name.endsWith('.csv'))).toBe(true);
    await expectNoViolation(page);
  }
});

test('a person chooses what they hear of, and is mailed what comes', async ({ page }) => {
  test.setTimeout(120_000);
  const arrived = expect.configure({ timeout: 40_000 });
  const { demo } = server;
  await page.goto(`${demo.origin}/environments`);
  await chooseAccount(page, PEOPLE.productAdmin, demo.signInCode);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const centre = page.getByRole('complementary', { name: 'Notifications' });
  await expect(centre.getByRole('listitem').first()).toBeVisible();
  await expectNoViolation(page);
  await centre.getByRole('button', { name: 'Notification settings' }).click();

  const settings = page.getByRole('complementary', { name: 'Notification settings' });
  await settings.getByRole('checkbox', { name: 'Environments: By e-mail' }).check();
  await settings.getByRole('checkbox', { name: 'Rules: Here' }).uncheck();
  await settings.getByRole('switch', { name: 'Keep mails and messages back at certain hours' }).click();
  await settings.getByRole('combobox', { name: 'Time zone' }).selectOption('Europe/Berlin');
  await expectNoViolation(page);
  // At night and at weekends this would wait, so it is taken back.
  await settings.getByRole('switch', { name: 'Keep mails and messages back at certain hours' }).click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(centre).toBeVisible();
  await centre.getByRole('button', { name: 'Notification settings' }).click();
  await expect(settings.getByRole('checkbox', { name: 'Environments: By e-mail' })).toBeChecked();
  await expect(settings.getByRole('checkbox', { name: 'Rules: Here' })).not.toBeChecked();
  await settings.getByRole('button', { name: 'Close panel' }).click();
  await centre.getByRole('button', { name: 'Close panel' }).click();

  const name = `Mailed ${Date.now()}`;
  const before = smtp.mails.length;
  await page.getByRole('treegrid', { name: 'Environments' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'New child' }).click();
  const form = page.getByRole('complementary', { name: 'New environment' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await arrived.poll(() => smtp.mails.length).toBe(before + 1);
  const mail = smtp.mails.at(-1);
  expect(mail?.recipients).toEqual([PEOPLE.productAdmin]);
  expect(mail?.source).toContain(`Subject: ${name} is ready`);
  expect(partsOf(mail?.source ?? '').get('text/plain')).toContain(`${demo.origin}/environments?`);

  // The bell learns of it by itself.
  await arrived(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await arrived(centre.getByText(`${name} is ready`)).toBeVisible();
  await centre.getByRole('combobox', { name: 'Kind' }).selectOption('Environments');
  await centre.getByRole('button', { name: 'Mark all read' }).click();
  await expect(centre.getByText('unread')).toHaveCount(0);
});
