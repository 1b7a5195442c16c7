import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, expect, it } from 'vitest';
import { noticesOf } from '../testing/raised-notices.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';

const test = useDatabase();
let scene: Scene;

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {} });
});

it('of a publication others who read rules are notified, with a link to the rule', async () => {
  const { id } = await publishNewRule(scene.contextIn('Root'), 'Limit', ['RETURN Approve()'], 'accountLogin');
  const notices = [
    {
      code: 'PUBLISHED',
      severity: 'Information',
      params: { name: 'Limit', by: 'Mara Lindqvist' },
      link: `/fraud/accountlogin/rules?rule=${id}`,
    },
  ];
  expect(await noticesOf(scene)).toEqual(notices);
  expect(await noticesOf(scene, 'Mara Lindqvist')).toEqual([]);
  expect(await noticesOf(scene, 'Ana', ['SupportAgent'])).toEqual([]);
});

it('publications of files that are imported raise no notices one by one', async () => {
  await publishNewRule({ ...scene.contextIn('Root'), isImport: true }, 'Limit', ['RETURN Approve()']);
  expect(await noticesOf(scene)).toEqual([]);
});
