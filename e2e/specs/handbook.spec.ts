import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { RuleEditorPage } from '../pages/rule-editor.page.ts';
import { expect, test } from '../support/test.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DATASET = join(process.env.REDOUBT_DATASET ?? join(ROOT, '../shared/data'), 'handbook-2018-04.csv.gz');
const ROWS = 5000;
const LIMIT = 220;

/** How many of the first rows the rule must reject, counted from the file itself. */
const countAbove = async (limit: number, rows: number): Promise<number> => {
  const lines = createInterface({ input: createReadStream(DATASET).pipe(createGunzip()) });
  let amountColumn = -1;
  let read = 0;
  let above = 0;
  for await (const line of lines) {
    const cells = line.split(',');
    if (amountColumn === -1) {
      amountColumn = cells.indexOf('TX_AMOUNT');
      continue;
    }
    if (read === rows) break;
    read += 1;
    if (Number(cells[amountColumn]) > limit) above += 1;
  }
  lines.close();
  return above;
};

test.skip(!existsSync(DATASET), 'the card transactions of April 2018 are not there');

test('imported history is decided by the published rule, and search shows who was rejected', async ({
  openAs,
  demo,
  dataDirectory,
}) => {
  const ruleName = `Handbook limit ${Date.now()}`;
  const reason = `over ${LIMIT} in April 2018`;
  const page = await openAs('fraudEngineer', '/fraud/purchase/rules');
  const editor = await RuleEditorPage.create(page, ruleName);
  // Only the imported customers, so that the other journeys keep their decisions.
  await editor.write('Condition', 'WHEN @"user.userId".StartsWith("customer-")');
  await editor.write('Decides', `RETURN Reject("${reason}")\nWHEN @"totalAmount" > ${LIMIT}`);
  await editor.publish('The scenario of large amounts');

  const imported = spawnSync(
    join(ROOT, 'node_modules/.bin/node'),
    [
      'apps/cli/src/main.ts',
      'events',
      'import',
      DATASET,
      '--map',
      'docs/examples/handbook.map.yaml',
      '--limit',
      String(ROWS),
    ],
    { cwd: ROOT, env: { ...process.env, REDOUBT_DATA: dataDirectory }, encoding: 'utf8' },
  );
  expect(imported.stderr + imported.stdout).toMatch(/refused\s+0/);
  expect(imported.status).toBe(0);

  const rejected = await countAbove(LIMIT, ROWS);
  expect(rejected).toBeGreaterThan(0);
  const address = `/search?range=2018-04-01T00:00:00.000Z..2018-05-01T00:00:00.000Z&where=reason~is~${encodeURIComponent(reason)}`;
  await expect(async () => {
    await page.goto(`${demo.origin}${address}`);
    await expect(page.getByText(new RegExp(`\\b${rejected} events?\\b`)).first()).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(page.getByRole('row', { name: /Reject/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Approve/ })).toHaveCount(0);
});
