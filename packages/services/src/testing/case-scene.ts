import { capabilitiesOf, GENERAL_QUEUE_ID, type Role } from '@redoubt/domain';
import { newId, type Id } from '@redoubt/kernel';
import { kindCodeOf } from '@redoubt/storage';
import type { TestDatabase } from '@redoubt/testing/database';
import type { SignedInPerson } from '../access/person-access.ts';
import type { EnvironmentContext } from '../context.ts';
import { getCase } from '../cases/cases.queries.ts';
import { decideCase } from '../cases/decide-case.commands.ts';
import { startReview } from '../cases/start-review.command.ts';
import { createScene } from './scene.ts';

/** Someone who works on cases, with the context of their calls. */
export type Caller = { readonly context: EnvironmentContext; readonly person: SignedInPerson };

type NewQueue = {
  readonly sequence?: 'Restricted' | 'Unrestricted';
  readonly orderBy?: string;
  readonly direction?: 'asc' | 'desc';
  readonly paused?: boolean;
  /** Directory ids or roles. */
  readonly assignees?: readonly string[];
};

/** Facts of a case; what is left out is that of a purchase for 20 EUR without a score. */
type NewCase = {
  readonly queueId?: Id;
  readonly amount?: number | null;
  readonly score?: number | null;
  readonly orderText?: string;
  readonly settlesInMs?: number;
  readonly dueInMs?: number;
  readonly environment?: string;
};

const DAY_S = 86_400;

/** A tenant with queues and cases that were put into their tables, without events. */
export const createCaseScene = async (test: TestDatabase) => {
  const scene = await createScene(test.database, { Shop: {}, Other: {} });
  const { tenantId, clock } = scene;
  let position = 0;

  const callerAs = (name: string, role: Role = 'ManualReviewAnalyst', environment = 'Shop'): Caller => ({
    context: { ...scene.contextIn(environment, name), capabilities: capabilitiesOf([role], 'Standard') },
    person: { userId: `id of ${name}`, roles: [role], wids: [] },
  });

  const addQueue = async (name: string, queue: NewQueue = {}): Promise<Id> => {
    const {
      sequence = 'Unrestricted',
      orderBy = 'eventTime',
      direction = 'asc',
      paused = false,
      assignees = [],
    } = queue;
    const id = newId();
    await test.asAdmin(
      `insert into case_queue (tenant_id, queue_id, environment_id, assessment, name, name_key, description, sequence,
          order_by, direction, timeout_ms, default_decision, paused, changed_by, changed_at)
        values ($1, $2, $3, 'purchase', $4, lower($4), '', $5, $6, $7, 3600000, 'Approve', $8, 'Mara Lindqvist', now())`,
      [tenantId, id, scene.idOf('Shop'), name, sequence, orderBy, direction, paused],
    );
    for (const principal of assignees) {
      await test.asAdmin(`insert into case_queue_assignee values ($1, $2, $3, 'person', $3)`, [
        tenantId,
        id,
        principal,
      ]);
    }
    return id;
  };

  const addCase = async (eventId: string, facts: NewCase = {}): Promise<Id> => {
    const { queueId = GENERAL_QUEUE_ID, amount = 20, score = null, settlesInMs = 0, dueInMs = DAY_S * 1000 } = facts;
    const { orderText = null, environment = 'Shop' } = facts;
    const id = newId();
    position += 1;
    const at = new Date(clock.now() + position);
    await test.asAdmin(
      `insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
          amount_units, currency, risk_score, expected_loss, order_text, queue_id, settles_at, due_at)
        values ($1, $2, $3, $4, $5, $6, $7, $7, $8, 'EUR', $9, $10, $11, $12, $13, $14)`,
      [
        tenantId,
        scene.idOf(environment),
        kindCodeOf('purchase'),
        eventId,
        id,
        position,
        at,
        amount === null ? null : amount * 10_000,
        score,
        amount,
        orderText,
        queueId,
        new Date(clock.now() + settlesInMs),
        new Date(clock.now() + dueInMs),
      ],
    );
    return id;
  };

  /** So many cases of General at once; gives their ids in its order. */
  const addCases = async (count: number): Promise<readonly Id[]> => {
    const rows = await test.asAdmin(
      `insert into review_case (tenant_id, environment_id, kind, event_id, case_id, position, event_time, received_at,
          queue_id, settles_at, due_at)
        select $1, $2, $3, 'p-' || n, gen_random_uuid(), n, $4::timestamptz + make_interval(secs => n), $4, $5, $4,
            $4::timestamptz + interval '1 day'
          from generate_series(1, $6) n order by n
        returning case_id as id`,
      [tenantId, scene.idOf('Shop'), kindCodeOf('purchase'), new Date(clock.now()), GENERAL_QUEUE_ID, count],
    );
    return rows.map((row) => (row as { readonly id: Id }).id);
  };

  const manager = callerAs('Mia', 'ManualReviewFraudManager');
  const stateOf = async (eventId: string) =>
    (await getCase(manager.context, manager.person, 'purchase', eventId)).case.state;

  return {
    ...scene,
    callerAs,
    ana: callerAs('Ana'),
    ben: callerAs('Ben'),
    manager,
    addQueue,
    addCase,
    addCases,
    stateOf,
  };
};

export type CaseScene = Awaited<ReturnType<typeof createCaseScene>>;

/** Takes a case of General, or of a queue: the one that is named, else the next. */
export const take = (
  { context, person }: Caller,
  caseId: Id | null = null,
  queueId: Id = GENERAL_QUEUE_ID,
  giveBack = false,
) => startReview(context, person, queueId, { caseId, giveBack });

export const REJECT_CASE = { decision: 'Reject', reason: 'Stolen card', note: '' };

export const rejectCase = ({ context, person }: Caller, caseId: Id, takeNext = false) =>
  decideCase(context, person, caseId, { ...REJECT_CASE, takeNext });
