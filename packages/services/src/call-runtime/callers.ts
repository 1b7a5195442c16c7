import type { CallCaller } from '@redoubt/contracts';
import { allows } from '@redoubt/domain';
import { CONDITION_PART } from '@redoubt/fql';
import type { Id } from '@redoubt/kernel';
import {
  listCallFailures,
  listRuleTextsInForce,
  summariseCallers,
  type CallerGroup,
  type CallFailure,
  type PublishedRuleText,
  type TenantTransaction,
} from '@redoubt/storage';
import type { EnvironmentContext } from '../context.ts';
import { figuresOf, type CallRange } from './call-metrics.ts';

const callerKey = ({ textId, part }: Pick<CallerGroup, 'textId' | 'part'>): string => `${textId ?? ''} ${part}`;

const ruleOf = (textId: Id, text: PublishedRuleText | undefined): NonNullable<CallCaller['rule']> => ({
  id: textId,
  name: text?.name ?? '',
  assessment: text?.assessment ?? null,
  environmentId: text?.environmentId ?? null,
});

const newestOf = (failures: readonly CallFailure[], outcome: string): CallCaller['failures'][number]['newest'] => {
  const found = failures.find((each) => each.outcome === outcome);
  if (found === undefined) return null;
  const { environmentId, kind, eventId, at } = found;
  return { environmentId, eventType: kind, eventId, at: at.toISOString() };
};

/** Rules and clauses that called something in a range, most calls first. */
export const readCallers = async (
  trx: TenantTransaction,
  { environmentId, capabilities }: Pick<EnvironmentContext, 'environmentId' | 'capabilities'>,
  range: CallRange,
  targetId: Id,
): Promise<CallCaller[]> => {
  const byCaller = Map.groupBy(await summariseCallers(trx, environmentId, range, targetId), callerKey);
  const textIds = [...byCaller.values()].flatMap(([first]) => first?.textId ?? []);
  const texts = new Map((await listRuleTextsInForce(trx, [...new Set(textIds)])).map((text) => [text.id, text]));
  const failed = allows(capabilities, 'search:read') ? await listCallFailures(trx, targetId, range.from) : [];
  const failures = Map.groupBy(failed, callerKey);
  return [...byCaller]
    .flatMap(([key, groups]): CallCaller[] => {
      const [first] = groups;
      if (first === undefined) return [];
      const { textId, part } = first;
      const text = textId === null ? undefined : texts.get(textId);
      const bad = groups.filter(({ outcome }) => outcome !== 'ok');
      return [
        {
          rule: textId === null ? null : ruleOf(textId, text),
          clause: text?.clauses.find(({ id }) => id === part)?.name ?? '',
          isCondition: part === CONDITION_PART,
          figures: figuresOf(groups, range.passedMs),
          lostMs: Math.round(bad.reduce((sum, { totalMs }) => sum + totalMs, 0)),
          failures: bad
            .map(({ outcome, calls }) => ({ outcome, calls, newest: newestOf(failures.get(key) ?? [], outcome) }))
            .toSorted((a, b) => b.calls - a.calls),
        },
      ];
    })
    .toSorted((a, b) => b.figures.calls - a.figures.calls);
};
