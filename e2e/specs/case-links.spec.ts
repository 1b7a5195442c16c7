import { readFile } from 'node:fs/promises';
import { expectNoViolation } from '../support/axe.ts';
import { consoleCaller, queueWithCases } from '../support/cases.ts';
import { EUROPE } from '../support/server.ts';
import { chooseAccount, expect, PEOPLE, test } from '../support/test.ts';

test('a manager sees what a case shares with others, decides them together, exports the links and hands the case on', async ({
  browser,
  page,
  openAs,
  merchant,
  demo,
  reviewTurn: _turn,
}) => {
  test.setTimeout(240_000);
  const other = await browser.newContext();
  const colleague = await other.newPage();
  await colleague.goto(`${demo.origin}/`);
  await chooseAccount(colleague, PEOPLE.reviewAnalyst);
  await expect(colleague.getByRole('button', { name: /Notifications/ })).toBeVisible();

  const call = consoleCaller(page, demo);
  await openAs('productAdmin', '/');
  // Every fourth purchase is made on the same device: the first, the fifth and the ninth.
  const { queueId, eventIds } = await queueWithCases(call, merchant, `Ring ${Date.now()}`, 9);
  const [first = '', , , , fifth = '', , , , ninth = ''] = eventIds;
  // A link that names another environment, as one copied from the page of an event does, opens in that of the case.
  const review = `/casemanagement/queues/${queueId}/purchase/${demo.environmentId}/${first}`;
  await page.goto(`${demo.origin}${review}?env=${EUROPE}`);
  await expect(page).toHaveURL(new RegExp(`env=${demo.environmentId}`));
  await page.getByRole('button', { name: /^Start review/ }).click();
  await expect(page.getByRole('timer')).toBeVisible();

  const summary = page.getByRole('region', { name: /^Linked events/ });
  const device = summary.getByRole('button', { name: /^Device/ });
  await expect(device).toContainText('2 events');
  await expect(page.getByText('In General: no routing rule matched').or(page.getByText(/^Routed to/))).toBeVisible();
  const next = page.getByRole('navigation', { name: 'Next cases' });
  await expect(next.getByRole('link').first()).toContainText('Ruben Castellane');
  await expectNoViolation(page);

  await device.click();
  await expect(page.getByRole('tab', { name: 'Link analysis' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('checkbox', { name: /^Device/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /^E-mail/ })).not.toBeChecked();
  await expect(page.getByRole('row', { name: new RegExp(fifth) })).toContainText('€');
  await expectNoViolation(page);
  const search = page.getByRole('link', { name: 'Device', exact: true });
  await expect(search).toHaveAttribute('href', /\/search\?.*deviceId%7Eis%7E/);

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'E-mail', exact: true }).check();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('columnheader', { name: 'E-mail' }).first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const [heading, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(heading).toContain('E-mail');
  expect(lines).toHaveLength(2);

  for (const id of [fifth, ninth]) await page.getByRole('checkbox', { name: `Select ${id}` }).check();
  const bar = page.getByRole('toolbar', { name: '2 selected' });
  await bar.getByRole('button', { name: /^Reject/ }).click();
  const panel = page.getByRole('complementary', { name: /Decide 2 cases/ });
  await panel.getByRole('radio', { name: /Collusion/ }).click();
  await panel.getByRole('button', { name: /Reject 2 cases/ }).click();
  await expect(panel.getByText('2 cases decided')).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('l');
  await expect(summary).toContainText('100% of the decided bad');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('Assign to');
  await page.keyboard.press('Enter');
  const assign = page.getByRole('region', { name: 'Assign to a colleague' });
  await expect(assign.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('Tom');
  await expect(assign.getByRole('option')).toHaveCount(1);
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tomas Berg is to review this case.')).toBeVisible();

  await colleague.goto(`${demo.origin}/`);
  await colleague.getByRole('button', { name: /Notifications/ }).click();
  await expect(colleague.getByText('assigned a case to you').first()).toBeVisible();
  await colleague.getByRole('link', { name: 'Open' }).first().click();
  await expect(colleague.getByText('This case is assigned to you')).toBeVisible();
  await colleague.keyboard.press('s');
  await expect(colleague.getByRole('timer')).toBeVisible();
  await colleague.keyboard.press('b');
  await other.close();

  await page.reload();
  await expect(page.getByRole('button', { name: /^Start review/ })).toBeVisible();
  await page.keyboard.press('q');
  const move = page.getByRole('region', { name: 'Move this case' });
  await expect(move.getByRole('option').first()).toBeVisible();
  await page.keyboard.type('General');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'Pending review' })).toBeVisible();
  await expect(page.getByRole('grid', { name: 'Pending review' })).not.toContainText(first);
});
