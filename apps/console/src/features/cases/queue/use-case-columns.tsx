import type { CaseSummary } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { Chip, CommandButton, Link, ShortId, type GridColumn } from '@redoubt/ui';
import { useMemo, type ReactNode } from 'react';
import { useEnvironments } from '../../../app/environments.ts';
import { caseHref } from '../../../shared/cases/cases.queries.ts';
import { CaseBox } from '../../../shared/cases/deciding/CaseBox.tsx';
import { DueText } from '../../../shared/cases/DueText.tsx';
import { useMoneyColumns } from '../../../shared/cases/money-columns.tsx';
import { clockText } from '../../../shared/cases/clock-text.ts';
import styles from './queue.module.css';

/** The lists of a queue, one grid each. */
export type CaseListName = 'pending' | 'inReview' | 'aside' | 'ended';

const ID_LENGTH = 16;

export type CaseColumnsOptions = {
  readonly list: CaseListName;
  /** By the clock of the server. */
  readonly nowMs: number;
  /** Ids of cases that left the list while it is held. */
  readonly goneIds: ReadonlySet<string>;
  readonly selectedIds: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  /** Whether a case can be taken from its row. */
  readonly canStart: (row: CaseSummary) => boolean;
  readonly onStart: (row: CaseSummary) => void;
  readonly onRelease: ((row: CaseSummary) => void) | undefined;
};

/** Columns of the cases of a queue, by the list they stand in. */
export const useCaseColumns = (options: CaseColumnsOptions): readonly GridColumn<CaseSummary>[] => {
  const { list, nowMs, goneIds, selectedIds, onToggle, canStart, onStart, onRelease } = options;
  const text = useText('cases');
  const common = useText('common');
  const formats = useFormats();
  const provided = useProvidedNames();
  const environments = useEnvironments();
  const moneyColumns = useMoneyColumns();
  return useMemo(() => {
    const none: ReactNode = <span className="muted">{common('value.none')}</span>;
    const names = new Map(environments.map(({ id, name }) => [id, name]));
    type Column = GridColumn<CaseSummary>;
    const select: Column = {
      id: 'select',
      header: text('queue.column.select'),
      width: 64,
      hideable: false,
      cell: ({ id, eventId }) =>
        goneIds.has(id) ? (
          <span className="muted">–</span>
        ) : (
          <CaseBox eventId={eventId} isChosen={selectedIds.has(id)} onToggle={() => onToggle(id)} />
        ),
      text: ({ id }) => (selectedIds.has(id) ? 'x' : ''),
    };
    const due: Column = {
      id: 'due',
      header: text('queue.column.due'),
      width: 108,
      cell: ({ id, dueAt }) => {
        if (goneIds.has(id)) return <span className="muted">{text('queue.gone')}</span>;
        return <DueText at={dueAt} nowMs={nowMs} />;
      },
      text: ({ dueAt }) => dueAt,
    };
    const moment = (id: 'time' | 'at' | 'until', of: (row: CaseSummary) => string | null, more = {}): Column => ({
      id,
      header: text(`queue.column.${id}`),
      width: 168,
      cell: (row) => {
        const at = of(row);
        return at === null ? none : formats.dateTime(at);
      },
      text: (row) => of(row) ?? '',
      ...more,
    });
    const event: Column = {
      id: 'event',
      header: text('queue.column.event'),
      width: 120,
      mono: true,
      hideable: false,
      cell: (row) => (
        <Link href={caseHref(row)} className={styles.link}>
          <ShortId id={row.eventId} length={ID_LENGTH} />
        </Link>
      ),
      text: ({ eventId }) => eventId,
    };
    const facts: readonly Column[] = [
      ...moneyColumns,
      {
        id: 'score',
        header: text('queue.column.score'),
        width: 64,
        align: 'end',
        cell: ({ riskScore }) => (riskScore === null ? none : formats.number(riskScore)),
        text: ({ riskScore }) => String(riskScore ?? ''),
      },
      event,
      {
        id: 'clause',
        header: text('queue.column.clause'),
        width: 200,
        minWidth: 152,
        grow: true,
        cell: (row) => (
          <>
            {provided.ruleClause(row.rule, row.clause) || none}
            {canStart(row) && !goneIds.has(row.id) ? (
              <span className={styles.start}>
                <CommandButton
                  appearance="outline"
                  command={{ id: 'start', text: text('bar.start'), onSelect: () => onStart(row) }}
                />
              </span>
            ) : null}
          </>
        ),
        text: ({ rule, clause }) => provided.ruleClause(rule, clause),
      },
      {
        id: 'reason',
        header: text('queue.column.reason'),
        width: 136,
        mono: true,
        hiddenAtFirst: list !== 'pending',
        cell: ({ reason }) => reason ?? none,
        text: ({ reason }) => reason ?? '',
      },
      moment('time', ({ eventTime }) => eventTime, { hiddenAtFirst: true }),
      {
        id: 'age',
        header: text('queue.column.age'),
        width: 112,
        hiddenAtFirst: list !== 'pending',
        cell: ({ receivedAt, eventTime }) => (
          <span title={formats.dateTime(eventTime)}>{formats.relative(receivedAt, nowMs)}</span>
        ),
        text: ({ receivedAt }) => receivedAt,
      },
      {
        id: 'routed',
        header: text('queue.column.routed'),
        width: 160,
        hiddenAtFirst: true,
        cell: ({ routedRule, routedClause }) => provided.ruleClause(routedRule, routedClause) || none,
        text: ({ routedRule, routedClause }) => provided.ruleClause(routedRule, routedClause),
      },
      {
        id: 'order',
        header: text('queue.column.order'),
        width: 120,
        hiddenAtFirst: true,
        cell: ({ orderValue }) => (orderValue === null ? none : String(orderValue)),
        text: ({ orderValue }) => String(orderValue ?? ''),
      },
      {
        id: 'assignee',
        header: text('panel.assignee'),
        width: 124,
        hiddenAtFirst: true,
        cell: ({ assignee }) => assignee?.name ?? none,
        text: ({ assignee }) => assignee?.name ?? '',
      },
      {
        id: 'lastAgent',
        header: text('queue.column.lastAgent'),
        width: 124,
        hiddenAtFirst: list !== 'pending',
        cell: ({ lastAgent }) => lastAgent ?? none,
        text: ({ lastAgent }) => lastAgent ?? '',
      },
      {
        id: 'environment',
        header: text('queue.column.environment'),
        width: 132,
        hiddenAtFirst: true,
        cell: ({ environmentId }) => names.get(environmentId) ?? environmentId,
        text: ({ environmentId }) => environmentId,
      },
    ];
    const release = (act: (row: CaseSummary) => void): Column => ({
      id: 'release',
      header: text('queue.release'),
      width: 132,
      cell: (row) =>
        row.lease !== null && !goneIds.has(row.id) ? (
          <CommandButton command={{ id: 'release', text: text('queue.release'), onSelect: () => act(row) }} />
        ) : null,
      text: () => '',
    });
    if (list === 'pending') return [select, due, ...facts];
    if (list === 'inReview')
      return [
        {
          id: 'reviewer',
          header: text('queue.column.reviewer'),
          width: 148,
          hideable: false,
          cell: ({ lease }) => lease?.agent ?? none,
          text: ({ lease }) => lease?.agent ?? '',
        },
        {
          id: 'lease',
          header: text('queue.column.lease'),
          width: 88,
          align: 'end',
          cell: ({ lease }) => (lease === null ? none : clockText(Date.parse(lease.until) - nowMs)),
          text: ({ lease }) => lease?.until ?? '',
        },
        {
          id: 'since',
          header: text('queue.column.since'),
          width: 104,
          cell: ({ lease }) => (lease === null ? none : formats.time(lease.since, 'minutes')),
          text: ({ lease }) => lease?.since ?? '',
        },
        ...facts,
        ...(onRelease ? [release(onRelease)] : []),
      ];
    if (list === 'aside')
      return [
        {
          id: 'state',
          header: text('queue.column.state'),
          width: 120,
          hideable: false,
          cell: ({ state }) => <Chip>{text(`state.${state}`)}</Chip>,
          text: ({ state }) => state,
        },
        moment('until', ({ onHoldUntil }) => onHoldUntil),
        ...facts,
      ];
    return [
      {
        id: 'decision',
        header: text('queue.column.decision'),
        width: 120,
        hideable: false,
        cell: ({ decision, state }) => (decision === null ? text(`state.${state}`) : provided.shown(decision.name)),
        text: ({ decision, state }) => decision?.name ?? state,
      },
      {
        id: 'decisionReason',
        header: text('queue.column.decisionReason'),
        width: 160,
        grow: true,
        cell: ({ decision }) => (decision === null ? none : provided.shown(decision.reason)),
        text: ({ decision }) => decision?.reason ?? '',
      },
      {
        id: 'by',
        header: text('queue.column.by'),
        width: 132,
        cell: ({ decision }) => decision?.by ?? none,
        text: ({ decision }) => decision?.by ?? '',
      },
      moment('at', ({ endedAt }) => endedAt),
      ...facts,
    ];
  }, [
    list,
    nowMs,
    goneIds,
    selectedIds,
    onToggle,
    canStart,
    onStart,
    onRelease,
    text,
    common,
    formats,
    provided,
    environments,
    moneyColumns,
  ]);
};
