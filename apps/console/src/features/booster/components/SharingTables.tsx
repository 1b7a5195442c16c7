import type { BoosterSharings } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { DateTimeText, ToneChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { AdminTable } from '../../../shared/admin/AdminTable.tsx';

type Sharing = BoosterSharings['newest'][number];

const COUNTS = ['sent', 'accepted', 'declined', 'failed', 'heldOut', 'waiting'] as const;
const TONES = { sent: 'approve', failed: 'reject', heldOut: 'neutral', waiting: 'review' } as const;

const Answer = ({ sharing }: { readonly sharing: Sharing }): ReactNode => {
  const text = useText('booster');
  const { answer, reference, problem, httpStatus } = sharing;
  if (problem !== null) return problem;
  if (answer === null) return '–';
  const said = answer === 'none' ? text('answer.none', { status: String(httpStatus ?? '') }) : text(`answer.${answer}`);
  return reference === null ? said : `${said} · ${reference}`;
};

/** How many purchases came to what, by connector, and what became of the newest ones. */
export const SharingTables = ({ sharings }: { readonly sharings: BoosterSharings }): ReactNode => {
  const text = useText('booster');
  const formats = useFormats();
  const { counts, newest } = sharings;
  if (newest.length === 0) return <p className="soft">{text('shared.none')}</p>;
  return (
    <div className="stack-4">
      <AdminTable label={text('shared.counts')}>
        <thead>
          <tr>
            <th scope="col">{text('connectors.name')}</th>
            {COUNTS.map((state) => (
              <th key={state} scope="col" className="text-right">
                {text(`state.${state}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {counts.map((row) => (
            <tr key={row.connector}>
              <th scope="row">{row.connector}</th>
              {COUNTS.map((state) => (
                <td key={state} className="text-right">
                  {formats.number(row[state])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </AdminTable>
      <AdminTable label={text('shared.newest')}>
        <thead>
          <tr>
            <th scope="col">{text('shared.purchase')}</th>
            <th scope="col">{text('shared.received')}</th>
            <th scope="col">{text('connectors.name')}</th>
            <th scope="col">{text('field.bin')}</th>
            <th scope="col">{text('shared.state')}</th>
            <th scope="col" className="text-right">
              {text('shared.attempts')}
            </th>
            <th scope="col">{text('shared.answer')}</th>
          </tr>
        </thead>
        <tbody>
          {newest.map((sharing) => (
            <tr key={`${sharing.environmentId} ${sharing.eventId}`}>
              <th scope="row">
                <code>{sharing.eventId}</code> <span className="soft">{sharing.environmentName}</span>
              </th>
              <td>
                <DateTimeText at={sharing.receivedAt} />
              </td>
              <td>{sharing.connector}</td>
              <td>{sharing.bin ?? sharing.network ?? '–'}</td>
              <td>
                <ToneChip tone={TONES[sharing.state]} appearance="plain" text={text(`state.${sharing.state}`)} />
              </td>
              <td className="text-right">{formats.number(sharing.attempts)}</td>
              <td>
                <Answer sharing={sharing} />
              </td>
            </tr>
          ))}
        </tbody>
      </AdminTable>
    </div>
  );
};
