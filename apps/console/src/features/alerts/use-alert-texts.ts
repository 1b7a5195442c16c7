import type { AlertRow } from '@redoubt/contracts';
import { ALERT_FIGURE_FACTS, isBuiltInAssessment, type AlertUnit } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { useMemo } from 'react';

export type AlertState = 'open' | 'quiet' | 'unknown';

/** Where an alert stands. */
export const stateOf = ({
  incident,
  value,
  checkedAt,
}: Pick<AlertRow, 'incident' | 'value' | 'checkedAt'>): AlertState => {
  if (incident?.closedAt === null) return 'open';
  return checkedAt === null || value === null ? 'unknown' : 'quiet';
};

type Series = Pick<AlertRow, 'figure' | 'target' | 'decision'> & { readonly targetName?: string | null };

/** How alerts and their values are said. */
export const useAlertTexts = () => {
  const text = useText('alerts');
  const common = useText('common');
  const routes = useText('routes');
  const formats = useFormats();
  const provided = useProvidedNames();
  return useMemo(() => {
    // Two digits after the point, of large and of whole values none.
    const rounded = (value: number): string =>
      formats.number(value, Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2);
    const value = (unit: AlertUnit, amount: number): string => text(`valueOf.${unit}`, { value: rounded(amount) });
    const target = ({ figure, target: id, targetName }: Series): string => {
      const { subject } = ALERT_FIGURE_FACTS[figure];
      if (id === null) return text(`all.${subject}`);
      if (subject === 'api') return id;
      if (isBuiltInAssessment(id)) return routes(`${id}.title`);
      return targetName === null || targetName === undefined ? text('gone') : provided.shown(targetName);
    };
    const figure = ({ figure: name, decision }: Series): string =>
      decision === null ? text(`figure.${name}`) : `${text(`figure.${name}`)} (${common(`decision.${decision}`)})`;
    const expected = ({
      figure: name,
      condition,
      threshold,
    }: Pick<AlertRow, 'figure' | 'condition' | 'threshold'>): string =>
      text(`expectedOf.${condition}`, { threshold: value(ALERT_FIGURE_FACTS[name].unit, threshold ?? 0) });
    return { value, target, figure, expected };
  }, [text, common, routes, formats, provided]);
};
