import type { BudgetState } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { ShareBar } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { shownPercent } from '../usage-parts.ts';
import styles from '../usage.module.css';

type Said = Pick<BudgetState, 'use'> & { readonly budget: NonNullable<BudgetState['budget']> };

/** What is used of a budget, in words; days are those of UTC. */
const useBudgetText = (): ((state: Said) => string) => {
  const text = useText('usage');
  const formats = useFormats();
  return useMemo(() => {
    const day = new Intl.DateTimeFormat(formats.language, { dateStyle: 'medium', timeZone: 'UTC' });
    return ({ budget, use }) => {
      const amount = formats.number(budget.amount);
      if (use === null) return text('budget.notBegun', { amount, from: day.format(new Date(budget.startsOn)) });
      const line = text('budget.line', {
        used: formats.number(use.used),
        amount,
        from: day.format(new Date(use.from)),
        percent: formats.percent(shownPercent(use.percent)),
      });
      if (use.projected === null) return line;
      const last = day.format(new Date(Date.parse(use.to) - 1));
      return `${line}; ${text('budget.projected', { projected: formats.number(use.projected), to: last })}`;
    };
  }, [text, formats]);
};

/** How far budgets are used; nothing where none is set. @param isSeen whether the person may see what is used */
export const BudgetLines = ({
  budgets,
  isSeen = true,
}: {
  readonly budgets: readonly BudgetState[];
  readonly isSeen?: boolean;
}): ReactNode => {
  const text = useText('usage');
  const formats = useFormats();
  const say = useBudgetText();
  const set = budgets.filter((state): state is BudgetState & Said => state.budget !== null);
  if (set.length === 0) return null;
  return (
    <section className="flex-none stack gap-1 py-2 px-page border-bottom-2" aria-label={text('budget.title')}>
      {set.map(({ capability, budget, use }) => {
        const over = use !== null && use.used >= budget.amount;
        const used = use?.used ?? 0;
        return (
          <p key={capability} className="row-wrap-middle gap-x-3 m-0">
            <b className={styles.name}>{text(`capability.${capability}`)}</b>
            {use === null ? null : (
              <span className={styles.bar}>
                <ShareBar
                  label={text('budget.title')}
                  shares={[
                    {
                      id: 'used',
                      name: text('budget.used'),
                      value: used,
                      fill: over ? 'var(--reject-fill)' : 'var(--chart-1)',
                    },
                    {
                      id: 'left',
                      name: text('budget.left'),
                      value: Math.max(0, budget.amount - used),
                      fill: 'var(--chart-bar-soft)',
                    },
                  ]}
                  formatCount={formats.number}
                />
              </span>
            )}
            <span>
              {isSeen ? say({ budget, use }) : text('budget.notSeen', { amount: formats.number(budget.amount) })}
            </span>
          </p>
        );
      })}
    </section>
  );
};
