import { Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { AddRegular, FilterRegular, ListRegular, MoreHorizontalRegular } from '@fluentui/react-icons';
import { fieldDimension, OTHER_VALUES } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { IconButton, Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { drillHref } from '../../../shared/report-charts/drill-href.ts';
import type { FieldFilter } from '../../../shared/report-charts/field-where.ts';
import type { ReportQuestion } from '../../../shared/report-charts/report-address.ts';
import type { FigureFormats } from '../../../shared/report-charts/use-figure-formats.ts';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import type { ThreatMeasure } from '../threat-report-address.ts';
import charts from '../../../shared/report-charts/report-charts.module.css';
import type { ValueShare } from '../value-shares.ts';

export type ValueTableProps = {
  readonly title: string;
  readonly meta: string;
  readonly none: string;
  readonly head: string;
  readonly field: string;
  readonly measure: ThreatMeasure;
  readonly rows: readonly ValueShare[];
  readonly nameOf: (value: string) => string;
  readonly question: ReportQuestion;
  readonly filters: readonly FieldFilter[];
  readonly formats: FigureFormats;
  readonly opens: boolean;
  /** Fewer columns, for the ranking. */
  readonly brief?: boolean;
  readonly onNarrow: (value: string) => void;
  /** Undefined where the language has no condition, or the viewer may write no rules. */
  readonly ruleOf: (value: string) => (() => void) | undefined;
  readonly onList: ((value: string) => void) | undefined;
};

/** Values of a field with their share, how it moved, and what can be done about them. */
export const ValueTable = (props: ValueTableProps): ReactNode => {
  const { title, meta, none, head, field, measure, rows, nameOf, question, filters, formats, opens, brief } = props;
  const { onNarrow, ruleOf, onList } = props;
  const text = useText('threatReport');
  const reports = useText('reports');
  const by = fieldDimension(field);
  const figure = (value: string, count: number, which: ThreatMeasure, said: string): ReactNode => {
    const href = opens && count > 0 ? drillHref(question, which, { by, value, filters }) : null;
    return href === null ? said : <Link href={href}>{said}</Link>;
  };
  const points = (moved: number | null): string =>
    moved === null ? '–' : text('points', { points: formats.points(moved) });
  const share = (value: number | null): string => (value === null ? '–' : formats.share(value));
  const actions = (value: string): ReactNode => {
    const toRule = ruleOf(value);
    return (
      <Menu positioning="below-end">
        <MenuTrigger disableButtonEnhancement>
          <IconButton icon={MoreHorizontalRegular} dense label={text('actions.of', { value: nameOf(value) })} />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            <MenuItem icon={<FilterRegular />} onClick={() => onNarrow(value)}>
              {text('actions.narrow')}
            </MenuItem>
            {toRule ? (
              <MenuItem icon={<AddRegular />} onClick={toRule}>
                {text('actions.rule')}
              </MenuItem>
            ) : null}
            {onList && value !== OTHER_VALUES ? (
              <MenuItem icon={<ListRegular />} onClick={() => onList(value)}>
                {text('actions.list')}
              </MenuItem>
            ) : null}
          </MenuList>
        </MenuPopover>
      </Menu>
    );
  };
  const narrow = (value: string): ReactNode => (
    <button type="button" className={charts.value} onClick={() => onNarrow(value)}>
      {nameOf(value)}
    </button>
  );
  const columns: readonly ReportColumn<ValueShare>[] = [
    {
      head,
      cell: ({ value }) => narrow(value),
      title: ({ value }) => nameOf(value),
    },
    ...(brief
      ? []
      : [
          {
            head: reports('tile.events'),
            kind: 'end' as const,
            cell: ({ value, events }: ValueShare) => figure(value, events, 'events', formats.volume(events)),
          },
          {
            head: reports('tile.fraud'),
            kind: 'end' as const,
            cell: ({ value, fraud }: ValueShare) => figure(value, fraud, 'fraud', formats.volume(fraud)),
          },
          {
            head: text('rate.title'),
            kind: 'end' as const,
            cell: ({ value, fraud, fraudRate }: ValueShare) => figure(value, fraud, 'fraud', share(fraudRate)),
          },
        ]),
    { head: text(`share.${measure}`), kind: 'end', cell: (row) => share(row.share) },
    ...(brief
      ? [{ head: text('shareBefore'), kind: 'end' as const, cell: (row: ValueShare) => share(row.shareBefore) }]
      : []),
    ...(question.compare === 'none'
      ? []
      : [{ head: text('moved'), kind: 'end' as const, cell: (row: ValueShare) => points(row.moved) }]),
    { head: text('actions.title'), kind: 'end', cell: ({ value }) => actions(value) },
  ];
  return (
    <ReportTable
      title={title}
      meta={meta}
      none={none}
      rows={rows}
      keyOf={({ value }) => value}
      columns={columns}
      layout="fitted"
    />
  );
};
