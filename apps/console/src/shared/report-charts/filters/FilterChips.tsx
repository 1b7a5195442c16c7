import { DismissRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { ReportQuestion } from '../report-address.ts';
import { useFilterNames } from './use-filter-names.ts';

/** What a report is narrowed to, each to be taken away. */
export const FilterChips = (props: {
  readonly question: ReportQuestion;
  readonly onChange: (change: Pick<ReportQuestion, 'filters'>) => void;
}): ReactNode => {
  const { question, onChange } = props;
  const text = useText('reports');
  const names = useFilterNames(question);
  const filters = question.filters ?? [];
  return filters.map((filter) => (
    <Chip
      key={filter.dimension}
      pressed
      icon={DismissRegular}
      title={text('widen')}
      onSelect={() => onChange({ filters: filters.filter((other) => other !== filter) })}
    >
      {text('where', { field: names.dimension(filter.dimension), value: names.filter(filter) })}
    </Chip>
  ));
};
