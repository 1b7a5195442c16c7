import {
  ALERT_FIGURE_FACTS,
  type AlertFigure,
  type AssessmentName,
  type Decision,
  type ReportFilter,
} from '@redoubt/domain';
import { useMay } from '../../app/console-context.tsx';
import { alertHref } from './alert-href.ts';

const DAY_MINUTES = 1440;

/**
 * Address of a new alert on a figure of a report, by the day; undefined for people who make none or may not see the figure.
 *
 * @returns of a figure, what it is measured of where that is not the assessment, and the decision it counts
 */
export const useReportAlert = ({
  assessment,
  includeChildren,
  filters = [],
}: {
  readonly assessment: AssessmentName;
  readonly includeChildren: boolean;
  /** An alert watches all events: none is offered on a part of them. */
  readonly filters?: readonly ReportFilter[];
}): ((figure: AlertFigure, of?: { readonly target?: string; readonly decision?: Decision }) => string | undefined) => {
  const may = useMay();
  return (figure, { target = assessment, decision } = {}) =>
    filters.length === 0 && may('alerts:write') && may(ALERT_FIGURE_FACTS[figure].permission)
      ? alertHref({
          figure,
          target,
          includeChildren,
          stepMinutes: DAY_MINUTES,
          ...(decision === undefined ? {} : { decision }),
        })
      : undefined;
};
