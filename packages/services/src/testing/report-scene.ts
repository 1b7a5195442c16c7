import type { ReportPace } from '../reports/report-pace.ts';
import type { CaseReport } from '@redoubt/contracts';
import { DEFAULT_CASE_SETTINGS, GENERAL_QUEUE_ID, PURCHASE_SAMPLE, type CaseSettings } from '@redoubt/domain';
import { MINUTE_MS, newId, type Id } from '@redoubt/kernel';
import { saveCaseSettings } from '@redoubt/storage';
import type { TestDatabase } from '@redoubt/testing/database';
import { getCaseReport } from '../case-report/get-case-report.query.ts';
import { decideCase } from '../cases/decide-case.commands.ts';
import { startReview } from '../cases/start-review.command.ts';
import { createCaseScene, type Caller } from './case-scene.ts';
import { createMerchant } from './merchant.ts';
import { publishNewRule } from './rule-scene.ts';

const REASONS = { Approve: 'Verified customer', Reject: 'Stolen card' } as const;
export type TestDecision = keyof typeof REASONS;

/** A shop whose large purchases are reviewed, three agents and a manager. */
export const createReportScene = async (test: TestDatabase) => {
  const scene = await createCaseScene(test);
  const merchant = await createMerchant(test.database, scene);
  await publishNewRule(scene.contextIn('Shop'), 'Reviews', ['RETURN Review("BIG") WHEN @"totalAmount" > 100']);
  const [ana, ben, cem] = [scene.callerAs('Ana'), scene.callerAs('Ben'), scene.callerAs('Cem')];
  const manager = scene.callerAs('Mia', 'ManualReviewFraudManager');
  return {
    scene,
    merchant,
    agents: { ana, ben, cem },
    manager,
    reasons: REASONS,
    /** A purchase that becomes a case; gives the id of that. */
    buy: async (purchaseId: string): Promise<Id> => {
      await merchant.send('Shop', 'purchase', { ...PURCHASE_SAMPLE, purchaseId, totalAmount: 500 });
      const [row] = await test.asAdmin<{ id: Id }>(
        `select case_id as id from review_case where tenant_id = $1 and event_id = $2`,
        [scene.tenantId, purchaseId],
      );
      return row?.id ?? '';
    },
    /** A status of a purchase, which cancels its case while it settles. */
    sayStatus: (purchaseId: string, statusType: 'Approved' | 'Rejected'): Promise<string> => {
      const at = new Date(scene.clock.now()).toISOString();
      const _metadata = { trackingId: newId(), merchantTimeStamp: at };
      return merchant.send('Shop', 'purchaseStatus', { purchaseId, statusType, statusDate: at, _metadata });
    },
    sayLabel: (purchaseId: string, isFraud: boolean, labelSource: string): Promise<string> => {
      const at = new Date(scene.clock.now()).toISOString();
      const _metadata = { trackingId: newId(), merchantTimeStamp: at };
      const body = { labelObjectType: 'PURCHASE', labelObjectId: purchaseId, labelSource, isFraud, eventTimeStamp: at };
      return merchant.send('Shop', 'label', { ...body, _metadata });
    },
    take: ({ context, person }: Caller, caseId: Id, queueId: Id = GENERAL_QUEUE_ID) =>
      startReview(context, person, queueId, { caseId, giveBack: true }),
    decide: ({ context, person }: Caller, caseId: Id, decision: TestDecision) =>
      decideCase(context, person, caseId, { decision, reason: REASONS[decision], note: '', takeNext: false }),
    changeSettings: (change: Partial<CaseSettings>): Promise<void> =>
      test.database.inTenant(scene.tenantId, async (trx) => {
        const settings = { ...DEFAULT_CASE_SETTINGS, ...change };
        const changed = { by: 'test', at: new Date(scene.clock.now()) };
        await saveCaseSettings(trx, scene.tenantId, scene.idOf('Shop'), settings, changed);
      }),
    report: (query: object = {}, { context }: Caller = manager): Promise<CaseReport> =>
      getCaseReport(context, { period: '7d', ...query }),
  };
};

export type ReportScene = Awaited<ReturnType<typeof createReportScene>>;

/** Three purchases under review: one is rejected after six minutes of waiting, one approved later, one still waits. */
export const decideSome = async ({ scene, buy, take, decide, agents }: ReportScene): Promise<void> => {
  const ids = [await buy('p-1'), await buy('p-2'), await buy('p-3')];
  scene.clock.advance(6 * MINUTE_MS);
  await take(agents.ana, ids[0] ?? '');
  scene.clock.advance(3 * MINUTE_MS);
  await decide(agents.ana, ids[0] ?? '', 'Reject');
  await take(agents.ben, ids[1] ?? '');
  await decide(agents.ben, ids[1] ?? '', 'Approve');
};

/** A pace of reports that gives each its turn at once. */
export const AT_ONCE: Pick<ReportPace, 'turn'> = { turn: (_tenantId, work) => work() };

/** A report of cases that Mia is mailed each morning. */
export const DAILY_REPORT = {
  page: 'caseReport' as const,
  question: { period: '7d' as const, assessment: null, queueId: null },
  recipients: ['mia@shop.example'],
  frequency: 'daily' as const,
  weekday: 1,
  day: 1,
  hour: 8,
  timeZone: 'Europe/Berlin',
  language: 'en-US',
};
