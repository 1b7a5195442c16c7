import type { CaseDecisionOption } from '@redoubt/contracts';
import { canBlockWith, MAX_CASE_NOTE, type CaseBlockEntity } from '@redoubt/domain';
import { useFormats, useProvidedNames, useText } from '@redoubt/i18n';
import { joinClasses, KeyHint, useListedKeys, useShortcut } from '@redoubt/ui';
import { useId, useMemo, useRef, type ReactNode } from 'react';
import { chosenEntities, type BlockDraft } from './block-draft.ts';
import { BlockChoice } from './BlockChoice.tsx';
import { sentimentClass, SENTIMENT_ICONS } from './DecisionButton.tsx';
import { draftProblem, type DecisionDraft } from './decision-draft.ts';
import styles from './decision.module.css';
import { ReasonList } from './ReasonList.tsx';
import { useEnterKey } from './use-enter-key.ts';
import { useLetterKey } from './use-letter-key.ts';

const useConsequences = () => {
  const text = useText('cases');
  const lists = useText('supportLists');
  const formats = useFormats();
  return (
    decision: CaseDecisionOption,
    block: BlockDraft,
    blockable: readonly CaseBlockEntity[],
  ): readonly string[] => {
    const { caseAction, labelAction } = decision;
    const blocked = chosenEntities(block, decision, blockable);
    const what = formats.list(blocked.map((entity) => lists(`event.entity.${entity}`)));
    return [
      ...(caseAction === 'None' ? [] : [text(`does.status.${caseAction}`)]),
      ...(labelAction === 'None' ? [] : [text(`does.label.${labelAction}`)]),
      ...(blocked.length === 0
        ? []
        : block.days === null
          ? [text('does.block.forGood', { what })]
          : [text('does.block.days', { what, count: block.days })]),
      ...(caseAction === 'None' && labelAction === 'None' ? [text('does.nothing')] : []),
    ];
  };
};

type DecisionPaneProps = {
  readonly decisions: readonly CaseDecisionOption[];
  readonly draft: DecisionDraft;
  readonly onReason: (reason: string) => void;
  readonly onNote: (note: string) => void;
  readonly onSubmit: () => void;
  /** Why nothing can be submitted now, besides what the draft lacks. */
  readonly disabledReason?: string | undefined;
  /** What the button says, by the decision. */
  readonly submitText: (decision: string) => string;
  /** Said where the server refused. */
  readonly problem?: ReactNode;
  /** Support lists whose status Block the decision can set. */
  readonly blockable: readonly CaseBlockEntity[];
  readonly onBlock: (block: BlockDraft) => void;
};

/** Reason, note and the button that decides; everything by keyboard. */
export const DecisionPane = (props: DecisionPaneProps): ReactNode => {
  const { decisions, draft, onReason, onNote, onSubmit, submitText, problem, blockable, onBlock } = props;
  const text = useText('cases');
  const formats = useFormats();
  const provided = useProvidedNames();
  const consequences = useConsequences();
  const noteId = useId();
  const hintId = useId();
  const note = useRef<HTMLTextAreaElement>(null);
  const chosen = decisions.find(({ name }) => name === draft.decision);
  const missing = draftProblem(draft, decisions);
  const disabledReason =
    props.disabledReason ?? (missing === undefined ? undefined : text(`problem.${missing}`, { count: MAX_CASE_NOTE }));
  const submit = (): void => {
    if (disabledReason === undefined) onSubmit();
  };
  useShortcut('Ctrl Enter', text('submit.shortcut'), submit, { inFields: true, always: true });
  useEnterKey(submit, disabledReason === undefined);
  useListedKeys(useMemo(() => [{ keys: 'Enter', text: text('submit.shortcut') }], [text]));
  useLetterKey('T', text('note.focus'), () => note.current?.focus());
  const Icon = chosen && chosen.sentiment !== null ? SENTIMENT_ICONS[chosen.sentiment] : undefined;
  const name = chosen && provided.shown(chosen.name);
  if (props.disabledReason !== undefined && !chosen && draft.note === '')
    return (
      <section className={styles.pane} aria-label={text('pane')}>
        <div className={styles.paneHead}>
          <h2>{text('choose.title')}</h2>
        </div>
        <p className="quiet">{props.disabledReason}</p>
      </section>
    );
  return (
    <section className={styles.pane} aria-label={text('pane')}>
      <div className={styles.paneHead}>
        <h2>{name === undefined ? text('choose.title') : text('reason.title', { decision: name })}</h2>
        <span className="soft">{text(name === undefined ? 'choose.meta' : 'reason.meta')}</span>
      </div>
      {chosen ? (
        <ReasonList
          key={chosen.name}
          label={text('reason.title', { decision: name ?? '' })}
          decision={chosen}
          chosen={draft.reason}
          onChoose={onReason}
        />
      ) : (
        <p className="quiet">{text('choose.hint')}</p>
      )}
      <div className={styles.note}>
        <label htmlFor={noteId} className="visually-hidden">
          {text('note.label')}
        </label>
        <textarea
          id={noteId}
          ref={note}
          value={draft.note}
          rows={3}
          placeholder={text('note.placeholder')}
          aria-invalid={missing === 'longNote'}
          onChange={(event) => onNote(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            event.currentTarget.blur();
          }}
        />
        <span className={styles.count} data-over={missing === 'longNote' || undefined}>
          {text('note.count', { count: formats.number(draft.note.length), most: formats.number(MAX_CASE_NOTE) })}
        </span>
      </div>
      {blockable.length > 0 && chosen && canBlockWith(chosen) ? (
        <BlockChoice draft={draft.block} offered={blockable} onChange={onBlock} />
      ) : null}
      <button
        type="button"
        className={joinClasses(styles.submit, chosen && sentimentClass(chosen.sentiment))}
        aria-disabled={disabledReason === undefined ? undefined : true}
        aria-describedby={disabledReason === undefined ? undefined : hintId}
        aria-keyshortcuts="Control+Enter"
        onClick={submit}
      >
        <span>
          {Icon ? <Icon fontSize={16} aria-hidden /> : null}
          {name === undefined ? text('submit.none') : submitText(name)}
        </span>
        <KeyHint keys="Ctrl Enter" inherit />
      </button>
      {disabledReason === undefined ? null : (
        <p id={hintId} className="soft mt-1">
          {disabledReason}
        </p>
      )}
      {problem}
      {chosen ? (
        <div className={styles.does}>
          <h3>{text('does.title')}</h3>
          <ul className="plain-list">
            {consequences(chosen, draft.block, blockable).map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
};
