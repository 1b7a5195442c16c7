import type { CallSummary } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Sparkline } from '@redoubt/ui';
import styles from './external-calls.module.css';
import { Figures } from './Figures.tsx';
import { HealthChip } from './HealthChip.tsx';

/** One call with how it does; the whole tile opens it. */
export const CallTile = ({ summary, onOpen }: { readonly summary: CallSummary; readonly onOpen: () => void }) => {
  const text = useText('externalCalls');
  const { name, description, method, endpoint, health, figures, trend, users } = summary;
  return (
    <li className={styles.tile}>
      <div className={styles.tileHead}>
        <button type="button" className={styles.tileName} onClick={onOpen}>
          {name}
        </button>
        <HealthChip health={health} />
      </div>
      <div className={styles.endpoint} title={endpoint}>
        {method} {endpoint}
      </div>
      <Figures figures={figures} />
      <div className={styles.tileFoot}>
        <span>{users.length === 0 ? text('unused') : text('users', { count: users.length })}</span>
        {figures.calls === 0 ? <span>{description}</span> : <Sparkline values={trend.map(({ calls }) => calls)} />}
      </div>
    </li>
  );
};
