import { MONITOR_SCALES, type MonitorPeriod } from '@redoubt/domain';
import { useAddressBy } from '../../routes/address.ts';
import { monitorAddress } from '../../shared/assessments/monitor-address.ts';

/** Whether decided events are watched, or later events about them. */
export const MONITORS = ['transactions', 'observations'] as const;
export type MonitorKind = (typeof MONITORS)[number];

/** What a monitor shows and how. */
export type MonitorView = {
  readonly kind: MonitorKind;
  readonly period: MonitorPeriod;
  readonly stepMinutes: number;
  readonly asShare: boolean;
  readonly includeChildren: boolean;
  /** Tables in place of charts. */
  readonly asTable: boolean;
  /** On a screen on the wall. */
  readonly onWall: boolean;
};

/** What the address asks for, with what a period does not offer set right, and how it is changed. */
export const useMonitorView = (): readonly [MonitorView, (change: Partial<MonitorView>) => void] => {
  const [{ monitor, period, step, as, children, table, wall }, update] = useAddressBy(monitorAddress);
  const { steps } = MONITOR_SCALES[period];
  const view: MonitorView = {
    kind: monitor === 'observations' ? 'observations' : 'transactions',
    period,
    stepMinutes: steps.find((each) => each === step) ?? steps[0],
    asShare: as === 'share',
    includeChildren: children !== 'no',
    asTable: table === 'yes',
    onWall: wall === 'yes',
  };
  const change = (changed: Partial<MonitorView>): void => {
    const next = { ...view, ...changed };
    update(
      {
        monitor: next.kind === 'observations' ? next.kind : undefined,
        period: next.period,
        step: next.stepMinutes,
        as: next.asShare ? 'share' : undefined,
        children: next.includeChildren ? undefined : 'no',
        table: next.asTable ? 'yes' : undefined,
        wall: next.onWall ? 'yes' : undefined,
      },
      { replace: true },
    );
  };
  return [view, change];
};
