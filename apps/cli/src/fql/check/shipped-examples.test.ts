import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../testing/run-cli.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'examples');

it('finds no error in the texts that ship as examples', async () => {
  const { output, errors, exitCode } = await runCli(['fql', 'check', EXAMPLES], {
    dataDirectory: EXAMPLES,
  });
  expect(`${output}${errors}`).toMatch(/^2 files, 0 errors, 0 warnings\.$/m);
  expect(exitCode).toBe(0);
});
