import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@redoubt/kernel';
import { getCurrencies, operatorContext } from '@redoubt/services';
import type { Database } from '@redoubt/storage';
import { describe, expect, it } from 'vitest';
import { runCli, type CliRun } from '../testing/run-cli.ts';
import { useDemonstration } from '../testing/use-demonstration.ts';

let root = '';
let dataDirectory = '';
let database: Database;
let environment = '';

useDemonstration('rates', (made) => ({ root, dataDirectory, database, environmentId: environment } = made));

const rates = async (text: string, ...more: readonly string[]): Promise<CliRun> => {
  const path = join(root, 'eurofxref.csv');
  await writeFile(path, text);
  return runCli(['rates', 'import', path, '--environment', environment, ...more], { dataDirectory });
};

describe('redoubt rates import', () => {
  it('takes in a file, puts rates right, and says who did', async () => {
    const first = await rates(
      'Date,USD,SEK,\n2025-01-03,1.0299,11.4475,\n2025-01-02,1.0321,N/A,\n',
      '--by',
      'Nightly job',
    );
    expect(first).toMatchObject({
      exitCode: 0,
      output: 'Took in 3 exchange rates of 2025-01-02 to 2025-01-03: 3 new, 0 put right, 0 as they were.',
    });
    const second = await rates('date,base,quote,rate\n2025-01-03,EUR,USD,1.03\n2025-01-03,EUR,SEK,11.4475\n');
    expect(second.output).toBe(
      'Took in 2 exchange rates of 2025-01-03 to 2025-01-03: 0 new, 1 put right, 1 as they were.',
    );
    const { files } = await getCurrencies(await operatorContext(database, systemClock, environment, 'Test'));
    expect(files.map(({ name, uploaded, standing }) => [name, uploaded.by, standing])).toEqual([
      ['eurofxref.csv', expect.stringContaining('redoubt rates'), 1],
      ['eurofxref.csv', 'Nightly job', 2],
    ]);
  });

  it('names the lines that are wrong and takes in nothing', async () => {
    const refused = await rates(
      'date,base,quote,rate\n2025-02-03,EUR,USD,1.03\n2025-02-30,EUR,USD,1,03\n2025-02-04,EUR,usd,1\n',
    );
    expect(refused.exitCode).toBe(1);
    expect(refused.errors).toContain('line 3: “2025-02-30” is no day');
    expect(refused.errors).toContain('line 4: “usd” is no currency');
    expect(refused.errors).toContain('Nothing was taken in.');
    const { pairs } = await getCurrencies(await operatorContext(database, systemClock, environment, 'Test'));
    expect(pairs.every(({ to }) => to < '2025-02-01')).toBe(true);
  });
});
