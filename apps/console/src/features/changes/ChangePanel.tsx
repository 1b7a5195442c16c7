import { CheckmarkRegular, DismissRegular } from '@fluentui/react-icons';
import type { ChangeDetail } from '@redoubt/contracts';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, Facts, Section, SidePanel, useShortcut } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useNotify } from '../../notifications/CalloutProvider.tsx';
import { sentText } from './change-lines.ts';
import styles from './changes.module.css';
import { DifferenceText } from './DifferenceText.tsx';
import { useChangeMutations } from './changes.queries.ts';
import { useChangeWords } from './use-change-words.ts';
import { UnconditionalNote } from '../../shared/authoring/publish/UnconditionalNote.tsx';
import { useTargetName } from '../../shared/resources/use-target-name.ts';

/** One requested change: who asks, what it would change and what was sent; approved with `a`, rejected with `r`. */
export const ChangePanel = (props: { readonly change: ChangeDetail; readonly onClose: () => void }): ReactNode => {
  const { change, onClose } = props;
  const { id, target, asked, decided, note, state, call } = change;
  const text = useText('changes');
  const nameOf = useTargetName();
  const provided = useProvidedNames();
  const targetName = nameOf(target.type, target.name);
  const formats = useFormats();
  const words = useChangeWords();
  const notify = useNotify();
  const { approve, reject, withdraw } = useChangeMutations();
  const [rejects, setRejects] = useState(false);
  const [reason, setReason] = useState('');
  const busy = approve.isPending || reject.isPending || withdraw.isPending;
  const closeAndNotify = (title: string) => ({
    onSuccess: () => {
      notify({ severity: 'Success', title });
      onClose();
    },
  });
  const doApprove = (): void => {
    if (change.canDecide && !busy) approve.mutate(id, closeAndNotify(text('approved', { name: targetName })));
  };
  const askReason = (): void => {
    if (change.canDecide && !busy) setRejects(true);
  };
  useShortcut('a', text('approve'), doApprove, { active: change.canDecide });
  useShortcut('r', text('reject'), askReason, { active: change.canDecide });
  const prunes = (call?.body as { readonly prune?: unknown } | null | undefined)?.prune === true;
  const failure = approve.error ?? reject.error ?? withdraw.error;
  return (
    <SidePanel
      title={`${words.operation(change.operation)}: ${targetName}`}
      takeFocus={false}
      onClose={onClose}
      footer={
        <>
          {change.canDecide ? (
            <>
              <CommandButton
                primary
                command={{
                  id: 'approve',
                  text: text('approve'),
                  icon: CheckmarkRegular,
                  keys: 'a',
                  onSelect: doApprove,
                }}
              />
              <CommandButton
                command={{ id: 'reject', text: text('reject'), icon: DismissRegular, keys: 'r', onSelect: askReason }}
              />
            </>
          ) : null}
          {change.canWithdraw && change.isOwn ? (
            <CommandButton
              command={{
                id: 'withdraw',
                text: text('withdraw'),
                onSelect: () => withdraw.mutate(id, closeAndNotify(text('withdrawn'))),
              }}
            />
          ) : null}
        </>
      }
    >
      {failure ? <ErrorState error={failure} compact /> : null}
      {rejects ? (
        <ConfirmPanel
          title={text('rejectQuestion', { by: asked.by })}
          confirmText={text('reject')}
          busy={busy}
          disabledReason={reason.trim() === '' ? text('reasonRequired') : undefined}
          onConfirm={() => reject.mutate({ changeId: id, reason: reason.trim() }, closeAndNotify(text('rejected')))}
          onCancel={() => setRejects(false)}
        >
          <input
            className={styles.reason}
            maxLength={500}
            aria-label={text('reason')}
            placeholder={text('reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </ConfirmPanel>
      ) : null}
      <Facts>
        <dt>{text('column.kind')}</dt>
        <dd>{words.kind(target.type)}</dd>
        <dt>{text('column.asked')}</dt>
        <dd>{text('byAt', { by: asked.by, at: formats.dateTime(asked.at) })}</dd>
        <dt>{text('column.state')}</dt>
        <dd>{text(`state.${state}`)}</dd>
        {decided ? (
          <>
            <dt>{text('decided')}</dt>
            <dd>{text('byAt', { by: decided.by, at: formats.dateTime(decided.at) })}</dd>
          </>
        ) : null}
        {decided?.reason ? (
          <>
            <dt>{text('reason')}</dt>
            <dd>{decided.reason}</dd>
          </>
        ) : null}
        {note === '' ? null : (
          <>
            <dt>{text('note')}</dt>
            <dd>{note}</dd>
          </>
        )}
      </Facts>
      {state === 'open' && change.unconditional.length > 0 ? (
        <div className={styles.warnings}>
          {change.unconditional.map(({ rule, clause, decision }) => (
            <UnconditionalNote
              key={`${rule} ${clause} ${decision}`}
              rule={provided.shown(rule)}
              clause={provided.clause(rule, clause)}
              decision={decision}
            />
          ))}
        </div>
      ) : null}
      {change.isOwn && state === 'open' ? <p className={styles.soft}>{text('own')}</p> : null}
      {change.differences.map((each, index) => (
        <Section
          // oxlint-disable-next-line react/no-array-index-key -- the same record may change twice in one change
          key={`${each.id} ${index}`}
          title={`${words.operation(each.operation)} · ${words.kind(each.type)} · ${nameOf(each.type, each.name)}`}
        >
          <DifferenceText difference={each} prunes={prunes} />
        </Section>
      ))}
      {call && sentText(call) !== '' ? (
        <Section title={text('sent')}>
          <pre className={styles.sent}>{sentText(call)}</pre>
          {call.isCut ? <p className={styles.soft}>{text('cut')}</p> : null}
        </Section>
      ) : null}
    </SidePanel>
  );
};
