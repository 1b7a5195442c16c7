import type { FunctionText } from '@redoubt/contracts';
import { PURCHASE_SAMPLE } from '@redoubt/domain';
import { newId, type JsonObject } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  createFunction,
  deleteFunction,
  publishFunction,
  renameFunction,
  saveFunctionDraft,
  unpublishFunction,
} from '../functions/function.commands.ts';
import { getFunction } from '../functions/functions.queries.ts';
import { getInventory } from '../inventory/get-inventory.query.ts';
import { createRuleEvaluator } from '../evaluation/rule-evaluator.ts';
import { INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import { startBackfills } from '../testing/jobs.ts';
import type { WorkPoll } from '../work-poll.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { metadataNow } from '../testing/purchase-now.ts';
import { rollBackVelocitySet, unpublishVelocitySet } from './change-velocity-set.commands.ts';
import { getVelocityHistory } from './velocity-history.query.ts';
import { createVelocitySet } from './create-velocity-set.command.ts';
import { evaluateVelocitySet } from './evaluate-velocity-set.query.ts';
import { getVelocitySymbolTable } from './get-velocity-sets.query.ts';
import { getVelocitySet } from './get-velocity-set.query.ts';
import { getVelocityValue } from './get-velocity-value.query.ts';
import { publishVelocitySet } from './publish-velocity-set.command.ts';
import { saveVelocityDraft } from './velocity-draft.commands.ts';

// A backfill starts a thread, which takes seconds on a machine that does much else.
vi.setConfig({ testTimeout: 120_000 });

const test = useDatabase();
const evaluator = createRuleEvaluator();
let scene: Scene;
let merchant: Merchant;
let backfills: WorkPoll | undefined;

useMerchant(
  test,
  (made) => ({ scene, merchant } = made),
  async () => backfills?.close(),
);
afterAll(() => evaluator.close());

const textOf = (outputs: Readonly<Record<string, string>>): FunctionText => ({
  parameters: [{ name: 'word', type: 'String', fallback: '' }],
  outputs: Object.entries(outputs).map(([name, code]) => ({
    id: newId(),
    name,
    description: '',
    type: 'String',
    fallback: `no ${name}`,
    code,
  })),
  samplePayload: {},
});

const publishOne = async (name: string, outputs: Readonly<Record<string, string>>, environment = 'Root') => {
  const context = scene.contextIn(environment);
  const { id, version } = await createFunction(context, { name, description: '', text: textOf(outputs) });
  return publishFunction(context, id, { version, description: '', note: '' });
};

const publishAgain = async (id: string, outputs: Readonly<Record<string, string>>, acceptBreaking = false) => {
  const context = scene.contextIn('Root');
  const { version } = await getFunction(context, id);
  const saved = await saveFunctionDraft(context, id, { version, text: textOf(outputs) });
  return publishFunction(context, id, { version: saved.version, description: '', note: '', acceptBreaking });
};

const by = (key: string, name = 'orders'): string => `SELECT Count() AS ${name} FROM Purchase GROUPBY ${key}`;
const setText = (...codes: readonly string[]) => ({
  condition: '',
  velocities: codes.map((code) => ({ id: newId(), code })),
  sampleEvent: 'purchase' as const,
  samplePayload: PURCHASE_SAMPLE,
});
const words = { description: '', active: true, note: '', overwrite: false } as const;

const publishSet = async (
  codes: readonly string[],
  given: { readonly environment?: string; readonly start?: 'fromNow' | 'withHistory'; readonly name?: string } = {},
) => {
  const { environment = 'Root', start = 'fromNow', name = 'Orders' } = given;
  const context = scene.contextIn(environment);
  const { id, version } = await createVelocitySet(context, { name, description: '', text: setText(...codes) });
  return publishVelocitySet(context, id, { ...words, name, version, start });
};

const buy = (userId: string, environment = 'Root') => {
  const _metadata = metadataNow(scene.clock);
  const changes: JsonObject = { purchaseId: newId(), user: { userId }, _metadata };
  return merchant.send(environment, 'purchase', { ...PURCHASE_SAMPLE, ...changes });
};

const counted = async (key: string, environment = 'Root', velocity = 'orders') => {
  await merchant.caughtUp();
  const { value } = await getVelocityValue(scene.contextIn(environment), merchant.velocities, {
    velocity,
    key,
    window: '1d',
  });
  return value;
};

const FIRST = { first: 'RETURN word.Substring(0, 1)' };

describe('a velocity set that calls functions', () => {
  it('counts by them, of its environment and of those above, whatever environment the event is sent to', async () => {
    await publishOne('short', FIRST);
    await publishOne('short', { first: 'RETURN "child " + Functions.root.short(word).first' }, 'Child');
    await publishSet([by('Functions.short(@"user.userId").first')]);
    await publishSet(
      [by('Functions.short(@"user.userId").first', 'own'), by('Functions.parent.short(@"user.userId").first', 'above')],
      { environment: 'Child' },
    );
    await buy('nora', 'Child');
    await buy('nils', 'Child');
    expect(await counted('n')).toBe(2);
    expect(await counted('child n', 'Child', 'own')).toBe(2);
    expect(await counted('n', 'Child', 'above')).toBe(2);
  });

  it('is told of by the function, which cannot be renamed or deleted, and in the inventory', async () => {
    const context = scene.contextIn('Root');
    const { id, version } = await publishOne('short', FIRST);
    const set = await publishSet([by('Functions.short(@"user.userId").first')]);
    await publishSet([by('Functions.parent.short(@"user.userId").first')], { environment: 'Child', name: 'Below' });
    const { callers } = await getFunction(context, id);
    expect(callers).toMatchObject([
      { kind: 'velocitySet', name: 'Below', properties: ['first'], environmentId: scene.idOf('Child') },
      { kind: 'velocitySet', id: set.id, name: 'Orders', properties: ['first'] },
    ]);
    const refused = { code: 'FUNCTION-REFERENCED', params: { callers: ['Below', 'Orders'] } };
    await expect(deleteFunction(context, id, version)).rejects.toMatchObject(refused);
    await expect(renameFunction(context, id, { version, name: 'brief', description: '' })).rejects.toMatchObject(
      refused,
    );
    expect((await getInventory(context)).edges).toContainEqual({
      reader: `velocitySet:${set.id}`,
      read: `function:${id}`,
      parts: ['first'],
    });
  });

  it('reads the default of an output that was taken away, and loses it no more than rules do', async () => {
    const { id } = await publishOne('short', FIRST);
    await publishSet([by('Functions.short(@"user.userId").first')]);
    await expect(publishAgain(id, { last: 'RETURN word' })).rejects.toMatchObject({
      code: 'FUNCTION-IN-USE',
      params: { outputs: ['first'], callers: ['Orders'] },
    });
    await publishAgain(id, { last: 'RETURN word' }, true);
    await buy('nora');
    expect(await counted('no first')).toBe(1);
  });

  it('finds them in the symbol table of the editor, and tries them on its sample', async () => {
    await publishSet([by('@"user.userId"')]);
    await publishOne('short', { ...FIRST, seen: 'RETURN Velocity.orders(word, 1d).ToString()' });
    const { functions, sources } = await getVelocitySymbolTable(scene.contextIn('Root'));
    expect(functions.find(({ scope }) => scope === 'here')).toMatchObject({
      name: 'short',
      properties: [{ name: 'first' }, { name: 'seen', uncountable: { kind: 'velocity', chain: ['Velocity.orders'] } }],
    });
    expect(sources).toEqual(['geo', 'bin']);
    const text = setText(by('Functions.short("xyz").first', 'tried'));
    const { diagnostics, result } = await evaluateVelocitySet(scene.contextIn('Root'), evaluator, { text });
    expect(diagnostics).toEqual([]);
    expect(result?.velocities).toMatchObject([{ outcome: 'adds', key: 'x', value: 1 }]);
  });
});

describe('what no velocity may read', () => {
  it('is refused where a function leads to it, with the place and the way', async () => {
    await publishSet([by('@"user.userId"', 'byUser')], { name: 'Users' });
    await publishOne('seen', { often: 'RETURN Velocity.byUser(word, 1d).ToString()' });
    await publishOne('outer', { out: 'RETURN Functions.seen(word).often' });
    await expect(publishSet([by('Functions.outer(@"user.userId").out')])).rejects.toMatchObject({
      code: 'VELOCITY-SET-NOT-PUBLISHABLE',
      problems: [
        {
          path: expect.stringMatching(/:1:\d+$/) as string,
          message: expect.stringContaining(
            'FQL-VELOCITY-IN-VELOCITY Functions.outer.out → Functions.seen.often → Velocity.byUser',
          ) as string,
        },
      ],
    });
  });

  it('cannot be put into a function that a set reads, however far away, whatever is accepted', async () => {
    await publishSet([by('@"user.userId"', 'byUser')], { name: 'Users' });
    const { id } = await publishOne('inner', { out: 'RETURN word', other: 'RETURN word' });
    await publishOne('outer', { out: 'RETURN Functions.inner(word).out' });
    await publishSet([by('Functions.root.outer(@"user.userId").out')], { environment: 'Child' });
    const reads = { out: 'RETURN Velocity.byUser(word, 1d).ToString()', other: 'RETURN word' };
    await expect(publishAgain(id, reads, true)).rejects.toMatchObject({
      code: 'FUNCTION-NOT-COUNTABLE',
      params: {
        name: 'inner',
        sets: ['Orders'],
        reads: ['Functions.outer.out → Functions.inner.out → Velocity.byUser'],
      },
    });
    await publishAgain(id, { out: 'RETURN word', other: 'RETURN Velocity.byUser(word, 1d).ToString()' });
  });
});

describe('history of a set that calls functions', () => {
  it('is counted with the functions as they were when the set was published', async () => {
    const { id } = await publishOne('short', FIRST);
    await publishOne('around', { out: 'RETURN Functions.short(word).first' });
    await buy('nora');
    await buy('nils');
    const set = await publishSet([by('Functions.around(@"user.userId").out')], { start: 'withHistory' });
    expect(set.published?.functions).toMatchObject([
      { name: 'around', version: 1 },
      { name: 'short', version: 1 },
    ]);
    await publishAgain(id, { first: 'RETURN "all"' });
    await buy('nora');
    const { clock } = scene;
    backfills = startBackfills({ database: test.database, clock, installationKey: INSTALLATION_KEY, settleMs: 0 });
    await vi.waitFor(
      async () => expect((await getVelocityHistory(scene.contextIn('Root'), set.id)).backfill?.status).toBe('done'),
      { timeout: 60_000, interval: 20 },
    );
    expect(await counted('n')).toBe(2);
    expect(await counted('all')).toBe(1);
  });
});

describe('a velocity set', () => {
  it('goes back to an older version as a new one, with a draft beside it left alone', async () => {
    const context = scene.contextIn('Root');
    const first = await publishSet([by('@"user.userId"')]);
    const saved = await saveVelocityDraft(context, first.id, { version: first.version, text: setText(by('"all"')) });
    const second = await publishVelocitySet(context, first.id, {
      ...words,
      name: 'Orders',
      version: saved.version,
      start: 'fromNow',
    });
    await expect(
      rollBackVelocitySet(context, first.id, { version: second.version, to: 2, note: '', start: 'fromNow' }),
    ).rejects.toMatchObject({ code: 'VELOCITY-SET-VERSION-CURRENT' });
    await expect(
      rollBackVelocitySet(context, first.id, { version: first.version, to: 1, note: '', start: 'fromNow' }),
    ).rejects.toMatchObject({ code: 'VELOCITY-SET-STALE' });
    const again = await saveVelocityDraft(context, first.id, { version: second.version, text: setText(by('"draft"')) });
    const back = await rollBackVelocitySet(context, first.id, {
      version: again.version,
      to: 1,
      note: 'too coarse',
      start: 'fromNow',
    });
    expect(back).toMatchObject({
      status: 'ActiveWithDraft',
      published: { version: 3, restores: 1, note: 'too coarse', velocities: [{ code: by('@"user.userId"') }] },
      history: [{ version: 3, restores: 1 }, { restores: null }, { restores: null }],
    });
    expect((await scene.activities()).at(-1)).toBe('RollBack VelocitySet Orders');
    expect((await getVelocitySet(context, first.id)).draft?.velocities).toMatchObject([{ code: by('"draft"') }]);
  });

  it('is taken out of production only while no text reads it, and counts anew once it is published again', async () => {
    const context = scene.contextIn('Root');
    const set = await publishSet([by('@"user.userId"')]);
    await buy('nora');
    expect(await counted('nora')).toBe(1);
    const { id, version } = await publishOne('reads', { n: 'RETURN Velocity.orders("a", 1d).ToString()' });
    const out = (tag: string) => unpublishVelocitySet(context, set.id, { version: tag, note: 'wrong key' });
    await expect(out(set.version)).rejects.toMatchObject({
      code: 'VELOCITY-SET-REFERENCED',
      params: { rules: ['Functions.reads'] },
    });
    await unpublishFunction(context, id, { version, note: '' });
    const text = setText(by('"draft"'));
    const saved = await saveVelocityDraft(context, set.id, { version: set.version, text });
    const unpublished = await out(saved.version);
    expect(unpublished).toMatchObject({
      status: 'DraftOnly',
      published: null,
      draft: { basedOnVersion: 0, velocities: [{ code: by('"draft"') }] },
      history: [{ version: 1 }],
    });
    await expect(out(unpublished.version)).rejects.toMatchObject({ code: 'VELOCITY-SET-NOT-PUBLISHED' });
    await buy('nora');
    const again = await saveVelocityDraft(context, set.id, {
      version: unpublished.version,
      text: setText(by('@"user.userId"')),
    });
    const { published } = await publishVelocitySet(context, set.id, {
      ...words,
      name: 'Orders',
      version: again.version,
      start: 'fromNow',
    });
    expect(published?.version).toBe(2);
    await buy('nora');
    expect(await counted('nora')).toBe(1);
  });
});
