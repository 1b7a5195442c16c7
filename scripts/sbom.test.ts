import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

it('the bill of materials is CycloneDX and names what a node runs with', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
    cwd: ROOT,
    maxBuffer: 64 * 2 ** 20,
  });
  const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string; licenses?: unknown }[] };
  const names = bill.components.map(({ name }) => name);
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg', 'oidc-provider', 'react']));
}, 120_000);
