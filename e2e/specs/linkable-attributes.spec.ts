import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

test('a field of an assessment is marked linkable in the ontology, and its value leads from one customer to another', async ({
  openAs,
  merchant,
}) => {
  const run = Date.now();
  const apiName = `Badges${run}`;
  const page = await openAs('fraudEngineer', '/fraud/assessments/setup');
  await page.getByRole('radio', { name: 'Loyalty program' }).check();
  await page.getByRole('button', { name: 'Paste JSON' }).press('Enter');
  await page.getByLabel('A body as it will be sent').fill('{"agent":{"badge":"b-1","shift":2}}');
  await page.getByRole('button', { name: 'Take its fields' }).press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Linkable' }).nth(1)).toBeDisabled();
  await page.getByLabel('Name', { exact: true }).fill(apiName);
  await page.getByLabel('API name').fill(apiName);
  await expectNoViolation(page);
  await page.getByRole('button', { name: 'Create assessment' }).click();
  await expect(page).toHaveURL(/assessment-\d+\/configuration/);
  const kind = /assessment-\d+/.exec(page.url())?.[0] ?? '';

  const send = async (at: number): Promise<void> => {
    await expect(async () => {
      const answer = await merchant.post(`/v1.0/assessment/${apiName}`, {
        metadata: { eventId: `badge-${run}-${at}`, merchantTimeStamp: new Date().toISOString() },
        user: { id: `badge-user-${run}-${at}` },
        agent: { badge: `badge-${run}`, shift: 2 },
      });
      expect(answer.status).toBe(200);
    }).toPass();
  };
  const { origin } = new URL(page.url());
  await page.goto(`${origin}/data/apimanagement/ontology?entity=${kind}&attribute=${kind}%20agent.badge`);
  const panel = page.getByRole('complementary', { name: 'agent.badge' });
  await panel.getByRole('button', { name: 'Mark linkable' }).press('Enter');
  await expect(panel.getByText(`attribute:${apiName}.agent.badge`)).toBeVisible();
  await page.getByRole('button', { name: 'Linkable', exact: true }).press('Enter');
  await expect(page.getByText('1 attribute', { exact: true })).toBeVisible();
  await expectNoViolation(page);

  await panel.getByRole('link', { name: 'Open in the graph explorer' }).click();
  await expect(page.getByRole('combobox', { name: 'What to start from' })).toHaveValue('own:agent.badge');
  // Nodes hear of the new schema a moment later; what came before is not kept.
  const list = page.getByRole('grid', { name: 'Values, as in the picture' });
  let sent = 0;
  await expect(async () => {
    await send((sent += 1));
    await page.goto(`${origin}/data/explorer?kind=own%3Aagent.badge&value=badge-${run}`);
    await expect(list.getByText(/badge-user-\d+-\d+/).nth(1)).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(page.getByRole('combobox', { name: 'What to start from' })).toHaveValue('own:agent.badge');
  await expect(page.getByRole('button', { name: new RegExp(`^◆ Agent\\.badge \\(.*${apiName}`) })).toBeVisible();
  await list.getByRole('gridcell', { name: new RegExp(`^badge-${run}`) }).click();
  const value = page.getByRole('complementary').filter({ hasText: `attribute:${apiName}.agent.badge` });
  await expect(value).toBeVisible();
  await expectNoViolation(page);

  await page.goto(`${origin}/data/apimanagement/ontology?entity=${kind}&attribute=${kind}%20agent.badge`);
  await panel.getByRole('button', { name: 'Stop linking' }).press('Enter');
  await panel.getByRole('alertdialog').getByRole('button', { name: 'Stop linking' }).press('Enter');
  await expect(panel.getByRole('button', { name: 'Mark linkable' })).toBeVisible();
});
