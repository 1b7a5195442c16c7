import type { VelocitySetSummary } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, ConfirmPanel, Link } from '@redoubt/ui';
import { LockClosedRegular } from '@fluentui/react-icons';
import { useId, useState } from 'react';
import { RenameForm } from '../../../shared/authoring/RenameForm.tsx';
import { velocitySetHref } from '../../../shared/velocities/address.ts';
import { CardBackfill } from '../backfill/CardBackfill.tsx';
import { VelocitySetStatusChip } from '../VelocitySetStatusChip.tsx';
import { briefExpression } from '../text/brief-expression.ts';
import { useEventNames } from '../use-event-names.ts';
import styles from './list.module.css';
import { ReadBy } from './ReadBy.tsx';
import { isCounting, VelocitySetMenu, type VelocitySetCommands } from './VelocitySetMenu.tsx';

/** Mutations of the list, one at a time. */
export type VelocitySetListMutations = {
  readonly busy: boolean;
  readonly clone: (set: VelocitySetSummary) => void;
  readonly rename: (set: VelocitySetSummary, name: string, description: string, done: () => void) => void;
  readonly setActive: (set: VelocitySetSummary, active: boolean) => void;
  readonly remove: (set: VelocitySetSummary, done: () => void) => void;
};

export type VelocitySetCardProps = {
  readonly set: VelocitySetSummary;
  readonly others: readonly VelocitySetSummary[];
  /** Memory it will take; null where nothing is known of it. */
  readonly bytes: number | null;
  /** Absent for people who only read. */
  readonly mutations: VelocitySetListMutations | undefined;
  readonly onEdit: (set: VelocitySetSummary) => void;
};

/** One set: what it counts, of which events and by which key, and what can be done with it. */
export const VelocitySetCard = ({ set, others, bytes, mutations, onEdit }: VelocitySetCardProps) => {
  const text = useText('velocities');
  const common = useText('common');
  const formats = useFormats();
  const names = useEventNames();
  const name = useProvidedNames().shown(set.name);
  const id = useId();
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const done = () => setAsking(null);
  const own = !set.system;
  const commands: VelocitySetCommands | null = mutations
    ? {
        edit: own ? () => onEdit(set) : undefined,
        clone: () => mutations.clone(set),
        rename: own ? () => setAsking('rename') : undefined,
        setActive:
          own && set.publishedVersion !== null ? (active: boolean) => mutations.setActive(set, active) : undefined,
        remove: own ? () => setAsking('delete') : undefined,
      }
    : null;
  const events = names([...new Set(set.velocities.flatMap((velocity) => velocity.events))]);
  return (
    <article className={styles.card} aria-labelledby={id}>
      <div className="row-middle min-h-28">
        <h3 id={id} className={styles.cardName}>
          <Link href={velocitySetHref(set.id)}>{name}</Link>
        </h3>
        {set.system ? (
          <Chip icon={LockClosedRegular}>{text('status.system')}</Chip>
        ) : (
          <VelocitySetStatusChip status={set.status} version={set.publishedVersion} />
        )}
        {commands ? <VelocitySetMenu set={set} commands={commands} /> : null}
      </div>
      {asking === 'rename' && mutations ? (
        <RenameForm
          rule={set}
          others={others}
          busy={mutations.busy}
          onCancel={done}
          onSave={(newName, description) => mutations.rename(set, newName, description, done)}
        />
      ) : null}
      {asking === 'delete' && mutations ? (
        set.usedBy.length > 0 ? (
          <div className={styles.refused} role="alert">
            <p>
              <b>{text('list.deleteRefused', { name })}</b> {text('list.readBy')} <ReadBy usedBy={set.usedBy} />
            </p>
            <button
              type="button"
              className="flex-none min-h-24 py-0 px-2 fg-1 bg-hover border-0 radius-1 pointer"
              onClick={done}
              autoFocus
            >
              {common('action.close')}
            </button>
          </div>
        ) : (
          <ConfirmPanel
            title={text('list.deleteQuestion', { name })}
            confirmText={common('action.delete')}
            busy={mutations.busy}
            onConfirm={() => mutations.remove(set, done)}
            onCancel={done}
          >
            {text(isCounting(set) ? 'list.deleteActive' : 'list.deleteInactive')}
          </ConfirmPanel>
        )
      ) : null}
      {set.description === '' ? null : <p className="quiet">{set.description}</p>}
      <table className={styles.velocities} aria-label={text('list.velocitiesOf', { name })}>
        <colgroup>
          <col className={styles.colName} />
          <col className={styles.colAggregate} />
          <col />
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{text('column.name')}</th>
            <th scope="col">{text('column.aggregate')}</th>
            <th scope="col">{text('column.key')}</th>
          </tr>
        </thead>
        <tbody>
          {set.velocities.map((velocity) => (
            <tr key={velocity.id}>
              <th scope="row" title={velocity.name}>
                {velocity.name === '' ? text('unnamed') : velocity.name}
              </th>
              <td title={velocity.aggregate}>{briefExpression(velocity.aggregate)}</td>
              <td title={velocity.key}>{briefExpression(velocity.key)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {set.backfill ? <CardBackfill setId={set.id} backfill={set.backfill} canWrite={mutations !== undefined} /> : null}
      <p className={styles.facts}>
        {set.conditionExcerpt === '' ? null : <code title={set.conditionExcerpt}>{set.conditionExcerpt}</code>}
        {bytes ? <span>{text('storage.card', { size: formats.bytes(bytes) })}</span> : null}
        <span>{text('list.of', { events: events === '' ? common('value.none') : events })}</span>
        {set.usedBy.length > 0 ? (
          <span>
            {text('list.readBy')} <ReadBy usedBy={set.usedBy} />
          </span>
        ) : null}
        {set.changed ? (
          <span className={styles.changed}>
            {text('list.changed', { at: formats.dateTime(set.changed.at), by: set.changed.by })}
          </span>
        ) : null}
      </p>
    </article>
  );
};
