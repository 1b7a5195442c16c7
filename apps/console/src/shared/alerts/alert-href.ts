import { ALERT_FIGURE_FACTS, LEAST_UNUSUAL_MINUTES, type AlertFigure, type Decision } from '@redoubt/domain';
import { hrefOf } from '../../routes/address.ts';

/** What a chart shows, as a new alert on it begins. */
export type ChartedSeries = {
  readonly figure: AlertFigure;
  readonly target: string;
  readonly decision?: Decision;
  readonly includeChildren: boolean;
  readonly stepMinutes: number;
};

/** The widest window that alerts have for bars of a width, so that one bar holds whole windows. */
const windowFor = (figure: AlertFigure, stepMinutes: number): number => {
  const fitting = ALERT_FIGURE_FACTS[figure].windows.filter((each) => stepMinutes % each === 0);
  return Math.max(LEAST_UNUSUAL_MINUTES, ...fitting);
};

/** Address of a new alert on what a chart shows, with the values filled in. */
export const alertHref = ({ figure, target, decision, includeChildren, stepMinutes }: ChartedSeries): string => {
  return hrefOf('/alerts', undefined, {
    do: 'new',
    figure,
    target,
    window: windowFor(figure, stepMinutes),
    ...(decision === undefined ? {} : { decision }),
    ...(includeChildren ? {} : { children: 'no' }),
  });
};
