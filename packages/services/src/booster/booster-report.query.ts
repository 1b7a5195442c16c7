import type { BoosterReport, getBoosterReport as endpoint, QueryOf } from '@redoubt/contracts';
import { BOOSTER_ANSWERS, compareArms, estimateShare, MIN_BOOSTER_ANSWERS, type BoosterArm } from '@redoubt/domain';
import { DAY_MS } from '@redoubt/kernel';
import { readBoosterOutcomes, type BoosterOutcome } from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { reading } from '../unit-of-work.ts';
import { boosterBelow, readBoosterTree } from './booster-in-force.ts';

/** Longer ranges are shown by week. */
const MOST_DAYS = 31;
const WEEK_DAYS = 7;
const MOST_ROWS = 100;
const UNITS = 10_000;

const isHeldOut = ({ state }: BoosterOutcome): boolean => state === 'heldOut';

const sum = (outcomes: readonly BoosterOutcome[], of: (outcome: BoosterOutcome) => number): number =>
  outcomes.reduce((all, outcome) => all + of(outcome), 0);

const armOf = (outcomes: readonly BoosterOutcome[]): BoosterArm => ({
  purchases: sum(outcomes, ({ purchases }) => purchases),
  approved: sum(outcomes, ({ bank, purchases }) => (bank === 'Approved' ? purchases : 0)),
  declined: sum(outcomes, ({ bank, purchases }) => (bank === 'Declined' ? purchases : 0)),
});

/** Compared is what was drawn, not what became of it: a message that failed does not move a purchase to the other side. */
const compared = (outcomes: readonly BoosterOutcome[]) =>
  compareArms(armOf(outcomes.filter((each) => !isHeldOut(each))), armOf(outcomes.filter(isHeldOut)));

const answersOf = (outcomes: readonly BoosterOutcome[]): BoosterReport['answers'] =>
  BOOSTER_ANSWERS.map((answer) => {
    const arm = armOf(outcomes.filter((each) => each.state === 'sent' && each.answer === answer));
    const answered = arm.approved + arm.declined;
    return { answer, arm, rate: answered === 0 ? null : estimateShare(arm.approved, answered) };
  });

const amountsOf = (outcomes: readonly BoosterOutcome[]): BoosterReport['amounts'] => {
  const asked = outcomes.filter(({ bank }) => bank === 'Approved' || bank === 'Declined');
  return [...Map.groupBy(asked, ({ currency }) => currency ?? '')]
    .map(([currency, some]) => {
      const amount = (heldOut: boolean, approvedOnly: boolean): number =>
        sum(
          some.filter((each) => isHeldOut(each) === heldOut && (!approvedOnly || each.bank === 'Approved')),
          ({ amountUnits }) => amountUnits,
        ) / UNITS;
      return {
        currency,
        sharedAsked: amount(false, false),
        sharedApproved: amount(false, true),
        heldOutAsked: amount(true, false),
        heldOutApproved: amount(true, true),
      };
    })
    .toSorted((one, other) => other.sharedAsked - one.sharedAsked || one.currency.localeCompare(other.currency));
};

/** How often banks approved shared purchases and those that were held out, in the environment and below it. */
export const getBoosterReport = (
  context: EnvironmentContext,
  { days, by }: QueryOf<typeof endpoint>,
): Promise<BoosterReport> =>
  reading(context, async (trx) => {
    const { environmentId, clock } = context;
    const tree = await readBoosterTree(trx);
    const ids = [environmentId, ...boosterBelow(tree, environmentId).map(({ id }) => id)];
    const toMs = clock.now();
    const spanDays = days <= MOST_DAYS ? 1 : WEEK_DAYS;
    const count = Math.ceil(days / spanDays);
    // Whole periods that end with the day of now.
    const endMs = (Math.floor(toMs / DAY_MS) + 1) * DAY_MS;
    const fromMs = endMs - count * spanDays * DAY_MS;
    const outcomes = await readBoosterOutcomes(trx, ids, new Date(fromMs), by);
    const byPeriod = Map.groupBy(outcomes, ({ day }) => Math.floor((day.getTime() - fromMs) / (spanDays * DAY_MS)));
    const rows = [...Map.groupBy(outcomes, ({ part }) => part)]
      .map(([value, some]) => ({ value, ...compared(some) }))
      .toSorted((one, other) => other.shared.purchases - one.shared.purchases);
    return {
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
      total: compared(outcomes),
      failed: sum(outcomes, ({ state, purchases }) => (state === 'failed' ? purchases : 0)),
      answers: answersOf(outcomes),
      amounts: amountsOf(outcomes),
      periods: Array.from({ length: count }, (_, at) => ({
        from: new Date(fromMs + at * spanDays * DAY_MS).toISOString(),
        to: new Date(fromMs + (at + 1) * spanDays * DAY_MS).toISOString(),
        ...compared(byPeriod.get(at) ?? []),
      })),
      rows: rows.slice(0, MOST_ROWS),
      least: MIN_BOOSTER_ANSWERS,
    };
  });
