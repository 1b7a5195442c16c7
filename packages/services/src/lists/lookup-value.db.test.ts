import { Readable } from 'node:stream';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSupportEntries } from '../support-lists/change-support-entries.command.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { createList } from './lists.commands.ts';
import { lookUpValue } from './lookup-value.query.ts';

const test = useDatabase();
let scene: Scene;

const create = (name: string, text: string, expiryColumn?: string, environment = 'Root') =>
  createList(scene.contextIn(environment), {
    name,
    description: '',
    expiryColumn,
    stream: Readable.from([Buffer.from(text)]),
  });
const look = (value: string) => lookUpValue(scene.contextIn('Root'), { value });

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
  await create('Blocked', 'email,note\nx@y.example,\n NORA@mailbox.example ,see nora@mailbox.example\n');
  await create('Trusted', 'id,email,until\n1,nora@mailbox.example,2026-01-01\n2,"50%_\\ ""q""",\n', 'until');
  await create('Elsewhere', 'email\nnora@mailbox.example\n', undefined, 'Child');
  await changeSupportEntries(scene.contextIn('Root'), 'email', {
    values: ['Nora@Mailbox.example'],
    status: 'Watch',
    reason: 'Unusual orders',
    comments: '',
    expiresAt: null,
    source: 'Api',
  });
});

describe('looking a value up in every list', () => {
  it('finds whole cells as rules compare keys, in lists of the environment only, and says what expired', async () => {
    expect(await look(' nora@MAILBOX.example')).toMatchObject({
      custom: [
        { name: 'Blocked', hits: [{ ordinal: 2, columns: ['email'], expired: false }] },
        { name: 'Trusted', hits: [{ ordinal: 1, columns: ['email'], expired: true }] },
      ],
      support: [{ entity: 'email', entry: { status: 'Watch', reason: 'Unusual orders' } }],
      isComplete: true,
    });
  });

  it('takes signs of patterns and of JSON for themselves', async () => {
    expect((await look('50%_\\ "q"')).custom).toMatchObject([{ name: 'Trusted', hits: [{ ordinal: 2 }] }]);
    expect((await look('50%')).custom).toEqual([]);
  });

  it('refuses a value that no list can hold', async () => {
    await expect(look('a\0b')).rejects.toMatchObject({ code: 'REQ-INVALID' });
    await expect(look('  ')).rejects.toMatchObject({ code: 'REQ-INVALID' });
  });
});
