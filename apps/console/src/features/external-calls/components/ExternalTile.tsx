import type { CallSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from '../../../shared/external-calls/external-calls.module.css';
import { Figures } from '../../../shared/external-calls/Figures.tsx';
import tileStyles from '../../../shared/tiles/tiles.module.css';
import { HealthChip } from '../../../shared/external-calls/HealthChip.tsx';

export type ExternalTileProps = {
  readonly summary: Pick<CallSummary, 'name' | 'description' | 'health' | 'figures' | 'trend' | 'users'>;
  /** What is called. */
  readonly target: string;
  /** Says more than how it does; in place of its health where it cannot be called. */
  readonly chip?: ReactNode;
  /** A word more about it. */
  readonly note?: string | undefined;
  readonly onOpen: () => void;
};

/** Something that rules call, with how it does (`docs/reference/console.md#screens`); the whole tile opens it. */
export const ExternalTile = ({ summary, target, chip, note, onOpen }: ExternalTileProps) => {
  const text = useText('externalCalls');
  const provided = useProvidedNames();
  const { name, description, health, figures, trend, users } = summary;
  return (
    <li className={tileStyles.tile}>
      <div className="row-middle between">
        <button type="button" className={styles.tileName} onClick={onOpen}>
          {name}
        </button>
        {chip ?? <HealthChip health={health} />}
      </div>
      <div className="truncate code-12 muted" title={target}>
        {target}
      </div>
      <Figures figures={figures} />
      <div className={styles.tileFoot}>
        <span className={note === undefined ? 'nowrap' : undefined}>
          {users.length === 0 ? text('unused') : text('users', { count: users.length })}
          {note === undefined ? null : <> · {note}</>}
        </span>
        {figures.calls === 0 ? (
          <span>{provided.shown(description)}</span>
        ) : (
          <Sparkline values={trend.map(({ calls }) => calls)} />
        )}
      </div>
    </li>
  );
};
