import type { AssessmentName } from '@redoubt/domain';
import { HOUR_MS, MINUTE_MS, newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { createList } from '../lists/lists.commands.ts';
import { deleteRule } from '../rules/change-rule.commands.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { publishInputOf } from '../testing/rule-scene.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { getDashboard } from './get-dashboard.query.ts';

const test = useDatabase();
let scene: Scene;

const mara = (environment = 'Root') => scene.contextIn(environment);
const draft = (name: string, assessment: AssessmentName = 'purchase', environment = 'Root') =>
  createRule(mara(environment), assessment, {
    name,
    description: '',
    text: { condition: '', clauses: [{ id: newId(), name: 'Decide', code: 'RETURN Review()' }], samplePayload: {} },
  });
const publish = async (name: string, assessment: AssessmentName = 'purchase', environment = 'Root') => {
  const rule = await draft(name, assessment, environment);
  scene.clock.advance(MINUTE_MS);
  return publishRule(mara(environment), assessment, rule.id, publishInputOf(rule));
};

const changesIn = async (environment: string) =>
  (await getDashboard(mara(environment), { includeChildren: true, utcOffsetMinutes: 0 })).changes.map(
    ({ operation, resourceName }) => `${operation} ${resourceName}`,
  );

describe('what changed', () => {
  beforeAll(async () => {
    scene = await createScene(test.database, { Root: {}, Shop: { parent: 'Root' }, Other: { parent: 'Root' } });
    await publish('Limits');
    await publish('Logins', 'accountLogin');
    await publish('Only here', 'purchase', 'Other');
    const gone = await publish('Gone');
    await deleteRule(mara(), 'purchase', gone.id, gone.version);
    const loginGone = await publish('Login gone', 'accountLogin');
    await deleteRule(mara(), 'accountLogin', loginGone.id, loginGone.version);
    await createList(mara(), {
      name: 'Watched',
      description: '',
      stream: Readable.from([Buffer.from('Email\na@b.example\n')]),
    });
    for (let index = 0; index < 45; index += 1) {
      scene.clock.advance(MINUTE_MS);
      // oxlint-disable-next-line eslint/no-await-in-loop -- in this order
      await draft(`Draft ${index}`);
    }
    scene.clock.advance(HOUR_MS);
  });

  it('holds what can have moved the purchases, whatever came after it, and nothing else', async () => {
    expect((await changesIn('Root')).toSorted()).toEqual([
      'Create Watched',
      'Delete Gone',
      'Publish Gone',
      'Publish Limits',
      'Publish Only here',
    ]);
  });

  it('holds changes of the environments above, whose rules decide too, and not those of neighbours', async () => {
    const seen = await changesIn('Shop');
    expect(seen).toContain('Publish Limits');
    expect(seen).not.toContain('Publish Only here');
  });
});
