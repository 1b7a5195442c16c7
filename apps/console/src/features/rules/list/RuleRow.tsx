import type { RuleSummary } from '@redoubt/contracts';
import { ReOrderDotsVerticalRegular } from '@fluentui/react-icons';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, joinClasses, Link, ToneChip } from '@redoubt/ui';
import type { DragEvent, ReactNode } from 'react';
import { DecisionMix } from '../../../shared/rules/DecisionMix.tsx';
import styles from './list.module.css';
import { RuleStatusChip } from '../../../shared/rules/RuleStatusChip.tsx';

export type RuleRowProps = {
  readonly rule: RuleSummary;
  /** What is wrong with it, in words. */
  readonly flag?: string | undefined;
  /** Of a rule that routes: the queues that it sends cases to. */
  readonly queues?: string | undefined;
  readonly href: string;
  /** Place among its group, counted from 1; null where there is none. */
  readonly order: number | null;
  readonly moved: boolean;
  readonly now: number;
  readonly menu: ReactNode;
  /** Present where the row can be dragged. */
  readonly drag?: {
    readonly dragging: boolean;
    readonly onStart: () => void;
    readonly onOver: () => void;
    readonly onEnd: () => void;
  };
};

/** One rule of the list. The link on its name is what keys act on. */
export const RuleRow = ({ rule, flag, queues, href, order, moved, now, menu, drag }: RuleRowProps) => {
  const text = useText('rules');
  const formats = useFormats();
  const provided = useProvidedNames();
  const onDragStart = (event: DragEvent<HTMLElement>) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', provided.shown(rule.name));
    const row = event.currentTarget.closest('tr');
    if (row) event.dataTransfer.setDragImage(row, 0, 0);
    drag?.onStart();
  };
  const onDragOver = (event: DragEvent) => {
    if (!drag) return;
    event.preventDefault();
    drag.onOver();
  };
  return (
    <tr
      data-rule={rule.id}
      className={joinClasses(styles.row, moved && styles.moved, drag?.dragging && styles.dragging)}
      onDragOver={onDragOver}
      onDrop={(event) => event.preventDefault()}
    >
      <td className={styles.orderCell}>
        {drag ? (
          <span
            className={styles.handle}
            draggable
            title={text('list.dragHint')}
            onDragStart={onDragStart}
            onDragEnd={drag.onEnd}
          >
            <ReOrderDotsVerticalRegular fontSize={14} aria-hidden />
          </span>
        ) : null}
        {order}
      </td>
      <td>
        <Link href={href} className={styles.name}>
          {provided.shown(rule.name)}
        </Link>
        {rule.type === 'action' && rule.order === null ? <Chip>{text('editor.action')}</Chip> : null}
        {rule.description ? (
          <span className="soft block lh-16 overflow-hidden ellipsis" title={provided.shown(rule.description)}>
            {provided.shown(rule.description)}
          </span>
        ) : null}
      </td>
      <td className={styles.conditionCell} title={rule.conditionExcerpt}>
        {rule.conditionExcerpt || <span className={styles.always}>{text('list.noCondition')}</span>}
      </td>
      <td className={styles.number}>{formats.number(rule.clauseCount)}</td>
      <td>
        <RuleStatusChip status={rule.status} />
        {flag === undefined ? null : <ToneChip tone="review" text={flag} />}
        {rule.requested ? (
          <span className="soft block lh-16 overflow-hidden ellipsis">{text('request.waiting')}</span>
        ) : null}
      </td>
      <td className={styles.number}>
        {rule.hits24h > 0 ? <b>{formats.number(rule.hits24h)}</b> : <span className="muted">0</span>}
      </td>
      <td title={queues}>{queues ?? <DecisionMix decisions={rule.decisions24h} ofDay />}</td>
      <td title={formats.dateTime(rule.changed.at)}>
        <span className="block lh-16 overflow-hidden ellipsis">{provided.shown(rule.changed.by)}</span>
        <span className="soft block lh-16 overflow-hidden ellipsis">{formats.relative(rule.changed.at, now)}</span>
      </td>
      <td className={styles.menuCell}>{menu}</td>
    </tr>
  );
};
