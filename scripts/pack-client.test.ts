import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packClient } from './pack-client.ts';

const run = promisify(execFile);

const ROOT = join(import.meta.dirname, '..');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

/** The pinned Node, and the one of the machine where that is another. */
const NODES = [
  process.execPath,
  ...(process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => !directory.includes('node_modules'))
    .map((directory) => join(directory, 'node'))
    .filter(existsSync)
    .slice(0, 1),
];

const PROGRAM = `
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, RedoubtError, type EventBody } from '@redoubt/client';

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json');
    if (request.headers.authorization !== 'Bearer t') response.writeHead(401);
    response.end(JSON.stringify({ resultDetails: { MerchantRuleDecision: 'Reject' }, path: request.url }));
  });
}).listen(0, '127.0.0.1', async () => {
  const { port } = server.address() as AddressInfo;
  const client = (token: string) =>
    createClient({ origin: \`http://127.0.0.1:\${port}\`, environment: '/shop', tokens: { token: async () => token, refused: () => undefined } });
  const body: EventBody<'purchase'> = {
    purchaseId: 'p-1',
    merchantLocalDate: '2026-03-14T11:22:30.000+01:00',
    totalAmount: 214.9,
    currency: 'EUR',
    user: { userId: 'u' },
    _metadata: { trackingId: 't', merchantTimeStamp: '2026-03-14T10:22:31.120Z' },
  };
  const answer = await client('t').send('purchase', body);
  const decision: string = answer.resultDetails.MerchantRuleDecision;
  const refused = await client('x').send('purchase', body).catch((error: unknown) => error instanceof RedoubtError);
  // @ts-expect-error a misspelt member is an error of the types
  const wrong: EventBody<'purchase'> = { ...body, totalAmmount: 1 };
  console.log(decision, refused, typeof wrong);
  server.close();
  server.closeAllConnections();
});
`;

describe('the packed client', () => {
  let project = '';

  beforeAll(async () => {
    project = await mkdtemp(join(tmpdir(), 'redoubt-client-project-'));
    const tarball = await packClient(join(project, 'packed'));
    const manifest = { name: 'shop', private: true, type: 'module' };
    await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
    // The one dependency comes from this checkout, so that the test needs no registry.
    const zod = join(ROOT, 'node_modules', 'zod');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', zod, tarball], { cwd: project });
    await mkdir(join(project, 'src'));
    await writeFile(join(project, 'src', 'shop.ts'), PROGRAM);
  }, 120_000);
  afterAll(() => rm(project, { recursive: true, force: true }));

  it.each(['nodenext', 'bundler'])(
    'compiles in a strict project of its own with the resolution %s',
    async (resolution) => {
      const module = resolution === 'nodenext' ? 'nodenext' : 'esnext';
      const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules', '@types')];
      const options = ['--strict', '--target', 'es2022', '--module', module, '--moduleResolution', resolution];
      const args = [TSC, ...options, ...types, '--outDir', 'out', join('src', 'shop.ts')];
      // What the compiler has to say stands in its output, also where it fails.
      const said = await run(process.execPath, args, { cwd: project }).catch((error: unknown) => error);
      expect(said).toMatchObject({ stdout: '' });
    },
    60_000,
  );

  it.each(NODES)(
    'sends an event and reads its answer on %s',
    async (node) => {
      const { stdout } = await run(node, [join('out', 'shop.js')], { cwd: project });
      expect(stdout.trim()).toBe('Reject true object');
    },
    30_000,
  );
});
