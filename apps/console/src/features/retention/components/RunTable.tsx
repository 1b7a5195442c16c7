import type { RetentionDetail, RetentionRunDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, DateTimeText, ErrorState, ToneChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRetentionMutations } from '../retention.queries.ts';
import { AdminTable } from '../../../shared/admin/AdminTable.tsx';

/** What proves that nothing younger went. */
const Proof = ({ run }: { readonly run: RetentionRunDetail }): ReactNode => {
  const text = useText('retention');
  const formats = useFormats();
  const { before, after, digestBefore, digestAfter } = run.younger;
  if (after === null) return text('state.running');
  const isWhole = before === after && digestBefore === digestAfter;
  return (
    <ToneChip
      tone={isWhole ? 'approve' : 'review'}
      appearance="plain"
      text={text(isWhole ? 'proof.whole' : 'proof.changed', {
        count: formats.number(after),
        digest: digestAfter ?? '',
      })}
    />
  );
};

/** What runs removed, newest first, each with its counts before and after. */
export const RunTable = ({ detail }: { readonly detail: RetentionDetail }): ReactNode => {
  const { runs, job, canWrite, kinds } = detail;
  const text = useText('retention');
  const formats = useFormats();
  const { run } = useRetentionMutations();
  const isOn = kinds.some(({ inForce }) => inForce.days !== null);
  const isRunning = job === 'queued' || job === 'running';
  return (
    <div className="stack-4">
      {canWrite ? (
        <div className="row-wrap">
          <CommandButton
            appearance="outline"
            command={{
              id: 'runRetention',
              text: text('runs.now'),
              disabledReason: isOn
                ? isRunning || run.isPending
                  ? text('state.running')
                  : undefined
                : text('runs.off'),
              onSelect: () => run.mutate(),
            }}
          />
        </div>
      ) : null}
      {run.error ? <ErrorState error={run.error} compact /> : null}
      {runs.length === 0 ? (
        <p className="soft">{text('runs.none')}</p>
      ) : (
        <AdminTable lines="short" label={text('runs.title')}>
          <thead>
            <tr>
              <th scope="col">{text('column.kind')}</th>
              <th scope="col">{text('column.begun')}</th>
              <th scope="col">{text('column.border')}</th>
              <th scope="col" className="text-right">
                {text('column.before')}
              </th>
              <th scope="col" className="text-right">
                {text('column.removed')}
              </th>
              <th scope="col" className="text-right">
                {text('column.after')}
              </th>
              <th scope="col" className="text-right">
                {text('column.held')}
              </th>
              <th scope="col">{text('column.oldest')}</th>
              <th scope="col">{text('column.proof')}</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((each) => (
              <tr key={`${each.kind} ${each.startedAt}`}>
                <th scope="row">{text(`kind.${each.kind}`)}</th>
                <td>
                  <DateTimeText at={each.startedAt} />
                </td>
                <td>{formats.date(each.border)}</td>
                <td className="text-right">{formats.number(each.storedBefore)}</td>
                <td className="text-right">{formats.number(each.removed)}</td>
                <td className="text-right">{each.storedAfter === null ? '–' : formats.number(each.storedAfter)}</td>
                <td className="text-right">{each.held === null ? '–' : formats.number(each.held)}</td>
                <td>{each.oldestAfter === null ? '–' : <DateTimeText at={each.oldestAfter} />}</td>
                <td>
                  <Proof run={each} />
                </td>
              </tr>
            ))}
          </tbody>
        </AdminTable>
      )}
    </div>
  );
};
