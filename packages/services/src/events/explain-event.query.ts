import type { EventExplanation, explainEvent as endpoint, ParamsOf } from '@redoubt/contracts';
import { decideUntracedAsync, type PlanRule } from '@redoubt/engine';
import { checkRule, compileWatched, CONDITION_PART, hasError, type Explanation } from '@redoubt/fql';
import type { EnvironmentContext } from '../context.ts';
import { shownValue } from '../shown-value.ts';
import type { HashEventId } from '../secrets/subject-keys.ts';
import { findEvent } from './find-event.ts';
import { recordedRun } from '../decisions/replay.ts';

const NOTHING: EventExplanation = { rules: [] };

/**
 * What each expression of the rules that ran came to, worked out again from the record. Nothing where the record no
 * longer gives the recorded decision, so that no value is shown that was not there.
 *
 * @throws `EVENT-UNKNOWN`, `EVENT-ERASED`, `ENV-UNKNOWN`.
 */
export const explainEvent = async (
  context: EnvironmentContext,
  params: ParamsOf<typeof endpoint>,
  hashEventId?: HashEventId,
): Promise<EventExplanation> => {
  const { record } = await findEvent(context, params, hashEventId);
  let last: Explanation | undefined;
  const watch = (explanation: Explanation): void => {
    last = explanation;
  };
  const run = await recordedRun(context.database, context.tenantId, record, {
    make: ({ source, symbols, language }) => {
      const { checked, diagnostics } = checkRule(source, symbols, language === undefined ? {} : { language });
      return hasError(diagnostics) ? 'it no longer compiles' : compileWatched(checked, watch);
    },
    ranOnly: true,
  });
  if ('difference' in run) return NOTHING;
  const { plan, input, levels, recorded } = run;
  const explained = new Map<PlanRule, Explanation>();
  const verdict = await decideUntracedAsync(plan, input, (rule) => {
    if (last) explained.set(rule, last);
  });
  if (verdict.decision !== recorded.decision || verdict.clause !== recorded.clause) return NOTHING;
  return {
    rules: plan.levels.flatMap(({ environmentId, rules }, depth) =>
      rules.flatMap((rule) => {
        const explanation = explained.get(rule);
        const text = levels[depth]?.rules.find(({ id }) => id === rule.id)?.text;
        if (explanation === undefined || text === undefined) return [];
        const byPart = Map.groupBy(explanation.values, ({ part }) => part);
        const part = (kind: 'condition' | 'clause', id: string, name: string) => ({
          kind,
          name,
          values: (byPart.get(id) ?? [])
            .filter(({ error }) => error === null)
            .map(({ from, to, value }) => ({ from, to, value: shownValue(value) })),
        });
        return {
          environmentId,
          ruleId: rule.id,
          parts: [
            part('condition', CONDITION_PART, CONDITION_PART),
            ...text.clauses.map(({ id, name }) => part('clause', id, name)),
          ],
        };
      }),
    ),
  };
};
