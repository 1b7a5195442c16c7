import { PersonClockRegular } from '@fluentui/react-icons';
import type { RuleDetail, RuleText } from '@redoubt/contracts';
import { useRuleCheck, type SymbolTable } from '@redoubt/fql-editor';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel } from '@redoubt/ui';
import { useMemo, useState } from 'react';
import { BacktestNote } from '../backtests/BacktestNote.tsx';
import { useBacktest } from '../backtests/use-backtest.ts';
import { checkedSource } from '../../../shared/authoring/text/clause-places.ts';
import { AlwaysWarning } from './AlwaysWarning.tsx';
import { DifferenceView } from '../../../shared/authoring/diff/DifferenceView.tsx';
import { diffRule } from '../../../shared/authoring/diff/rule-diff.ts';
import frame from '../../../shared/authoring/editor/editor.module.css';
import styles from '../../../shared/authoring/publish/publish.module.css';

export type RequestBarProps = {
  readonly rule: RuleDetail & { readonly request: NonNullable<RuleDetail['request']> };
  /** What the requested text is checked against. */
  readonly symbols: SymbolTable;
  readonly canWrite: boolean;
  readonly busy: boolean;
  readonly onApprove: () => void;
  readonly onDecline: (reason: string, done: () => void) => void;
  readonly onWithdraw: () => void;
};

const NOTHING: RuleText = { condition: '', clauses: [], samplePayload: {} };

/** A publication that waits for a second person, or was declined: who asked, what it changes, and the decision. */
export const RequestBar = ({ rule, symbols, canWrite, busy, onApprove, onDecline, onWithdraw }: RequestBarProps) => {
  const { request, published } = rule;
  const { declined } = request;
  const text = useText('rules');
  const formats = useFormats();
  const [shows, setShows] = useState(false);
  const [declines, setDeclines] = useState(false);
  const [reason, setReason] = useState('');
  const asked = request.text ?? rule.draft ?? published ?? NOTHING;
  const diff = useMemo(() => diffRule(published ?? NOTHING, asked), [published, asked]);
  const source = useMemo(
    () => checkedSource(rule.assessment, rule.type, asked, false),
    [rule.assessment, rule.type, asked],
  );
  const { unconditional } = useRuleCheck(source, symbols);
  const backtest = useBacktest(rule, asked);
  const sampleChanged =
    published !== null && JSON.stringify(published.samplePayload) !== JSON.stringify(asked.samplePayload);
  const said = declined
    ? text('request.declined', { by: declined.by, at: formats.dateTime(declined.at), reason: declined.reason })
    : text('request.asked', { by: request.asked.by, at: formats.dateTime(request.asked.at) });
  const command = (id: string, label: string, onSelect: () => void) => ({
    id,
    text: label,
    onSelect: busy ? undefined : onSelect,
  });
  return (
    <div className={frame.conflict}>
      <div className={frame.notice} role="status">
        <PersonClockRegular fontSize={16} aria-hidden />
        <span className={frame.noticeText}>
          <b>{text(declined ? 'request.declinedTitle' : 'request.title')}</b> {said}
          {request.note === '' ? null : <span className="muted"> “{request.note}”</span>}
        </span>
        <CommandButton
          command={{ id: 'see', text: text(shows ? 'publish.hide' : 'publish.see'), onSelect: () => setShows(!shows) }}
        />
        {declined || !canWrite ? null : request.isOwn ? (
          <>
            <span className="muted">{text('request.own')}</span>
            <CommandButton appearance="outline" command={command('withdraw', text('request.withdraw'), onWithdraw)} />
          </>
        ) : (
          <>
            <CommandButton
              appearance="outline"
              command={command('decline', text('request.decline'), () => setDeclines(true))}
            />
            <CommandButton primary command={command('approve', text('request.approve'), onApprove)} />
          </>
        )}
      </div>
      {declined ? null : (
        <>
          <AlwaysWarning unconditional={unconditional} clauses={asked.clauses} />
          {rule.type === 'decision' ? (
            <p className="muted">
              <BacktestNote backtest={backtest} />
            </p>
          ) : null}
        </>
      )}
      {declines && !declined ? (
        <div className="py-2 px-page border-bottom-1">
          <ConfirmPanel
            title={text('request.declineQuestion', { by: request.asked.by })}
            confirmText={text('request.decline')}
            busy={busy}
            disabledReason={reason.trim() === '' ? text('request.reasonRequired') : undefined}
            onConfirm={() => onDecline(reason.trim(), () => setDeclines(false))}
            onCancel={() => setDeclines(false)}
          >
            <input
              className={styles.reason}
              maxLength={500}
              aria-label={text('request.reason')}
              placeholder={text('request.reason')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </ConfirmPanel>
        </div>
      ) : null}
      {shows ? (
        <DifferenceView
          title={
            published ? text('request.difference', { version: published.version }) : text('request.differenceFirst')
          }
          diff={diff}
          sampleChanged={sampleChanged}
        />
      ) : null}
    </div>
  );
};
