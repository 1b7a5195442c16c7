import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

describe('redoubt loss-prevention demo', () => {
  it('finds at least nine of ten wrongdoers among the riskiest people', async () => {
    const { exitCode, output } = await runCli(['loss-prevention', 'demo'], {
      dataDirectory: '.',
    });
    expect(exitCode).toBe(0);
    const precision = /Precision at 20: (\d\.\d\d)/.exec(output)?.[1];
    expect(Number(precision)).toBeGreaterThanOrEqual(0.9);
  }, 120_000);

  it('refuses a seed that is no number', async () => {
    const { exitCode } = await runCli(['loss-prevention', 'demo', '--seed', 'x'], {
      dataDirectory: '.',
    });
    expect(exitCode).not.toBe(0);
  });
});
