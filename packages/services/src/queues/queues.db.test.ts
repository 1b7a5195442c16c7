import type { QueueText } from '@redoubt/contracts';
import { capabilitiesOf, GENERAL_QUEUE_ID, type ErrorCode } from '@redoubt/domain';
import { DAY_MS, HOUR_MS, MINUTE_MS, newId, type Id } from '@redoubt/kernel';
import { findQueue, recordSignIn, saveReferences } from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRule } from '../rules/create-rule.command.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { assignQueue, changeQueue, createQueue, deleteQueue, pauseQueue } from './queues.commands.ts';
import {
  getAssignable,
  getCaseworkSummary,
  getQueue,
  getQueueChoices,
  getQueues,
  getUsualBacklog,
} from './queues.queries.ts';

const test = useDatabase();
const MARA = newId();
const ADMIN = { userId: MARA, roles: ['ProductAdmin'], wids: [] };
const AGENT = { userId: MARA, roles: ['ManualReviewAnalyst'], wids: [] };
const TEXT: QueueText = {
  assessment: 'purchase',
  name: 'High amount',
  description: '',
  sequence: 'Unrestricted',
  orderBy: 'expectedLoss',
  direction: 'desc',
  timeoutMs: 4 * HOUR_MS,
  defaultDecision: 'Reject',
};
let scene: Scene;
const root = () => scene.contextIn('Root');

beforeEach(async () => {
  scene = await createScene(test.database, { Root: {}, Child: { parent: 'Root' } });
});

const refusal = (code: ErrorCode) => expect.objectContaining({ code });

/** A case of a purchase as the projector writes it; times are minutes from now. */
const putCase = async (queueId: Id, facts: { settles?: number; due?: number; lease?: number; event?: number } = {}) => {
  const { tenantId, environmentId, clock } = root();
  const at = (minutes: number): string => new Date(clock.now() + minutes * MINUTE_MS).toISOString();
  const { settles = -10, due = 60, lease, event = -20 } = facts;
  const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`);
  const held = lease === undefined ? null : MARA;
  await test.asAdmin(`
    insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
        queue_id, settles_at, due_at, lease_agent_id, lease_agent, lease_since, lease_until)
      values (${[tenantId, environmentId].map(text).join()}, 1, ${text(newId())}, ${text(newId())}, 1,
        ${[at(event), at(event), queueId, at(settles), at(due), held, held].map(text).join()},
        ${text(held && at(0))}, ${text(lease === undefined ? null : at(lease))})`);
};

/** What the report of cases sums up, in the hour that was so many minutes ago. */
const putSum = async (
  queueId: Id,
  minutes: number,
  { received = 0, cancelled = 0, decided = 0 }: { received?: number; cancelled?: number; decided?: number },
) => {
  const { tenantId, environmentId, clock } = root();
  const place = [tenantId, environmentId, new Date(clock.now() + minutes * MINUTE_MS), queueId];
  if (decided === 0)
    await test.asAdmin(
      `insert into case_intake_hour (tenant_id, environment_id, hour, kind, queue_id, received, cancelled)
        values ($1, $2, date_trunc('hour', $3::timestamptz, 'UTC'), 1, $4, $5, $6)
        on conflict (tenant_id, environment_id, hour, kind, queue_id)
          do update set received = case_intake_hour.received + excluded.received`,
      [...place, received, cancelled],
    );
  else
    await test.asAdmin(
      `insert into case_decision_hour (tenant_id, environment_id, hour, kind, queue_id, agent_id, source, decision,
          case_action, reason, agent, cases, waited, handled)
        values ($1, $2, date_trunc('hour', $3::timestamptz, 'UTC'), 1, $4, '', 'TimeOut', 'Approve', 'Approve', '', '', $5,
          '{}', '{}')`,
      [...place, decided],
    );
};

describe('queues', () => {
  it('are listed with General, which is always there, and those of environments below', async () => {
    await createQueue(root(), TEXT);
    await createQueue(scene.contextIn('Child'), TEXT);
    const { queues, own } = await getQueues(root(), ADMIN);
    expect(queues.map(({ environment, name }) => `${environment.name} ${name}`)).toEqual([
      'Root High amount',
      'Root General',
      'Child High amount',
    ]);
    expect(own).toBe(1);
    expect(queues[1]).toMatchObject({ id: GENERAL_QUEUE_ID, timeoutMs: DAY_MS, defaultDecision: 'Approve' });
    await expect(pauseQueue(root(), GENERAL_QUEUE_ID, { version: '1', paused: true })).rejects.toEqual(
      refusal('QUEUE-GENERAL'),
    );
  });

  it('say only what their assessment has', async () => {
    const { assessments } = await getQueueChoices(root());
    expect(assessments).toMatchObject([
      { assessment: 'purchase', decisions: [{ name: 'Approve' }, { name: 'Reject' }] },
    ]);
    expect(assessments[0]?.attributes).toContain('totalAmount');
    expect(assessments[0]?.attributes.filter((path) => path.startsWith('productList'))).toEqual([]);
    for (const [change, code] of [
      [{ name: 'a"b' }, 'QUEUE-NAME-INVALID'],
      [{ name: 'general' }, 'QUEUE-NAME-TAKEN'],
      [{ assessment: 'accountLogin' }, 'QUEUE-ASSESSMENT'],
      [{ defaultDecision: 'Maybe' }, 'QUEUE-DECISION'],
      [{ orderBy: 'productList.price' }, 'QUEUE-ORDER'],
    ] as const)
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      await expect(createQueue(root(), { ...TEXT, ...change })).rejects.toEqual(refusal(code));
    await createQueue(root(), { ...TEXT, orderBy: 'totalAmount' });
    await expect(createQueue(root(), TEXT)).rejects.toEqual(refusal('QUEUE-NAME-TAKEN'));
  });

  it('are 29 at most', async () => {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
    for (let index = 0; index < 29; index += 1) await createQueue(root(), { ...TEXT, name: `Queue ${index}` });
    await expect(createQueue(root(), TEXT)).rejects.toEqual(refusal('QUEUE-LIMIT'));
  });

  it('count each open case once, by its state now', async () => {
    const { id } = await createQueue(root(), TEXT);
    await putCase(id, { event: -90 });
    await putCase(id, { due: 30 });
    await putCase(id, { lease: 20 });
    await putCase(id, { lease: -1 });
    await putCase(id, { settles: 5 });
    await test.asAdmin(
      `update review_case set second_review = 'Waiting', first_agent_id = 'ana', first_at = now() where queue_id = $1
        and due_at <= $2`,
      [id, new Date(root().clock.now() + 30 * MINUTE_MS)],
    );
    const { counts, oldestAt, nextDueAt } = await getQueue(root(), ADMIN, id);
    expect(counts).toEqual({ pending: 3, inReview: 1, onHold: 0, escalated: 0, settling: 1 });
    expect(oldestAt).toBe(new Date(root().clock.now() - 90 * MINUTE_MS).toISOString());
    expect(nextDueAt).toBe(new Date(root().clock.now() + 30 * MINUTE_MS).toISOString());
    const summary = await getCaseworkSummary(root());
    expect(summary).toMatchObject({
      pending: 3,
      inReview: 1,
      agents: 1,
      dueSoon: 4,
      secondDueSoon: 1,
      decidedToday: 0,
    });
    const ofAgent = { ...root(), capabilities: capabilitiesOf(['ManualReviewAnalyst'], 'Standard') };
    expect((await getCaseworkSummary(ofAgent)).secondDueSoon).toBeNull();
    expect(summary.backlog.at(-1)).toMatchObject({ at: summary.at, open: 5 });
  });

  it('say how many are usually open, by the weeks since the first case', async () => {
    const { id } = await createQueue(root(), TEXT);
    const unknown = await getUsualBacklog(root());
    expect(unknown.hours).toHaveLength(30);
    expect(unknown.hours.every(({ range }) => range === null)).toBe(true);
    await putCase(id);
    await putCase(id);
    await putSum(id, -6 * 7 * 24 * 60, { received: 1 });
    await putSum(id, -3 * 24 * 60, { received: 1 });
    const { hours } = await getUsualBacklog(root());
    expect(new Set(hours.map(({ range }) => JSON.stringify(range)))).toEqual(
      new Set([JSON.stringify({ low: 1, middle: 1, high: 1 })]),
    );
    expect(Date.parse(hours[23]?.from ?? '')).toBe(Math.floor(root().clock.now() / HOUR_MS) * HOUR_MS);
  });

  it('say how many cases were open at the end of each hour, from the sums of the report', async () => {
    const queue = await createQueue(root(), TEXT);
    const other = await createQueue(root(), { ...TEXT, name: 'Other' });
    for (const [id, minutes, sum] of [
      [queue.id, -300, { received: 9, cancelled: 2 }],
      [queue.id, -240, { decided: 6 }],
      [other.id, -180, { received: 1 }],
      [other.id, -120, { decided: 1 }],
    ] as const)
      // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other
      await putSum(id, minutes, sum);
    // One of seven is open still; without it nothing of the day would be left to reckon from.
    await putCase(queue.id);
    const { backlog, queues } = await getCaseworkSummary(root());
    expect(backlog.map(({ open }) => open).slice(-7)).toEqual([0, 7, 1, 2, 1, 1, 1]);
    expect(backlog.at(-6)).toMatchObject({ came: 7, ended: 0 });
    expect(backlog.at(-5)).toMatchObject({ came: 0, ended: 6 });
    expect(new Map(queues.map(({ queueId, open }) => [queueId, open.slice(-7)]))).toEqual(
      new Map([
        [queue.id, [0, 7, 1, 1, 1, 1, 1]],
        [other.id, [0, 0, 0, 1, 0, 0, 0]],
      ]),
    );
  });

  it('are assigned to people the tenant knows, to holders of a role, and to applications of case tools', async () => {
    const { tenantId, clock } = root();
    const person = { userId: MARA, username: 'mara@shop.example', displayName: 'Mara Lindqvist' };
    await test.database.inTenant(tenantId, (trx) => recordSignIn(trx, tenantId, person, new Date(clock.now())));
    const { assignees } = await getAssignable(root());
    expect(assignees).toContainEqual({ id: MARA, kind: 'person', name: 'Mara Lindqvist', username: person.username });
    expect(assignees).toContainEqual(expect.objectContaining({ id: 'ManualReviewAnalyst', kind: 'group' }));
    const tool = newId();
    await test.asAdmin(
      `insert into application (tenant_id, client_id, display_name, grants, created_by, created_at, changed_by, changed_at)
        select $1, unnest($2::uuid[]), 'Case tool', unnest($3::jsonb[]), 'Mara', now(), 'Mara', now()`,
      [
        tenantId,
        [tool, newId()],
        ['Case_API', 'Risk_API'].map((role) => JSON.stringify([{ environmentId: null, roles: [role] }])),
      ],
    );
    expect((await getAssignable(root())).assignees.filter(({ kind }) => kind === 'application')).toEqual([
      { id: tool, kind: 'application', name: 'Case tool', username: tool },
    ]);
    const { id, version } = await createQueue(root(), TEXT);
    const stranger = { version, assignees: [{ id: newId(), kind: 'person' as const }] };
    await expect(assignQueue(root(), id, stranger)).rejects.toEqual(refusal('QUEUE-ASSIGNEE'));
    const group = { id: 'ManualReviewAnalyst', kind: 'group' as const };
    const assigned = await assignQueue(root(), id, {
      version,
      assignees: [group, { id: MARA, kind: 'person' }, { id: tool, kind: 'application' }],
    });
    expect(assigned.assignees.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'application Case tool',
      'group ManualReviewAnalyst',
      'person Mara Lindqvist',
    ]);
    await assignQueue(root(), id, { version: assigned.version, assignees: [group] });
    const agent = { ...root(), capabilities: { queues: 'read', caseReview: 'write' } as const };
    const shown = { mine: true, canView: true, canReview: true };
    expect(await getQueue(agent, AGENT, id)).toMatchObject(shown);
    const other = { ...AGENT, roles: ['AllAreasViewer'] };
    expect(await getQueue(agent, other, id)).toMatchObject({ mine: false, canView: false, canReview: false });
    const reader = { ...agent, capabilities: { queues: 'read', caseReview: 'read' } as const };
    expect(await getQueue(reader, other, id)).toMatchObject({ canView: true, canReview: false });
  });

  it('are made with those who work on them, by callers who may assign people', async () => {
    const group = { id: 'ManualReviewAnalyst', kind: 'group' as const };
    const made = await createQueue(root(), { ...TEXT, assignees: [group, group] });
    expect(made.assignees).toMatchObject([group]);
    await pauseQueue(root(), made.id, { version: made.version, paused: true });
    const stranger = { ...TEXT, name: 'Others', assignees: [{ id: newId(), kind: 'person' as const }] };
    await expect(createQueue(root(), stranger)).rejects.toEqual(refusal('QUEUE-ASSIGNEE'));
    expect((await getQueues(root(), ADMIN)).queues.map(({ name }) => name)).toEqual(['High amount', 'General']);
    const writer = { ...root(), capabilities: { queues: 'write' } as const };
    const refused = createQueue(writer, { ...TEXT, name: 'Others', assignees: [group] });
    await expect(refused).rejects.toMatchObject({
      code: 'AUTH-FORBIDDEN',
      params: { permission: 'queueAssignments:write' },
    });
    expect(await createQueue(writer, { ...TEXT, name: 'Others' })).toMatchObject({ assignees: [] });
  });

  it('are paused without a second person and without losing their settings', async () => {
    const { id, version } = await createQueue(root(), TEXT);
    expect(await pauseQueue(root(), id, { version, paused: true })).toMatchObject({ paused: true, canReview: false });
    await expect(pauseQueue(root(), id, { version, paused: false })).rejects.toEqual(refusal('QUEUE-STALE'));
    expect(await scene.activities()).toContain('Deactivate Queue High amount');
  });

  it('keep their name, and stay, while routing rules use them', async () => {
    const { tenantId, environmentId } = root();
    const { id, version } = await createQueue(root(), TEXT);
    const rule = await createRule(root(), 'purchase', {
      name: 'Large',
      description: '',
      text: { condition: '', clauses: [], samplePayload: {} },
    });
    const reference = { kind: 'queue' as const, environmentId, name: 'high AMOUNT', parts: [], signature: null };
    await test.database.inTenant(tenantId, (trx) =>
      saveReferences(trx, tenantId, { kind: 'rule', id: rule.id, environmentId }, [reference]),
    );
    const { assessment: _assessment, ...settings } = TEXT;
    const renamed = changeQueue(root(), id, { ...settings, name: 'Large', version });
    await expect(renamed).rejects.toMatchObject({ code: 'QUEUE-REFERENCED', params: { users: ['Large'] } });
    await expect(deleteQueue(root(), id, { version })).rejects.toEqual(refusal('QUEUE-REFERENCED'));
    const changed = await changeQueue(root(), id, { ...settings, timeoutMs: HOUR_MS, version });
    expect(changed).toMatchObject({ timeoutMs: HOUR_MS, users: [{ name: 'Large' }] });
  });

  it('hand their open cases on when they go, each with its entry', async () => {
    const { tenantId, environmentId, clock } = root();
    const { id, version } = await createQueue(root(), TEXT);
    await putCase(id);
    await putCase(id, { settles: 5 });
    await expect(deleteQueue(root(), id, { version })).rejects.toMatchObject({
      code: 'QUEUE-NOT-EMPTY',
      params: { count: 2 },
    });
    await expect(deleteQueue(root(), id, { version, moveTo: newId() })).rejects.toEqual(refusal('QUEUE-UNKNOWN'));
    await deleteQueue(root(), id, { version, moveTo: GENERAL_QUEUE_ID });
    const general = await getQueue(root(), ADMIN, GENERAL_QUEUE_ID);
    expect(general.counts, GENERAL_QUEUE_ID).toMatchObject({ pending: 1, settling: 1 });
    expect(general.nextDueAt).toBe(new Date(clock.now() + DAY_MS).toISOString());
    const entries = await test.database.inTenant(tenantId, async (trx) => ({
      found: await findQueue(trx, environmentId, id),
      moved: await trx.selectFrom('case_entry').select(['number', 'action', 'body']).execute(),
    }));
    expect(entries).toEqual({
      found: undefined,
      moved: [1, 1].map((number) => ({
        number,
        action: 'move',
        body: { queue: 'General', queueId: GENERAL_QUEUE_ID, timeoutMs: DAY_MS },
      })),
    });
  });

  it('stay while an agent has one of their cases', async () => {
    const { id, version } = await createQueue(root(), TEXT);
    await putCase(id, { lease: 20 });
    const gone = deleteQueue(root(), id, { version, moveTo: GENERAL_QUEUE_ID });
    await expect(gone).rejects.toEqual(refusal('QUEUE-IN-REVIEW'));
  });
});
