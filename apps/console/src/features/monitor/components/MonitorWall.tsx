import type { Monitor } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { IconButton, StaleBar } from '@redoubt/ui';
import { PauseRegular, PlayRegular } from '@fluentui/react-icons';
import { useEffect, useState, type ReactNode } from 'react';
import { useEnvironment } from '../../../app/console-context.tsx';
import { WallFrame } from '../../../shared/wall/WallFrame.tsx';
import styles from '../wall.module.css';
import { ObservationChart } from './ObservationCharts.tsx';
import {
  ClauseChart,
  CountryChart,
  DecisionChart,
  DegradedChart,
  ScoreChart,
  VolumeChart,
} from './TransactionCharts.tsx';
import { UnusualLine } from './UnusualLine.tsx';
import { VolumeTiles } from './VolumeTiles.tsx';
import type { MonitorChartProps } from './use-chart-frame.ts';

/** How long a chart stays. */
const TURN_MS = 15_000;
const TALL = 0.58;

type Scene = { readonly key: string; readonly chart: ReactNode };

/** The charts that have something to show, in turn. */
const scenesOf = (monitor: Monitor, props: MonitorChartProps): readonly Scene[] => [
  { key: 'volume', chart: <VolumeChart {...props} /> },
  { key: 'decisions', chart: <DecisionChart {...props} /> },
  ...(monitor.clauses.length > 0 ? [{ key: 'clauses', chart: <ClauseChart {...props} /> }] : []),
  ...(monitor.degraded.events > 0 ? [{ key: 'degraded', chart: <DegradedChart {...props} /> }] : []),
  ...(monitor.deviceCountries.length > 0 ? [{ key: 'countries', chart: <CountryChart {...props} /> }] : []),
  ...(monitor.riskScores.length > 0 ? [{ key: 'risk', chart: <ScoreChart {...props} score="risk" /> }] : []),
  ...(monitor.botScores.length > 0 ? [{ key: 'bot', chart: <ScoreChart {...props} score="bot" /> }] : []),
  ...monitor.related
    .filter(({ events }) => events > 0)
    .map((kind) => ({ key: kind.kind, chart: <ObservationChart {...props} kind={kind} /> })),
];

/** A monitor for a screen on the wall: large figures, one chart after the other; the space bar holds it, arrows go on. */
export const MonitorWall = (
  props: MonitorChartProps & {
    readonly title: string;
    readonly monitor: Monitor;
    readonly staleSince: number | undefined;
    readonly onClose: () => void;
  },
): ReactNode => {
  const { title, monitor, staleSince, onClose, usual } = props;
  const text = useText('monitor');
  const common = useText('common');
  const formats = useFormats();
  const { name } = useEnvironment();
  const [at, setAt] = useState(0);
  const [isHeld, setHeld] = useState(false);
  const view = { ...props.view, asTable: false };
  const scenes = scenesOf(monitor, { ...props, view, opens: false, height: Math.round(window.innerHeight * TALL) });
  const count = scenes.length;
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setInterval(() => setAt((before) => before + 1), TURN_MS);
    return () => clearInterval(timer);
  }, [isHeld]);
  const place = ((at % count) + count) % count;
  const onKey = (key: string): boolean => {
    if (key === ' ') setHeld(!isHeld);
    else if (key === 'ArrowRight') setAt(place + 1);
    else if (key === 'ArrowLeft') setAt(place - 1 + count);
    else return false;
    return true;
  };
  return (
    <WallFrame
      label={text('wall.open')}
      title={`${title} · ${name}`}
      aside={common('time.asOf', { time: formats.time(monitor.asOf) })}
      closeLabel={text('wall.close')}
      onClose={onClose}
      onKey={onKey}
      dark
    >
      {staleSince === undefined ? null : <StaleBar since={staleSince} />}
      <dl className={styles.tiles}>
        <VolumeTiles monitor={monitor} />
      </dl>
      <div className={styles.said}>
        <UnusualLine monitor={monitor} usual={usual} />
      </div>
      <div className={styles.scene}>{scenes[place]?.chart}</div>
      <footer className="row-middle">
        <IconButton
          icon={isHeld ? PlayRegular : PauseRegular}
          label={text(isHeld ? 'wall.go' : 'wall.hold')}
          onClick={() => setHeld(!isHeld)}
        />
        <span className="muted">{text('wall.place', { place: place + 1, count })}</span>
      </footer>
    </WallFrame>
  );
};
