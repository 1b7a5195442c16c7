import { ArrowRightRegular } from '@fluentui/react-icons';
import type { EventDetail, SearchField, SearchRow } from '@redoubt/contracts';
import { isMasked } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import {
  CommandButton,
  CutValue,
  DecisionChip,
  ErrorState,
  FraudLabelChip,
  IdText,
  KeyHint,
  SidePanel,
  Skeleton,
} from '@redoubt/ui';
import type { ReactNode } from 'react';
import { valueAt } from '../../../shared/events/event-facts.ts';
import { ExplainedReasons } from '../../../shared/events/DecisionReasons.tsx';
import styles from './peek.module.css';

type Line = {
  readonly label: string;
  readonly value: string | null;
  readonly field?: SearchField;
  readonly mono?: boolean;
};

const PATHS = {
  card: ['paymentInstrumentList.bin', 'paymentInstrumentList.lastFourDigits'],
  shipTo: ['shippingAddress.city', 'shippingAddress.country'],
} as const;

const joined = (request: unknown, paths: readonly string[], separator: string): string | null => {
  const parts = paths.map((path) => valueAt(request, path)).filter((part) => part !== undefined && part !== '');
  return parts.length === 0 ? null : parts.join(separator);
};

/** What one needs to judge a row without leaving the list; it follows the list as it moves. */
export const PeekPanel = (props: {
  readonly row: SearchRow;
  /** Place in the result from 1, and its length where known. */
  readonly position: number;
  readonly total: number | undefined;
  readonly detail: EventDetail | undefined;
  readonly error: unknown;
  readonly href: string;
  readonly onNarrow: (field: SearchField, value: string | null) => void;
  readonly onClose: () => void;
}): ReactNode => {
  const { row, detail, onNarrow } = props;
  const text = useText('search');
  const formats = useFormats();
  const provided = useProvidedNames();
  const lines: readonly Line[] = [
    { label: text('column.email'), value: row.email, field: 'email', mono: true },
    { label: text('column.deviceId'), value: row.deviceId, field: 'deviceId', mono: true },
    { label: text('column.ipAddress'), value: row.ipAddress, field: 'ipAddress', mono: true },
    { label: text('peek.card'), value: joined(detail?.request, PATHS.card, ' ···· '), mono: true },
    { label: text('peek.shipTo'), value: joined(detail?.request, PATHS.shipTo, ', ') },
    { label: text('column.country'), value: row.country, field: 'country' },
    { label: text('column.rule'), value: row.rule && provided.shown(row.rule), field: 'rule' },
    { label: text('column.reason'), value: row.reason, field: 'reason', mono: true },
    { label: text('column.status'), value: row.status, field: 'status' },
  ];
  return (
    <SidePanel
      takeFocus={false}
      onClose={props.onClose}
      title={
        <span className="inline-flex middle gap-2 fs-12">
          {props.total === undefined
            ? text('peek.position', { position: formats.number(props.position) })
            : text('peek.positionOf', { position: formats.number(props.position), total: formats.number(props.total) })}
          <IdText id={row.eventId} name={text('column.eventId')} />
        </span>
      }
      headEnd={
        <>
          <KeyHint keys="k" />
          <KeyHint keys="j" />
        </>
      }
      footer={
        <>
          <CommandButton
            primary
            command={{ id: 'open', text: text('peek.open'), icon: ArrowRightRegular, keys: 'Enter', href: props.href }}
          />
          {row.userId === null || isMasked(row.userId) ? null : (
            <CommandButton
              command={{ id: 'same', text: text('peek.sameCustomer'), onSelect: () => onNarrow('userId', row.userId) }}
            />
          )}
        </>
      }
    >
      <div className={styles.lead}>
        <b>{row.userName ?? row.userId ?? text('peek.unknownCustomer')}</b>
        <b>{row.amount === null ? '' : formats.currency(row.amount, row.currency)}</b>
      </div>
      <div className="soft">{formats.dateTime(row.eventTime)}</div>
      <div className="row-wrap-middle pt-2 pb-1">
        <DecisionChip decision={row.decision} />
        {row.fraudLabel === 'None' ? null : <FraudLabelChip label={row.fraudLabel} />}
        <b>{provided.ruleClause(row.rule, row.clause)}</b>
      </div>
      {detail ? (
        <ExplainedReasons detail={detail} most={4} />
      ) : props.error ? (
        <ErrorState error={props.error} compact />
      ) : (
        <div className="stack-3 py-2">
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </div>
      )}
      <dl className="bleed-4 mt-2 mb-0 px-4 pt-2 pb-0 border-top-1">
        {lines.map(({ label, value, field, mono }) =>
          value === null ? null : (
            <div key={label} className={styles.line}>
              <dt>{label}</dt>
              <dd data-mono={mono || undefined}>
                {field && !isMasked(value) ? (
                  <button
                    type="button"
                    className="max-w-full p-0 font-inherit bg-none border-0 overflow-hidden ellipsis pointer hover-underline"
                    title={`${value} · ${text('narrow')}`}
                    onClick={() => onNarrow(field, value)}
                  >
                    {mono ? <CutValue value={value} /> : value}
                  </button>
                ) : mono ? (
                  <CutValue value={value} />
                ) : (
                  value
                )}
              </dd>
            </div>
          ),
        )}
      </dl>
    </SidePanel>
  );
};
