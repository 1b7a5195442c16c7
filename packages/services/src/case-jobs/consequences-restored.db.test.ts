import { GENERAL_QUEUE_ID, PURCHASE_SAMPLE } from '@redoubt/domain';
import { MINUTE_MS } from '@redoubt/kernel';
import { openDatabase, readLastPosition, silentLogger, type Database } from '@redoubt/storage';
import { runAsAdmin, useDatabase } from '@redoubt/testing/database';
import { expect, it } from 'vitest';
import { getCase } from '../cases/cases.queries.ts';
import { decideCase } from '../cases/decide-case.commands.ts';
import { startReview } from '../cases/start-review.command.ts';
import { createCaseScene } from '../testing/case-scene.ts';
import { workOff } from '../testing/jobs.ts';
import { createMerchant, type Merchant } from '../testing/merchant.ts';
import { createRestoredCopy } from '../testing/restored-copy.ts';
import { publishNewRule } from '../testing/rule-scene.ts';
import { compileOnThisThread } from '../texts/text-compiler.ts';
import { createCaseConsequences } from './consequences.job.ts';

const test = useDatabase();

it('a restored installation sends what waited at the time of its backup, and nothing that was sent before', async () => {
  const scene = await createCaseScene(test);
  await publishNewRule(scene.contextIn('Shop'), 'All', ['RETURN Review("LOOK")']);
  const merchant = await createMerchant(test.database, scene);
  const { context, person } = scene.callerAs('Ana');

  const reject = async (purchaseId: string): Promise<void> => {
    await merchant.send('Shop', 'purchase', { ...PURCHASE_SAMPLE, purchaseId });
    scene.clock.advance(5 * MINUTE_MS);
    const { id: caseId } = (await getCase(context, person, 'purchase', purchaseId)).case;
    await startReview(context, person, GENERAL_QUEUE_ID, { caseId, giveBack: true });
    await decideCase(context, person, caseId, { decision: 'Reject', reason: 'Stolen card', note: '', takeNext: false });
  };
  const sendConsequences = async (database: Database, { service, projected }: Merchant): Promise<void> => {
    const place = { database, clock: scene.clock };
    await workOff(place, createCaseConsequences({ ...place, service, texts: compileOnThisThread }));
    await projected();
  };
  /** What was said about purchases. */
  const storedIn = (database: string) =>
    runAsAdmin(
      test.server,
      database,
      `select subject_id as purchase, body->>'statusType' as status, body->>'isFraud' as fraud from related_event order by 1, 2`,
    );

  await reject('sent');
  scene.clock.advance(MINUTE_MS);
  await sendConsequences(test.database, merchant);
  await reject('waiting');
  const before = await storedIn(test.name);
  expect(before.map(({ purchase }) => purchase)).toEqual(['sent', 'sent']);

  const restored = await createRestoredCopy(test);
  try {
    await restored.backUp('backup');
    await restored.restore('backup');
    const copy = await openDatabase({ server: test.server, databaseName: restored.name, log: silentLogger });
    const other = await createMerchant(copy, scene);
    scene.clock.advance(MINUTE_MS);
    const start = await readLastPosition(copy);
    await sendConsequences(copy, other);
    const [once, after] = [await readLastPosition(copy), await storedIn(restored.name)];
    await sendConsequences(copy, other);
    expect([once - start, await readLastPosition(copy)]).toEqual([2, once]);
    await other.close();
    await copy.close();
    expect(after.slice(0, 2)).toEqual(before);
    expect(after.slice(2)).toEqual(before.map((each) => ({ ...each, purchase: 'waiting' })));
    expect(await storedIn(test.name)).toEqual(before);
  } finally {
    await merchant.close();
    await restored.remove();
  }
}, 120_000);
