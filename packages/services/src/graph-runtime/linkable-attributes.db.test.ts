import { newId } from '@redoubt/kernel';
import { useDatabase } from '@redoubt/testing/database';
import { describe, expect, it, vi } from 'vitest';
import { updateAssessment } from '../assessments/change-assessment.commands.ts';
import { createAssessment } from '../assessments/create-assessment.command.ts';
import { getAttributes } from '../ontology/get-attributes.query.ts';
import { createRule } from '../rules/create-rule.command.ts';
import { publishRule } from '../rules/publish-rule.command.ts';
import { searchGraph } from '../search/search-graph.query.ts';
import { INSTALLATION_KEY, type Merchant } from '../testing/merchant.ts';
import type { Scene } from '../testing/scene.ts';
import { useMerchant } from '../testing/use-merchant.ts';
import { tryOnHistory } from '../testing/whole-history.ts';
import { openGraph, type NodeGraph } from './start-graph.ts';

// A backtest starts threads, which takes seconds on a machine that does much else.
vi.setConfig({ testTimeout: 180_000 });

const test = useDatabase();
let merchant: Merchant;
let scene: Scene;
useMerchant(test, (made) => ({ scene, merchant } = made));

type Detail = Awaited<ReturnType<typeof createAssessment>>;

const field = (path: string, linkable?: boolean) => ({
  path,
  friendlyName: '',
  type: 'string' as const,
  sample: null,
  required: false,
  searchable: true,
  ...(linkable === undefined ? {} : { linkable }),
});

const define = (...fields: ReturnType<typeof field>[]): Promise<Detail> =>
  createAssessment(scene.contextIn('Root'), {
    template: 'Custom',
    apiName: 'Points',
    friendlyName: 'Points',
    sections: ['user'],
    fields,
    observations: [],
    label: null,
    features: { caseManagement: false, search: true, reporting: false },
    dataSubjectIds: [],
    runMode: 'allUntilDecision',
  });

const mark = async (detail: Detail, linkable: boolean): Promise<Detail> => {
  const { version, friendlyName, sections, features, dataSubjectIds, sharing, sampleResponse, reports } = detail;
  const changed = await updateAssessment(scene.contextIn('Root'), detail.kind, {
    version,
    friendlyName,
    sections,
    features,
    dataSubjectIds,
    sharing,
    sampleResponse,
    reports,
    fields: [field('agent.card', linkable)],
  });
  await merchant.refresh();
  return changed;
};

const send = (eventId: string, userId: string, card: string): Promise<string> => {
  const merchantTimeStamp = new Date(scene.clock.now()).toISOString();
  return merchant.send('Root', 'assessment-1', {
    metadata: { eventId, merchantTimeStamp },
    user: { id: userId },
    agent: { card },
  });
};

const askerOf = (graph: NodeGraph) =>
  graph.sourceFor({
    tenantId: scene.tenantId,
    environmentId: scene.idOf('Root'),
    eventTimeMs: scene.clock.now() + 1000,
  });

const sizeOf = (user: string): number | undefined =>
  askerOf(merchant.graph)({ about: 'ComponentSize', kind: 'user', value: user, days: 30 });

const CARD = 'Graph.Neighbours("attribute:Points.agent.card", @"agent.card", "user", 30, 0)';

const publish = async (code: string): Promise<void> => {
  const context = scene.contextIn('Root', 'Mara Lindqvist');
  const clauses = [{ id: newId(), name: 'Shared', code }];
  const name = `Rule ${newId()}`;
  const text = { condition: '', clauses, samplePayload: {} };
  const rule = await createRule(context, 'assessment-1', { name, description: '', text });
  const input = { version: rule.version, name, description: '', active: true, note: '', overwrite: false };
  await publishRule(context, 'assessment-1', rule.id, input);
};

describe('a linkable attribute', () => {
  it('links events from the one on that came after it was marked, until it is marked no more', async () => {
    const first = await define(field('agent.card'));
    await merchant.refresh();
    await send('e1', 'ann', 'C-1');
    await merchant.graph.caughtUp();
    const marked = await mark(first, true);
    expect(marked.fields).toEqual([field('agent.card', true)]);
    await send('e2', 'bea', 'C-1');
    await send('e3', 'cid', ' c-1 ');
    await merchant.graph.caughtUp();
    const ask = askerOf(merchant.graph);
    const card = { kind: 'attribute:points.agent.card', value: 'C-1', days: 30 } as const;
    expect(ask({ about: 'Neighbours', neighbourKind: 'user', ...card })).toBe(2);
    // What is only searchable counts every event that has it, and leads nowhere.
    expect(ask({ about: 'Neighbours', neighbourKind: 'user', ...card, kind: 'own:agent.card' })).toBe(3);
    expect([sizeOf('ann'), sizeOf('bea')]).toEqual([1, 3]);
    const unmarked = await mark(marked, false);
    expect(unmarked.fields).toEqual([field('agent.card')]);
    await send('e4', 'dan', 'C-1');
    await merchant.graph.caughtUp();
    expect([sizeOf('dan'), sizeOf('bea')]).toEqual([1, 3]);

    const other = openGraph(test.database, undefined, { installationKey: INSTALLATION_KEY });
    await other.caughtUp();
    for (const value of ['ann', 'bea', 'cid', 'dan']) {
      const question = { about: 'ComponentSize', kind: 'user', value, days: 30 } as const;
      expect(askerOf(other)(question)).toBe(sizeOf(value));
    }
    const { events, edges, nodes } = other.statistics();
    expect(merchant.graph.statistics()).toMatchObject({ events, edges, nodes });
    await other.close();
  });

  it('is asked by rules of its name, live and over history; others are refused', async () => {
    await define(field('agent.card', true), field('agent.shift'));
    await merchant.refresh();
    await expect(publish(`RETURN Review() WHEN ${CARD.replace('.card"', '.shift"')} > 1`)).rejects.toThrow();
    const code = `RETURN Review("shared") WHEN ${CARD} > 1`;
    for (const at of [1, 2, 3]) {
      // oxlint-disable-next-line eslint/no-await-in-loop -- each sees those before it
      await send(`old-${at}`, `u${at}`, 'X');
      scene.clock.advance(60_000);
    }
    const tried = await tryOnHistory(test.database, scene, {
      assessment: 'assessment-1',
      text: { condition: '', clauses: [{ id: newId(), name: 'Shared', code }] },
    });
    expect([tried.events, tried.after.Review.events]).toEqual([3, 1]);
    await publish(code);
    await merchant.refresh();
    await merchant.graph.caughtUp();
    expect(await send('new', 'u4', 'x')).toContain('Review');
    expect(await send('other', 'u5', 'Y')).not.toContain('Review');
  });

  it('is a value of the explorer, of its own name in the ontology, and masked as the rest', async () => {
    await define(field('agent.card', true), field('contact.email', true));
    await merchant.refresh();
    await send('e1', 'ann', 'C-1');
    await send('e2', 'bea', 'C-1');
    await merchant.send('Root', 'assessment-1', {
      metadata: { eventId: 'e3', merchantTimeStamp: new Date(scene.clock.now()).toISOString() },
      user: { id: 'cid' },
      contact: { email: 'cid@home.example' },
    });
    const from = new Date(scene.clock.now() - 60_000).toISOString();
    const to = new Date(scene.clock.now() + 60_000).toISOString();
    const shared = {
      kinds: ['userId' as const, 'own:contact.email' as const],
      from,
      to,
      includeChildren: true,
    } as const;
    const asked = { ...shared, kinds: [...shared.kinds], steps: 1, limit: 100 };
    const root = scene.contextIn('Root');
    const seed = { of: 'value', kind: 'own:agent.card', value: 'C-1' } as const;
    const { nodes } = await searchGraph(root, { ...asked, seed });
    expect(nodes.map(({ value }) => value).toSorted()).toEqual(['C-1', 'ann', 'bea']);
    const maskedEnvironments = new Set([scene.idOf('Root')]);
    const mail = { of: 'value', kind: 'userId', value: 'cid' } as const;
    const masked = await searchGraph({ ...root, maskedEnvironments }, { ...asked, seed: mail });
    expect(masked.nodes.find(({ kind }) => kind === 'own:contact.email')).toMatchObject({ isMasked: true });
    expect(JSON.stringify(masked.nodes)).not.toContain('cid@home.example');
    const { attributes } = await getAttributes(root, { entity: 'assessment-1' });
    const named = (path: string) => attributes.find((each) => each.path === path)?.linkableAs;
    expect([named('agent.card'), named('user.id')]).toEqual(['attribute:Points.agent.card', null]);
  });
});
