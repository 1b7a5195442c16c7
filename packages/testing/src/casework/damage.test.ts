import { foldCase, GENERAL_QUEUE_ID, openCase, openStanding, type CaseEntry } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { expect, it } from 'vitest';
import { findCaseDamage, type CaseHistory } from './damage.ts';

const record = openCase(GENERAL_QUEUE_ID, 0, { holdMs: 0, timeoutMs: DAY_MS });
const opened: CaseHistory = { id: 'case', standing: openStanding(record), entries: [], sent: [] };

const by = { actorId: 'ana', actor: 'Ana', source: 'Agent' } as const;
const take: CaseEntry = { ...by, atMs: 1, action: { kind: 'lease', agentId: 'ana' }, verdict: null };
const verdict = { decision: 'Reject', caseAction: 'Reject', labelAction: 'Fraud', reason: 'Stolen card' } as const;
const decide: CaseEntry = { ...by, atMs: 2, action: { kind: 'decide', agentId: 'ana', inBulk: false }, verdict };

const historyOf = (entries: readonly CaseEntry[], change: Partial<CaseHistory> = {}): CaseHistory => ({
  id: 'case',
  standing: foldCase(record, entries),
  entries: entries.map((entry, index) => ({ number: index + 1, entry })),
  sent: [{ number: entries.length, step: 'status' }],
  ...change,
});
const damageOf = (ended: CaseHistory | null, version: number | null = 2) =>
  findCaseDamage(new Map([['case', opened]]), new Map(ended ? [['case', ended]] : []), [{ caseId: 'case', version }]);

it('nothing is wrong with a case that was taken and decided', () => {
  expect(damageOf(historyOf([take, decide]))).toEqual([]);
});

it.each([
  ['a case that is still in review', historyOf([take]), 'case case is not decided'],
  [
    'a case that was decided twice',
    historyOf([take, decide, decide]),
    'entry 3 of case case, decide, could not happen: ended',
  ],
  [
    'a case that a colleague took while it was in review',
    historyOf([take, { ...take, actorId: 'ben', action: { kind: 'lease', agentId: 'ben' } }, decide]),
    'entry 2 of case case, lease, could not happen: leased',
  ],
  [
    'a row that is not what its entries say',
    historyOf([take, decide], { standing: { ...foldCase(record, [take, decide]), lastAgent: 'Ben' } }),
    'case case is not what its entries make of it',
  ],
  [
    'a decision that sends nothing',
    historyOf([take, decide], { sent: [] }),
    'case case was decided by entry 2 and sends nothing',
  ],
  [
    'an entry that is missing',
    historyOf([take, decide], { entries: [{ number: 2, entry: decide }] }),
    'entry 2 of case case, decide, could not happen: notLeased',
  ],
])('%s is damage', (_title, history, damage) => {
  expect(damageOf(history)).toContain(damage);
});

it('so is an acknowledged decision that is not there', () => {
  const timedOut: CaseEntry = { ...decide, atMs: 2 * DAY_MS, action: { kind: 'timeOut' }, source: 'TimeOut' };
  expect(damageOf(historyOf([take, timedOut]))).toContain(
    'the decision of case case, entry 2, was acknowledged and is gone',
  );
});

it('so is a case that is gone', () => {
  const lost = findCaseDamage(new Map([['case', opened]]), new Map(), []);
  expect(lost).toEqual(['case case is gone']);
});
