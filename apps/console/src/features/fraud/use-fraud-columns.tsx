import type { AssessmentSummary } from '@redoubt/contracts';
import { isBuiltInAssessment } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Link, Sparkline, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { useMay } from '../../app/console-context.tsx';
import { DecisionMix } from '../../shared/rules/DecisionMix.tsx';
import { rulesHref } from '../../shared/assessments/assessment.ts';
import styles from './fraud.module.css';
import { useAssessmentName } from './use-assessment-name.ts';

const FEATURES = ['search', 'caseManagement', 'reporting'] as const;

/** The columns of the grid of all assessments. */
export const useFraudColumns = (): readonly GridColumn<AssessmentSummary>[] => {
  const text = useText('assessments');
  const monitor = useText('monitor');
  const formats = useFormats();
  const may = useMay();
  const nameOf = useAssessmentName();
  return useMemo(
    (): readonly GridColumn<AssessmentSummary>[] => [
      { id: 'name', header: text('name'), width: 190, grow: true, hideable: false, cell: nameOf },
      {
        id: 'template',
        header: text('kind'),
        width: 140,
        cell: ({ template }) => (template === null ? text('builtIn') : text(`template.${template}`)),
      },
      {
        id: 'hour',
        header: monitor('lastHour'),
        width: 160,
        cell: ({ lastHour }) => (
          <span className={styles.hour}>
            <b>{formats.number(lastHour.reduce((sum, events) => sum + events, 0))}</b>
            <Sparkline values={lastHour} />
          </span>
        ),
        text: ({ lastHour }) => String(lastHour.reduce((sum, events) => sum + events, 0)),
      },
      { id: 'events', header: text('events'), width: 116, align: 'end', cell: (row) => formats.number(row.events24h) },
      {
        id: 'mix',
        header: text('decisions'),
        width: 104,
        cell: ({ decisions24h }) => <DecisionMix ofDay decisions={decisions24h} />,
      },
      {
        id: 'rules',
        header: text('rules'),
        width: 92,
        align: 'end',
        cell: ({ kind, activeRules }) =>
          may('decisionRules:read') ? (
            <Link href={rulesHref(kind)}>{formats.number(activeRules)}</Link>
          ) : (
            formats.number(activeRules)
          ),
        text: ({ activeRules }) => String(activeRules),
      },
      {
        id: 'switches',
        header: text('switches'),
        width: 200,
        cell: ({ kind, features }) => {
          if (isBuiltInAssessment(kind)) return text('feature.search');
          return FEATURES.filter((feature) => features?.[feature])
            .map((feature) => text(`feature.${feature}`))
            .join(' · ');
        },
      },
      {
        id: 'changed',
        header: text('changed'),
        width: 176,
        cell: ({ changed }) => (changed === null ? '' : <span title={changed.by}>{formats.dateTime(changed.at)}</span>),
      },
    ],
    [text, monitor, formats, may, nameOf],
  );
};
