import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('an assessment is defined, its event decided and found, an observation added, and the event labelled', async ({
  openAs,
  merchant,
}) => {
  const apiName = `Points${Date.now()}`;
  const page = await openAs('fraudEngineer', '/fraud/assessments/setup');
  await page.getByRole('radio', { name: 'Loyalty program' }).check();
  await page.getByRole('button', { name: 'Paste JSON' }).press('Enter');
  await page.getByLabel('A body as it will be sent').fill('{"user":{"id":"u"},"shop":{"visits":3}}');
  await page.getByRole('button', { name: 'Take its fields' }).press('Enter');
  await expect(page.getByLabel('Field', { exact: true })).toHaveValue('shop.visits');
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue('integer');
  const example = page.getByRole('group', { name: 'Example of a body' }).last();
  await expect(example).toContainText('"visits": 3');
  await page.getByRole('button', { name: 'Required only' }).press('Enter');
  await expect(example).not.toContainText('visits');
  await page.getByLabel('Name', { exact: true }).fill(`Points redemption ${apiName}`);
  await page.getByLabel('API name').fill(apiName);
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Create assessment' }).click();

  await expect(page).toHaveURL(/\/fraud\/assessments\/assessment-\d+\/configuration/);
  const configuration = page.url();
  await page.getByRole('link', { name: 'Fields, programs and newest calls' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `assessment/${apiName}` })).toBeVisible();
  await page.getByRole('link', { name: 'Programs' }).press('Enter');
  await expect(page.getByRole('group', { name: 'Program', exact: true })).toContainText(`/v1.0/assessment/${apiName}`);
  await expectNoViolation(page);
  await page.goto(configuration);
  await page.getByRole('link', { name: 'New observation' }).press('Enter');
  await page.getByRole('radio', { name: 'Bank event' }).check();
  await page.getByLabel('Name', { exact: true }).fill('Bank');
  await expect(page.getByText(`/v1.0/assessment/${apiName}/observation/bank`)).toBeVisible();
  await page.getByRole('button', { name: 'Add field' }).press('Enter');
  await page.getByLabel('Field', { exact: true }).fill('desk.clerk');
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Add observation' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Bank' })).toBeVisible();
  const observation = page.url();
  await expect(page.getByText('None came lately.')).toBeVisible();
  await expectNoViolation(page);

  const at = new Date().toISOString();
  const metadata = { eventId: `ev-${apiName}`, merchantTimeStamp: at };
  const address = `/v1.0/assessment/${apiName}`;
  await expect(async () => {
    const answer = await merchant.post(address, {
      metadata,
      user: { id: 'cust-1', email: 'nora.quill@mailbox.example' },
      loyalty: { points: 6000 },
      shop: { visits: 3 },
    });
    expect(answer.status).toBe(200);
  }).toPass();
  const bank = { metadata: { ...metadata, observationId: 'o-1' }, bankEventId: 'b-1', type: 'Auth', iban: 'DE0212' };
  expect((await merchant.post(`${address}/observation/bank`, bank)).status).toBe(200);
  expect((await merchant.post(`${address}/label`, { metadata, label: { isFraud: true } })).status).toBe(200);

  const kind = /assessment-\d+/.exec(configuration)?.[0] ?? '';
  await page.goto(new URL(`/search?type=${kind}`, configuration).href);
  const found = page.getByRole('grid', { name: 'Events found' }).getByRole('row', { name: /cust-1/ });
  await expect(async () => {
    await page.reload();
    await expect(found.first()).toBeVisible({ timeout: 3000 });
  }).toPass();
  await found.first().dblclick();
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`Points redemption ${apiName}`) })).toBeVisible();
  await expect(page.getByText('Label: Fraud').first()).toBeVisible();
  await page.goto(configuration.replace('/configuration', '/schemaDetails'));
  const row = page.getByRole('table', { name: 'Schema' }).getByRole('row', { name: /shop\.visits/ });
  await expect(row).toContainText('100');
  await expectNoViolation(page);
  await page.goto(configuration.replace('/configuration', '/rules'));
  await expect(page.getByRole('link', { name: 'Sample template rule' })).toBeVisible();

  await page.goto(observation);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('group', { name: 'Last received' })).toContainText('"iban": "xx0000"', {
      timeout: 3000,
    });
  }).toPass();
  await expect(page.getByRole('row', { name: /desk\.clerk/ })).toContainText('0');
  await page.getByRole('button', { name: 'Delete observation' }).press('Enter');
  await page.getByRole('button', { name: 'Delete observation' }).last().press('Enter');
  await expect(page).toHaveURL(/\/configuration/);
  await expect(page.getByRole('link', { name: 'Bank', exact: true })).toBeHidden();

  // The address of the assessment leads to what its first tab shows: the traffic of this test.
  await page.goto(configuration.replace('/configuration', ''));
  await expect(page).toHaveURL(/\/monitor/);
  const chart = page.getByRole('slider', { name: /Decisions over time/ });
  await chart.focus();
  // The event lies in the last bar, or in the one before where a bar has begun since.
  let key = 'ArrowLeft';
  await expect(async () => {
    key = key === 'End' ? 'ArrowLeft' : 'End';
    await page.keyboard.press(key);
    await expect(chart).toHaveAttribute('aria-valuetext', /Approve 1$/, { timeout: 2000 });
  }).toPass();
  await page.keyboard.press('t');
  await expect(page.getByRole('group', { name: 'Decisions over time' }).getByRole('table')).toBeVisible();
  await expect(page.getByRole('row', { name: /Label Fraud 1/ })).toBeVisible();
  await expectNoViolation(page);
});
