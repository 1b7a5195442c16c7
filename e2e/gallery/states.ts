import type { BoosterReport, SearchIndexDetail } from '@redoubt/contracts';
import { BOOSTER_ANSWERS, compareArms, MIN_BOOSTER_ANSWERS, type BoosterArm } from '@redoubt/domain';
import type { Place } from './places.ts';

const DAY_MS = 86_400_000;

/** Answers of banks to so many purchases, of which a part was approved. */
const arm = (purchases: number, rate: number): BoosterArm => {
  const approved = Math.round(purchases * 0.9 * rate);
  return { purchases, approved, declined: Math.round(purchases * 0.9) - approved };
};

/** Thirteen weeks in which banks approve shared purchases a little more often, the last row with few of them. */
const boosterReport = (): BoosterReport => {
  const toMs = Date.now();
  const compared = (shared: BoosterArm, heldOut: BoosterArm) => compareArms(shared, heldOut);
  const atOf = (week: number): string => new Date(toMs - (13 - week) * 7 * DAY_MS).toISOString();
  const rows = [
    { value: 'First Bank', ...compared(arm(8200, 0.93), arm(910, 0.9)) },
    { value: 'Second Bank', ...compared(arm(3100, 0.88), arm(340, 0.885)) },
    { value: null, ...compared(arm(120, 0.91), arm(14, 0.85)) },
  ];
  const amount = { currency: 'EUR', sharedAsked: 812_400, sharedApproved: 748_900 };
  return {
    from: atOf(0),
    to: new Date(toMs).toISOString(),
    total: compared(arm(11_420, 0.917), arm(1264, 0.895)),
    failed: 37,
    answers: BOOSTER_ANSWERS.map((answer) => ({ answer, arm: arm(3000, 0.92), rate: null })),
    amounts: [{ ...amount, heldOutAsked: 90_300, heldOutApproved: 80_700 }],
    periods: Array.from({ length: 13 }, (_, week) => ({
      ...compared(arm(870 + 10 * week, 0.9 + 0.002 * week), arm(97, 0.88 + 0.01 * (week % 3))),
      from: atOf(week),
      to: atOf(week + 1),
    })),
    rows,
    least: MIN_BOOSTER_ANSWERS,
  };
};

type Index = Pick<SearchIndexDetail, 'isOn' | 'foundFrom' | 'task' | 'work'>;

const work = (change: Partial<NonNullable<SearchIndexDetail['work']>>): Index['work'] => ({
  kind: 'fill',
  state: 'running',
  done: 412_000,
  total: 1_000_000,
  secondsLeft: 95,
  problem: null,
  asked: { by: 'Ines Holm', at: new Date(Date.now() - 60_000).toISOString() },
  finishedAt: null,
  ...change,
});

const INDEX = /\/search-index(?:\?|$)/;
const indexState = (name: string, index: Index): Place => ({
  name: `adminsettings.search.${name}`,
  path: '/adminsettings/search',
  given: { of: INDEX, change: (answer) => ({ ...(answer as SearchIndexDetail), ...index }) },
});

/** Pages in states that the demonstration is not in: some of what the server answers is replaced. */
export const STATES: readonly Place[] = [
  {
    name: 'settings.transactionacceptancebooster.report.data',
    path: '/settings/transactionacceptancebooster/report',
    given: { of: /\/acceptance-booster\/report(?:\?|$)/, change: boosterReport },
  },
  indexState('filling', { isOn: true, foundFrom: new Date().toISOString(), task: 'fill', work: work({}) }),
  indexState('off', {
    isOn: false,
    foundFrom: null,
    task: null,
    work: work({ kind: 'remove', state: 'done', done: 1_000_000, total: null, secondsLeft: null }),
  }),
  indexState('failed', {
    isOn: true,
    foundFrom: new Date().toISOString(),
    task: 'fill',
    work: work({ state: 'failed', secondsLeft: null, problem: 'SRV-INTERNAL' }),
  }),
];
