import type { SearchField, SearchRow, SearchSort } from '@redoubt/contracts';
import { isMasked, SEARCH_ORDER, type OwnSearchField } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { decisionTone, FraudLabelChip, Link, ShortId, ToneChip, type GridColumn } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useEnvironments } from '../../app/environments.ts';
import styles from './search-columns.module.css';
import type { AnyField, OwnFields } from '../../shared/search/search-fields.ts';
import type { SearchTimes } from '../../shared/search/search-times.ts';
import { useFieldText } from '../../shared/search/use-field-text.ts';

const ID_LENGTH = 14;
/** Own fields that have a column until the user chooses others. */
const OWN_SHOWN = 3;

/** What every path of the merchant's own begins with; a header has no room for it. */
const CUSTOM_DATA = /^customData\./;

type Narrow = (field: AnyField, value: string | null) => void;

/** A path that goes nowhere is worse than a word: absent values are said. */
const Absent = ({ text }: { readonly text: string }): ReactNode => <span className="muted">{text}</span>;

export type Sorting = { readonly sort: SearchSort | undefined; readonly onSort: (sort: SearchSort) => void };

/** Numbers and times are looked at from the largest, texts from the first letter. */
const LARGEST_FIRST: ReadonlySet<string> = new Set(['eventTime', 'receivedAt', 'riskScore', 'amount', 'decision']);

/** How a column sorts: the other way round where the result is sorted by it. */
const sortingBy =
  ({ sort = SEARCH_ORDER, onSort }: Sorting) =>
  (
    field: SearchSort['field'],
    first: SearchSort['direction'] = LARGEST_FIRST.has(field) ? 'descending' : 'ascending',
  ): Pick<GridColumn<SearchRow>, 'sorted' | 'onSort'> => {
    const isSorted = sort.field === field;
    const other = sort.direction === 'descending' ? 'ascending' : 'descending';
    return {
      ...(isSorted ? { sorted: sort.direction } : {}),
      onSort: () => onSort({ field, direction: isSorted ? other : first }),
    };
  };

/** The columns of the result, narrowing where a value can be asked for. */
export const useSearchColumns = (options: {
  readonly times: SearchTimes;
  /** The currency all amounts share; then it stands in the header. */
  readonly currency: string | null;
  readonly hrefOf: (row: SearchRow) => string;
  /** Fields of the customer's own; the first few are shown at first. */
  readonly own: OwnFields;
  readonly onNarrow: Narrow;
  /** Null where events come in the order in which they are found. */
  readonly sorting: Sorting | null;
}): readonly GridColumn<SearchRow>[] => {
  const { times, currency, hrefOf, own, onNarrow, sorting } = options;
  const say = useFieldText(own);
  const text = useText('search');
  const common = useText('common');
  const formats = useFormats();
  const provided = useProvidedNames();
  const environments = useEnvironments();
  return useMemo(() => {
    const sortBy = sorting === null ? () => ({}) : sortingBy(sorting);
    const none = <Absent text={common('value.none')} />;
    const names = new Map(environments.map(({ id, name }) => [id, name]));
    // A mask is no value to search by.
    const by = (field: AnyField, value: string | null) =>
      value === null || isMasked(value) ? undefined : () => onNarrow(field, value);
    const plain = (
      id: SearchField & SearchSort['field'] & keyof SearchRow,
      width: number,
      more: Partial<GridColumn<SearchRow>> = {},
    ): GridColumn<SearchRow> => ({
      id,
      header: text(`column.${id}` as Parameters<typeof text>[0]),
      width,
      cell: (row) => row[id] ?? none,
      text: (row) => String(row[id] ?? ''),
      narrow: (row) => by(id, row[id] === null ? null : String(row[id])),
      ...sortBy(id),
      ...more,
    });
    const ownColumns = own.map(({ field, path, type }, index): GridColumn<SearchRow> => {
      const name = field as AnyField;
      const valuesOf = (row: SearchRow) => row.own.find((each) => each.path === path)?.values ?? [];
      const shown = (value: string | number | boolean): string =>
        say.value(name, type === 'datetime' ? new Date(Number(value)).toISOString() : String(value));
      return {
        id: field,
        header: say.field(name).replace(CUSTOM_DATA, ''),
        width: 132,
        hiddenAtFirst: index >= OWN_SHOWN,
        align: type === 'integer' || type === 'double' ? 'end' : 'start',
        ...sortBy(
          field as OwnSearchField,
          type === 'integer' || type === 'double' || type === 'datetime' ? 'descending' : 'ascending',
        ),
        cell: (row) => valuesOf(row).map(shown).join(', ') || none,
        text: (row) => valuesOf(row).map(shown).join(', '),
        // A moment is asked for by range.
        narrow: (row) => (type === 'datetime' ? undefined : by(name, String(valuesOf(row)[0] ?? '') || null)),
      };
    });
    const shortId = (id: 'deviceId' | 'userId' | 'paymentInstrumentId', width: number): GridColumn<SearchRow> =>
      plain(id, width, {
        mono: true,
        hiddenAtFirst: true,
        cell: (row) => (row[id] === null ? none : <ShortId id={row[id]} length={ID_LENGTH} />),
      });
    return [
      {
        id: 'time',
        header: text('column.time'),
        width: times.rowWidthPx,
        ...sortBy('eventTime'),
        cell: (row) => <span title={formats.dateTime(row.eventTime)}>{times.row(row.eventTime)}</span>,
        text: (row) => row.eventTime,
      },
      {
        id: 'eventId',
        header: text('column.eventId'),
        ...sortBy('eventId'),
        width: 128,
        mono: true,
        hideable: false,
        cell: (row) => (
          <Link href={hrefOf(row)} className={styles.link}>
            <ShortId id={row.eventId} length={ID_LENGTH} />
          </Link>
        ),
        text: (row) => row.eventId,
      },
      plain('decision', 120, {
        // Words are looked up once for all rows: thousands of them pass during scrolling.
        cell: ({ decision }) => (
          <ToneChip tone={decisionTone(decision)} text={common(`decision.${decision ?? 'none'}`)} appearance="plain" />
        ),
      }),
      {
        id: 'risk',
        header: text('column.risk'),
        ...sortBy('riskScore'),
        width: 60,
        align: 'end',
        cell: (row) => row.riskScore ?? none,
        text: (row) => String(row.riskScore ?? ''),
      },
      {
        id: 'customer',
        header: text('column.customer'),
        ...sortBy('customer'),
        width: 140,
        grow: true,
        cell: (row) => row.userName ?? row.userId ?? none,
        narrow: (row) => by('userId', row.userId),
      },
      ...ownColumns,
      {
        id: 'amount',
        header: currency === null ? text('column.amount') : `${text('column.amount')}, ${currency}`,
        ...sortBy('amount'),
        width: 108,
        align: 'end',
        cell: (row) =>
          row.amount === null
            ? none
            : currency === null
              ? formats.currency(row.amount, row.currency)
              : formats.number(row.amount, 2),
        text: (row) => String(row.amount ?? ''),
      },
      plain('country', 76),
      plain('clause', 220, {
        grow: true,
        cell: ({ rule, clause }) => provided.ruleClause(rule, clause) || none,
        text: ({ rule, clause }) => provided.ruleClause(rule, clause),
      }),
      {
        id: 'label',
        header: text('column.label'),
        ...sortBy('fraudLabel'),
        width: 104,
        cell: (row) =>
          row.fraudLabel === 'None' ? none : <FraudLabelChip label={row.fraudLabel} appearance="plain" />,
        text: (row) => row.fraudLabel,
        narrow: (row) => by('fraudLabel', row.fraudLabel),
      },
      plain('status', 100, { hiddenAtFirst: true }),
      plain('email', 200, { hiddenAtFirst: true, mono: true }),
      plain('rule', 180, {
        hiddenAtFirst: true,
        cell: ({ rule }) => (rule === null ? none : provided.shown(rule)),
        text: ({ rule }) => provided.shown(rule ?? ''),
      }),
      plain('reason', 160, { hiddenAtFirst: true, mono: true }),
      shortId('deviceId', 132),
      shortId('userId', 132),
      shortId('paymentInstrumentId', 132),
      plain('ipAddress', 132, { hiddenAtFirst: true, mono: true }),
      plain('currency', 80, { hiddenAtFirst: true }),
      {
        id: 'receivedAt',
        header: text('column.receivedAt'),
        ...sortBy('receivedAt'),
        width: 184,
        hiddenAtFirst: true,
        cell: (row) => formats.dateTime(row.receivedAt),
        text: (row) => row.receivedAt,
      },
      {
        id: 'environment',
        header: text('column.environment'),
        width: 140,
        hiddenAtFirst: true,
        cell: (row) => names.get(row.environmentId) ?? row.environmentId,
        text: (row) => row.environmentId,
      },
    ];
  }, [times, currency, hrefOf, own, onNarrow, sorting, say, text, common, formats, environments, provided]);
};
