import { expectNoViolation } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('a function is written, tried on its sample, published and read', async ({ openAs }) => {
      const name = `Limits_${colorScheme}_${Date.now()}`;
      const page = await openAs('fraudEngineer', '/data/functions');
      await expect(page.getByRole('heading', { level: 1, name: 'Functions' })).toBeVisible();
      await page.getByRole('button', { name: 'New function' }).first().click();
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByRole('button', { name: 'Create function' }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await page.getByRole('button', { name: 'Add input' }).click();
      await expect(page.getByText('With the sample: 0')).toBeVisible();
      const code = page.getByRole('textbox', { name: 'Code of output1' });
      await code.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('RETURN @"totalAmount".ToDouble() * 2');
      await expect(page.getByText(/With the sample: [1-9]/)).toBeVisible();
      await expectNoViolation(page);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('button', { name: 'Publish', exact: true }).last().click();
      await expect(page.getByText('Published', { exact: true })).toBeVisible();
      await page.goBack();
      await page.getByRole('searchbox').fill(name);
      await expect(page.getByRole('gridcell', { name })).toBeVisible();
      await expectNoViolation(page);
    });
  });
}

test('a viewer sees the functions without anything to change them', async ({ openAs }) => {
  const page = await openAs('viewer', '/data/functions');
  await expect(page.getByText('Read only').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'New function' })).toHaveCount(0);
});
