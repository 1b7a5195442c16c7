import type { RuleSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import styles from './list.module.css';
import type { OrderDraft } from './use-order-draft.ts';

export type OrderBarProps = {
  readonly order: OrderDraft;
  readonly busy: boolean;
  readonly onSave: () => void;
};

const nameOf = (rules: readonly RuleSummary[], id: string): string => rules.find((rule) => rule.id === id)?.name ?? '';

/** What another order changes, and the choice to keep it. */
export const OrderBar = ({ order, busy, onSave }: OrderBarProps) => {
  const text = useText('rules');
  const common = useText('common');
  const provided = useProvidedNames();
  if (order.changes.length === 0) return null;
  return (
    <section className={styles.orderBar} aria-label={text('list.saveOrder')}>
      <div className={styles.orderText}>
        <b>{text('list.orderChanged', { count: order.changes.length })}</b>
        <span className="soft truncate block">
          {order.changes
            .map(({ id, from, to }) =>
              text('list.orderWas', { name: provided.shown(nameOf(order.rules, id)), from, to }),
            )
            .join(' · ')}
        </span>
      </div>
      <CommandButton
        appearance="outline"
        command={{ id: 'cancel', text: common('action.cancel'), onSelect: order.reset }}
      />
      <CommandButton
        primary
        command={{ id: 'save', text: text('list.saveOrder'), onSelect: busy ? undefined : onSave }}
      />
    </section>
  );
};
