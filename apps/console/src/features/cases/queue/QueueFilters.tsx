import { Select } from '@fluentui/react-components';
import { ArrowSortRegular } from '@fluentui/react-icons';
import type { CaseQueueFacts, CaseSummary } from '@redoubt/contracts';
import { CASE_ASSIGNMENTS, CASE_DUE_HOURS, CASE_ORDERINGS } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { QueueAddress, useQueueFilter } from './queue-filter.ts';

/** One choice of a row of filters; the first means no filter. */
const Choice = <Value extends string>(props: {
  readonly label: string;
  readonly all: string;
  readonly value: Value | undefined;
  readonly values: readonly Value[];
  readonly nameOf: (value: Value) => string;
  readonly onChoose: (value: Value | undefined) => void;
}): ReactNode => (
  <Select
    size="small"
    aria-label={props.label}
    title={props.label}
    value={props.value ?? ''}
    onChange={(_event, { value }) => props.onChoose(props.values.find((each) => each === value))}
  >
    <option value="">{props.all}</option>
    {props.values.map((each) => (
      <option key={each} value={each}>
        {props.nameOf(each)}
      </option>
    ))}
  </Select>
);

/** Order and filters of the cases of a queue. */
export const QueueFilters = (props: {
  readonly queue: CaseQueueFacts;
  readonly rows: readonly CaseSummary[];
  readonly of: ReturnType<typeof useQueueFilter>;
}): ReactNode => {
  const { queue, rows, of } = props;
  const { asked, filter, change, widen, isNarrowed } = of;
  const text = useText('cases');
  const queues = useText('queues');
  const provided = useProvidedNames();
  const direction = filter.direction ?? queue.direction;
  const rules = new Set([...(asked.rule ? [asked.rule] : []), ...rows.flatMap(({ rule }) => rule ?? [])]);
  return (
    <>
      <Choice
        label={queues('form.orderBy')}
        all={text('filter.queueOrder')}
        value={asked.order}
        values={CASE_ORDERINGS}
        nameOf={(each) => queues(`orderOf.${each}`)}
        onChoose={(order) => change({ order, way: undefined })}
      />
      <CommandButton
        command={{
          id: 'way',
          icon: ArrowSortRegular,
          text: queues(`form.${direction}`),
          onSelect: () => change({ way: direction === 'asc' ? 'desc' : 'asc' }),
        }}
      />
      <Choice
        label={text('queue.column.due')}
        all={text('filter.anyDue')}
        value={asked.due}
        values={CASE_DUE_HOURS.map(String)}
        nameOf={(hours) => text('filter.due', { count: Number(hours) })}
        onChoose={(due) => change({ due })}
      />
      <Choice<NonNullable<QueueAddress['whose']>>
        label={text('panel.assignee')}
        all={text('filter.anyAssignee')}
        value={asked.whose}
        values={CASE_ASSIGNMENTS}
        nameOf={(each) => text(`filter.assignee.${each}`)}
        onChoose={(whose) => change({ whose })}
      />
      <Choice
        label={text('queue.column.clause')}
        all={text('filter.anyRule')}
        value={asked.rule}
        values={[...rules].sort()}
        nameOf={(rule) => provided.shown(rule)}
        onChoose={(rule) => change({ rule })}
      />
      {isNarrowed ? <CommandButton command={{ id: 'widen', text: text('filter.widen'), onSelect: widen }} /> : null}
    </>
  );
};
