import { MAX_CASE_REASON } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, KeyHint, useShortcut } from '@redoubt/ui';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { fromMomentField } from '../../../../shared/moment-field.ts';
import styles from '../../../../shared/cases/deciding/decision.module.css';
import { HOLD_CHOICES, holdProblem, holdUntil, type HoldChoice } from './hold-choices.ts';

/** What sets a case aside without a decision. */
export type SetAside =
  | { readonly kind: 'hold'; readonly reason: string; readonly untilMs: number }
  | { readonly kind: 'escalate'; readonly reason: string };

const Until = (props: {
  readonly choice: HoldChoice;
  readonly at: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}): ReactNode => {
  const { choice, at, isChosen, onChoose } = props;
  const text = useText('cases');
  const shown = text(`hold.choice.${choice}`);
  const keys = String(at + 1);
  useShortcut(keys, shown, onChoose);
  return (
    <button type="button" role="radio" aria-checked={isChosen} className={styles.reason} onClick={onChoose}>
      <KeyHint keys={keys} />
      <span className="grow min-w-0">{shown}</span>
    </button>
  );
};

/** Asks why a case is set aside, and for a hold until when. */
export const SetAsidePane = (props: {
  readonly kind: SetAside['kind'];
  readonly isSending: boolean;
  readonly problem?: ReactNode;
  readonly onSubmit: (aside: SetAside) => void;
  readonly onCancel: () => void;
}): ReactNode => {
  const { kind, isSending, problem, onSubmit, onCancel } = props;
  const text = useText('cases');
  const common = useText('common');
  const formats = useFormats();
  const [choice, setChoice] = useState<HoldChoice | null>(null);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const reasonId = useId();
  const timeId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => (kind === 'escalate' ? field.current?.focus() : pane.current?.focus()), [kind]);

  const typedAt = fromMomentField(typed, formats.timeZone);
  const typedMs = typedAt === '' ? null : Date.parse(typedAt);
  const untilMs = choice === null ? typedMs : holdUntil(choice, Date.now());
  const timeProblem = kind === 'hold' ? holdProblem(untilMs, Date.now()) : undefined;
  const wrong =
    timeProblem !== undefined
      ? text(`hold.problem.${timeProblem}`)
      : reason.trim() === ''
        ? text('aside.noReason')
        : reason.length > MAX_CASE_REASON
          ? text('problem.longNote', { count: MAX_CASE_REASON })
          : undefined;
  const submit = (): void => {
    setTried(true);
    if (wrong !== undefined || isSending) return;
    if (kind === 'escalate') onSubmit({ kind, reason: reason.trim() });
    else if (untilMs !== null) onSubmit({ kind, reason: reason.trim(), untilMs });
  };
  useShortcut('Ctrl Enter', text('submit.shortcut'), submit, { inFields: true, always: true });
  useShortcut('Escape', common('action.cancel'), onCancel, { inFields: true });
  return (
    <section ref={pane} tabIndex={-1} className={styles.pane} aria-label={text(`${kind}.title`)}>
      <div className={styles.paneHead}>
        <h2>{text(`${kind}.title`)}</h2>
        <span className="soft">{text(`${kind}.meta`)}</span>
      </div>
      {kind === 'hold' ? (
        <>
          <div role="radiogroup" aria-label={text('hold.until')} className={styles.reasons}>
            {HOLD_CHOICES.map((each, at) => (
              <Until
                key={each}
                choice={each}
                at={at}
                isChosen={each === choice}
                onChoose={() => {
                  setChoice(each);
                  setTyped('');
                  field.current?.focus();
                }}
              />
            ))}
          </div>
          <label htmlFor={timeId} className="soft mt-2">
            {text('hold.other')}
          </label>
          <input
            id={timeId}
            type="datetime-local"
            className={styles.time}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChoice(null);
            }}
          />
          {untilMs === null || timeProblem !== undefined ? null : (
            <p className="soft mt-1">{text('hold.shown', { at: formats.dateTime(untilMs) })}</p>
          )}
        </>
      ) : null}
      <div className={styles.note}>
        <label htmlFor={reasonId} className="visually-hidden">
          {text(`${kind}.reason`)}
        </label>
        <textarea
          id={reasonId}
          ref={field}
          rows={3}
          value={reason}
          placeholder={text(`${kind}.reason`)}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      <div className="row-wrap mt-3">
        <CommandButton
          primary
          command={{
            id: 'aside',
            text: text(`${kind}.submit`),
            keys: 'Ctrl Enter',
            onSelect: submit,
            disabledReason: isSending ? text('sending') : undefined,
          }}
        />
        <CommandButton
          appearance="outline"
          command={{ id: 'cancel', text: common('action.cancel'), keys: 'Escape', onSelect: onCancel }}
        />
      </div>
      {isTried && wrong !== undefined ? (
        <p role="alert" className="problem-text mt-2">
          {wrong}
        </p>
      ) : null}
      {problem}
    </section>
  );
};
