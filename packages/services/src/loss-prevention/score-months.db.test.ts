import { createMonthCounter, offersOf, retailSample, scoreMonth } from '@redoubt/domain';
import {
  changedMonths,
  eraseNamedStaff,
  eraseTillCustomers,
  expireLossPrevention,
  insertRetailLines,
  insertRetailPayments,
  insertRetailTransactions,
  queueJob,
  readNamedStaff,
  readTillCustomers,
} from '@redoubt/storage';
import { useDatabase } from '@redoubt/testing/database';
import { beforeAll, describe, expect, it } from 'vitest';
import { attemptOnce, workOff } from '../testing/jobs.ts';
import { createScene, type Scene } from '../testing/scene.ts';
import { SMALL_CHAIN } from '../testing/small-chain.ts';
import { keepRetailTransactions } from './keep-retail.ts';
import { createLossPreventionScores } from './score-months.job.ts';

const test = useDatabase();
const OPTIONS = {
  ...SMALL_CHAIN,
  transactionsPerMonth: 30,
};
const sample = retailSample(OPTIONS);
let scene: Scene;
const place = () => ({ database: test.database, clock: scene.clock });
const within = <T>(work: Parameters<typeof test.database.inTenant<T>>[1]): Promise<T> =>
  test.database.inTenant(scene.tenantId, work);

const queue = () =>
  within((trx) =>
    queueJob(trx, {
      tenantId: scene.tenantId,
      kind: 'lossPreventionScores',
      subjectId: scene.idOf('Root'),
      environmentId: scene.idOf('Root'),
      name: '',
      askedBy: 'test',
      askedAt: new Date(scene.clock.now()),
    }),
  );
const score = async () => {
  await queue();
  await workOff(place(), createLossPreventionScores(place()));
};
const waiting = () => within((trx) => changedMonths(trx, scene.idOf('Root')));
type Score = {
  readonly kind: string;
  readonly entity: string;
  readonly month: string;
  readonly score: number;
  readonly reasons: unknown;
};
const scores = () =>
  test.asAdmin<Score>(
    `select s.kind, coalesce(p.code, s.entity) as entity, s.month::text, s.score, s.reasons from loss_score s
       left join retail_staff p on p.tenant_id = s.tenant_id and p.staff = s.entity and s.kind = 'staff'
      where s.tenant_id = $1 order by 1, 2, 3`,
    [scene.tenantId],
  );

beforeAll(async () => {
  scene = await createScene(test.database, { Root: {}, Other: {} });
  for (let month = 0; month < OPTIONS.months; month += 1)
    await keepRetailTransactions(
      test.database,
      { tenantId: scene.tenantId, environmentId: scene.idOf('Root') },
      sample.transactions(month),
    );
});

describe('scores of loss prevention', () => {
  it('a run that is stopped leaves whole months, and the next one goes on', async () => {
    await queue();
    const stop = new AbortController();
    stop.abort();
    const runner = createLossPreventionScores(place());
    const run = { signal: stop.signal, report: () => undefined };
    expect(await attemptOnce(place(), 'lossPreventionScores', (job) => runner.run(job, run))).toBe(false);
    expect(await waiting()).toHaveLength(2);
    await workOff(place(), runner);
    expect(await waiting()).toEqual([]);
  });

  it('what is stored is what the same transactions come to in memory', async () => {
    const expected = [0, 1].flatMap((month) => {
      const counter = createMonthCounter(offersOf(sample.transactions(month)));
      for (const transaction of sample.transactions(month)) counter.add(transaction);
      const scored = scoreMonth(counter.counts());
      return (['staff', 'terminal'] as const).flatMap((kind) =>
        scored[kind].entities.map(({ id, ...each }) => ({
          kind,
          entity: id,
          month: `2026-0${month + 1}-01`,
          score: each.score,
        })),
      );
    });
    const stored = await scores();
    const order = (all: readonly Pick<Score, 'kind' | 'entity' | 'month' | 'score'>[]) =>
      all.map(({ kind, entity, month, score: points }) => `${kind} ${entity} ${month} ${points}`).toSorted();
    expect(order(stored)).toEqual(order(expected));
    expect(stored.some(({ score: points }) => points > 0)).toBe(true);
  });

  it('no table but one has the id of a person', async () => {
    const [row] = await test.asAdmin<{ found: number }>(
      `select count(*)::int as found from retail_transaction t, retail_staff s
        where t.tenant_id = $1 and s.tenant_id = $1 and (t.staff = s.code or t.terminal_id = s.code)`,
      [scene.tenantId],
    );
    expect(row?.found).toBe(0);
  });

  it('a late transaction has its month scored again and no other', async () => {
    const before = await scores();
    const late = {
      transactionId: 'late-1',
      receiptAt: '2026-02-20T10:00:00Z',
      storeId: 'S001',
      terminalId: 'S001-T9',
      staffCode: 'E10000',
      receiptId: null,
      kind: 'sale' as const,
      currency: 'EUR',
      amount: 10_000,
      discount: 0,
      employeeDiscount: 0,
      manualDiscount: 0,
      hasOriginal: false,
      details: { shift: '7' },
      customer: { loyaltyCardId: 'L-77' },
    };
    const root = { tenantId: scene.tenantId, environmentId: scene.idOf('Root'), uploadId: null };
    expect(await within((trx) => insertRetailTransactions(trx, root, [late]))).toBe(1);
    expect(await within((trx) => insertRetailTransactions(trx, root, [late]))).toBe(0);
    expect((await waiting()).map(({ month }) => month)).toEqual(['2026-02-01']);
    await score();
    const after = await scores();
    const ofJanuary = (all: readonly Score[]) => all.filter(({ month }) => month === '2026-01-01');
    expect(ofJanuary(after)).toEqual(ofJanuary(before));
    expect(after.map(({ entity }) => entity)).toContain('S001-T9');
  });

  it('an export finds a person by the id at tills, and an erasure removes what leads to the person', async () => {
    const environments = [scene.idOf('Root')];
    const found = await within((trx) => readNamedStaff(trx, environments, ' e10005 '));
    expect(found).toMatchObject([{ staffId: 'E10005', scores: [{ month: '2026-01-01' }, { month: '2026-02-01' }] }]);
    expect(await within((trx) => eraseNamedStaff(trx, [scene.idOf('Other')], 'E10005'))).toBe(0);
    expect(await within((trx) => eraseNamedStaff(trx, environments, 'E10005'))).toBe(1);
    expect(await within((trx) => readNamedStaff(trx, environments, 'E10005'))).toEqual([]);
    expect((await scores()).map(({ entity }) => entity)).not.toContain('E10005');
  });

  it('an export finds a customer in till transactions, and an erasure empties what they say about the customer', async () => {
    const environments = [scene.idOf('Root')];
    const found = await within((trx) => readTillCustomers(trx, environments, ' l-77 ', 10));
    expect(found).toMatchObject([{ transactionId: 'late-1', storeId: 'S001', customer: { loyaltyCardId: 'L-77' } }]);
    expect(await within((trx) => eraseTillCustomers(trx, [scene.idOf('Other')], 'L-77'))).toBe(0);
    expect(await within((trx) => eraseTillCustomers(trx, environments, 'L-77'))).toBe(1);
    expect(await within((trx) => readTillCustomers(trx, environments, 'L-77', 10))).toEqual([]);
    const line = { itemId: 'SKU-1', category: '', amount: 0, discount: 0, manualDiscount: 0, hasOriginal: false };
    const root = { tenantId: scene.tenantId, environmentId: scene.idOf('Root'), uploadId: null };
    const more = { transactionId: 'late-1', line: 900, isVoided: true, details: null };
    const ann = { electronicDeliveryEmail: 'Ann@shop.example' };
    await within((trx) => insertRetailLines(trx, root, [{ ...line, ...more, customer: ann }]));
    const paid = { methodId: 'cash', amount: 0, card: null, staffCode: 'E10009', customer: { accountNumber: 'L-77' } };
    await within((trx) => insertRetailPayments(trx, root, [{ ...paid, ...more }]));
    const named = (value: string) => within((trx) => readTillCustomers(trx, environments, value, 10));
    expect(await named('ann@shop.example')).toMatchObject([{ transactionId: 'late-1', line: 900, customer: ann }]);
    expect(await named('L-77')).toMatchObject([{ line: 900, storeId: 'S001' }]);
    expect(await within((trx) => eraseTillCustomers(trx, environments, 'ann@shop.example'))).toBe(1);
    expect(await within((trx) => eraseTillCustomers(trx, environments, 'L-77'))).toBe(1);
    expect([...(await named('ann@shop.example')), ...(await named('L-77'))]).toEqual([]);
    const takenBy = () =>
      test.asAdmin<{ code: string }>(
        `select s.code from retail_payment p join retail_staff s using (tenant_id, environment_id, staff)
          where p.transaction_id = 'late-1'`,
      );
    expect(await takenBy()).toEqual([{ code: 'E10009' }]);
    await within((trx) => eraseNamedStaff(trx, environments, 'E10009'));
    expect(await takenBy()).toEqual([]);
    const kept = await test.asAdmin<{ details: unknown }>(
      `select details from retail_transaction where transaction_id = 'late-1'`,
    );
    expect(kept).toEqual([{ details: { shift: '7' } }]);
  });

  it('old months go with all that is known of them', async () => {
    await within((trx) => expireLossPrevention(trx, '2026-02-01'));
    const months = await test.asAdmin<{ month: string }>(
      'select distinct month::text from retail_transaction where tenant_id = $1',
      [scene.tenantId],
    );
    expect(months).toEqual([{ month: '2026-02-01' }]);
    expect((await scores()).every(({ month }) => month === '2026-02-01')).toBe(true);
    await within((trx) => expireLossPrevention(trx, '2026-03-01'));
    const [left] = await test.asAdmin<{ rows: number }>(
      `select (select count(*) from retail_staff where tenant_id = $1)::int
            + (select count(*) from retail_line where tenant_id = $1)::int as rows`,
      [scene.tenantId],
    );
    expect(left?.rows).toBe(0);
  });
});
