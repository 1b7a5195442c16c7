import { ShieldCheckmarkRegular, ShieldErrorRegular, ShieldRegular } from '@fluentui/react-icons';
import type { ChainState as State } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, QueryState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/use-read.ts';
import { activityStateQuery, useVerifyActivity } from '../activity-log.queries.ts';

const ICONS = { never: ShieldRegular, verified: ShieldCheckmarkRegular, broken: ShieldErrorRegular } as const;

/** Whether the log of the tenant is as it was written, and a check of it now. */
export const ChainState = (): ReactNode => {
  const query = useRead(activityStateQuery);
  const verify = useVerifyActivity();
  const text = useText('activityLog');
  return (
    <div className="px-page pb-2">
      <QueryState query={query} compact>
        {(state) => (
          <>
            <div className="row-wrap-middle fs-12">
              <Sentence state={state} />
              <CommandButton
                command={{
                  id: 'verify',
                  text: state.isChecking ? text('chain.checking') : text('chain.checkNow'),
                  onSelect: state.isChecking || verify.isPending ? undefined : () => verify.mutate(),
                  disabledReason: state.isChecking ? text('chain.checking') : undefined,
                }}
              />
            </div>
            <Findings state={state} />
          </>
        )}
      </QueryState>
      {verify.isError ? <ErrorState compact error={verify.error} /> : null}
    </div>
  );
};

const Sentence = ({ state: { checked, entries } }: { readonly state: State }): ReactNode => {
  const text = useText('activityLog');
  const formats = useFormats();
  const kind = checked === null ? 'never' : checked.broken > 0 ? 'broken' : 'verified';
  const Icon = ICONS[kind];
  const since = checked === null ? 0 : entries - checked.sequence;
  return (
    <>
      <Icon fontSize={16} aria-hidden />
      <span className={kind === 'broken' ? 'problem-text strong' : undefined} role="status">
        {checked === null
          ? text('chain.never', { count: formats.number(entries) })
          : text(`chain.${checked.broken > 0 ? 'broken' : 'verified'}`, {
              sequence: formats.number(checked.sequence),
              count: formats.number(checked.broken),
              time: formats.dateTime(checked.at),
            })}
      </span>
      {since > 0 ? <span className="muted">{text('chain.since', { count: formats.number(since) })}</span> : null}
      <span className="muted">{text('retention')}</span>
    </>
  );
};

const Findings = ({ state: { checked } }: { readonly state: State }): ReactNode => {
  const text = useText('activityLog');
  const formats = useFormats();
  if (checked === null || checked.findings.length === 0) return null;
  return (
    <ul className="fs-12">
      {checked.findings.map(({ kind, sequence, entryId, until }) => (
        <li key={`${kind} ${sequence ?? ''} ${entryId ?? ''}`}>
          {sequence === null
            ? text('chain.noPlace')
            : until === undefined
              ? text('chain.place', { sequence: formats.number(sequence) })
              : text('chain.places', { sequence: formats.number(sequence), until: formats.number(until) })}{' '}
          {entryId === null ? null : <code>{entryId}</code>} {text(`finding.${kind}`)}
        </li>
      ))}
    </ul>
  );
};
