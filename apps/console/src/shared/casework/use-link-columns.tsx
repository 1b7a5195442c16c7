import type { LinkedEvent, LinkingAttribute } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip, DecisionChip, FraudLabelChip, Link, ShortId, type GridColumn } from '@redoubt/ui';
import { useMemo } from 'react';
import { hrefOf } from '../../routes/address.ts';
import { useNow } from '../use-now.ts';

const ID_LENGTH = 18;

/** Columns of events that share values with one. */
export const useLinkColumns = (nameOf: (attribute: LinkingAttribute) => string): readonly GridColumn<LinkedEvent>[] => {
  const say = useText('casework');
  const cases = useText('cases');
  const common = useText('common');
  const formats = useFormats();
  const nowMs = useNow(60_000);
  return useMemo(() => {
    type Column = GridColumn<LinkedEvent>;
    const plain = (
      id: 'customer' | 'email' | 'reason' | 'status' | 'environment',
      valueOf: (row: LinkedEvent) => string | null,
      isHidden = true,
    ): Column => ({
      id,
      header: say(`column.${id}`),
      width: 140,
      hiddenAtFirst: isHidden,
      cell: valueOf,
      text: (row) => valueOf(row) ?? '',
    });
    const attributes = ({ by }: LinkedEvent): string => by.map(nameOf).join(', ');
    return [
      {
        id: 'event',
        header: say('column.event'),
        width: 140,
        mono: true,
        hideable: false,
        cell: ({ eventType, environmentId: envId, eventId: id }) => (
          <Link href={hrefOf('/search/:eventType/:envId/:id', { eventType, envId, id })}>
            <ShortId id={id} length={ID_LENGTH} />
          </Link>
        ),
        text: ({ eventId }) => eventId,
      },
      plain('customer', ({ userName, userId }) => userName ?? userId, false),
      {
        id: 'amount',
        header: say('column.amount'),
        width: 92,
        align: 'end',
        cell: ({ amount, currency }) => (amount === null ? '' : formats.currency(amount, currency)),
        text: ({ amount, currency }) => (amount === null ? '' : `${amount} ${currency ?? ''}`.trim()),
      },
      {
        id: 'time',
        header: say('column.time'),
        width: 140,
        cell: ({ eventTime }) => (
          <time dateTime={eventTime} title={formats.dateTime(eventTime)}>
            {formats.relative(eventTime, nowMs)}
          </time>
        ),
        text: ({ eventTime }) => eventTime,
      },
      {
        id: 'score',
        header: say('column.score'),
        width: 64,
        hiddenAtFirst: true,
        align: 'end',
        cell: ({ riskScore }) => riskScore,
        text: ({ riskScore }) => String(riskScore ?? ''),
      },
      {
        id: 'decision',
        header: say('column.decision'),
        width: 108,
        // Of a case that waits the decision of the rules says nothing new.
        cell: ({ decision, case: of }) =>
          of !== null && of.decision === null ? (
            <Chip>{cases(`state.${of.state}`)}</Chip>
          ) : (
            <DecisionChip decision={decision} appearance="plain" />
          ),
        text: ({ decision }) => common(`decision.${decision}`),
      },
      { id: 'by', header: say('column.by'), width: 140, cell: attributes, text: attributes },
      {
        id: 'case',
        header: say('column.case'),
        width: 92,
        hiddenAtFirst: true,
        cell: (row) => (row.case === null ? '' : <Chip>{cases(`state.${row.case.state}`)}</Chip>),
        text: (row) => (row.case === null ? '' : cases(`state.${row.case.state}`)),
      },
      {
        id: 'label',
        header: say('column.label'),
        width: 92,
        hiddenAtFirst: true,
        cell: ({ fraudLabel }) =>
          fraudLabel === 'Fraud' || fraudLabel === 'NonFraud' ? (
            <FraudLabelChip label={fraudLabel} appearance="plain" />
          ) : null,
        text: ({ fraudLabel }) => (fraudLabel === 'None' ? '' : fraudLabel),
      },
      plain('email', ({ email }) => email),
      plain('reason', ({ reason }) => reason),
      plain('status', ({ status }) => status),
      plain('environment', ({ environmentName }) => environmentName),
    ];
  }, [say, cases, common, formats, nowMs, nameOf]);
};
