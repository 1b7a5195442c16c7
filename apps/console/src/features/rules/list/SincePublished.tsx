import { ArrowUndoRegular } from '@fluentui/react-icons';
import type { RuleSummary } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { DecisionMix } from '../../../shared/rules/DecisionMix.tsx';
import styles from './list.module.css';

export type SincePublishedProps = {
  readonly since: NonNullable<RuleSummary['sincePublished']>;
  readonly name: string;
  readonly now: number;
  /** Lets the version before decide again; absent for people who only read. */
  readonly onRollBack?: (() => void) | undefined;
};

/** What a newly published version decides, beside the one before in as long a time, and the way back. */
export const SincePublished = ({ since, name, now, onRollBack }: SincePublishedProps) => {
  const text = useText('rules');
  const formats = useFormats();
  const side = (label: string, { hits, decisions }: typeof since.after) => (
    <span className="inline-flex middle gap-2 nowrap">
      <span>{label}</span>
      <b>{text('since.hits', { count: hits })}</b>
      <DecisionMix decisions={decisions} />
    </span>
  );
  return (
    <div className={styles.since} role="group" aria-label={text('since.label', { name, version: since.version })}>
      <span className="muted">
        {text('since.published', { version: since.version, time: formats.relative(since.publishedAt, now) })}
      </span>
      {side(text('since.after'), since.after)}
      {side(text('since.earlier', { version: since.before }), since.earlier)}
      {onRollBack ? (
        <CommandButton
          appearance="outline"
          command={{
            id: 'rollBack',
            text: text('history.rollBack', { version: since.before }),
            icon: ArrowUndoRegular,
            onSelect: onRollBack,
          }}
        />
      ) : null}
    </div>
  );
};
