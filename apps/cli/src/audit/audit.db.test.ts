import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EmbeddedPostgres } from '@redoubt/storage';
import { runAsAdmin } from '@redoubt/testing/database';
import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { useDemonstration } from '../testing/use-demonstration.ts';

let root = '';
let running: EmbeddedPostgres;
let dataDirectory = '';
let tenantId = '';

useDemonstration('audit', (made) => ({ root, running, dataDirectory, tenantId } = made));

const audit = (...words: readonly string[]) => runCli(['audit', ...words], { dataDirectory });

const asAdmin = (text: string) => runAsAdmin<Record<string, string>>(running, 'redoubt', text);

const entryAt = async (sequence: number): Promise<string> => {
  const [row] = await asAdmin(
    `select entry_id::text as id from audit_link where tenant_id = '${tenantId}' and sequence = ${sequence}`,
  );
  return row?.['id'] ?? '';
};

describe('redoubt audit', () => {
  it('verifies the log of every tenant, erases an entry, and names one that was changed', async () => {
    const sound = await audit('verify');
    expect(sound.exitCode).toBe(0);
    expect(sound.output).toMatch(/\d+ entries, as they were written\./);

    const anchors = join(root, 'anchors.jsonl');
    await writeFile(anchors, `${(await audit('anchor', '--tenant', tenantId)).output}\n`);
    const erased = await entryAt(1);
    expect(await audit('erase', erased, '--tenant', tenantId, '--by', 'Data protection')).toMatchObject({
      exitCode: 0,
      output: `Erased the content of entry ${erased}; the chain holds.`,
    });
    expect((await audit('erase', erased, '--tenant', tenantId)).errors).toContain('holds no content');
    const after = await audit('verify', '--tenant', tenantId, '--anchor', anchors);
    expect(after).toMatchObject({ exitCode: 0 });
    expect(after.output).toContain('(1 with erased content, 1 anchors), as they were written.');

    const changed = await entryAt(2);
    await asAdmin(`update audit_entry set operation = 'Nothing' where entry_id = '${changed}'`);
    const broken = await audit('verify', '--tenant', tenantId);
    expect(broken.exitCode).toBe(1);
    expect(broken.output).toContain('1 places that are not as they were written:');
    expect(broken.output).toContain(`number 2, entry ${changed}: was changed`);
    const told = JSON.parse((await audit('verify', '--tenant', tenantId, '--json')).output) as unknown;
    expect(told).toMatchObject({ findings: [{ kind: 'changed', sequence: 2, entryId: changed }] });
  });

  it('refuses what it cannot read or find, in a sentence', async () => {
    expect((await audit('verify', '--tenant', 'Nowhere')).errors).toContain('There is no tenant Nowhere; there are');
    const bad = join(root, 'bad.jsonl');
    await writeFile(bad, '{"tenant":"x"}\n');
    expect((await audit('verify', '--anchor', bad)).errors).toContain('holds what is no anchor, in line 1.');
    expect((await audit('verify', '--anchor', join(root, 'none'))).errors).toContain('cannot be read.');
    expect((await audit('erase', 'seven')).errors).toBe('“seven” is no id of an entry.');
  });
});
