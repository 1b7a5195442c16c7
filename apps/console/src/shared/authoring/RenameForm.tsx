import type { RuleSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { ruleNameProblem } from './text/rule-name.ts';
import styles from './rename.module.css';

export type RenameFormProps = {
  readonly rule: Pick<RuleSummary, 'id' | 'name' | 'description'>;
  readonly others: readonly Pick<RuleSummary, 'id' | 'name'>[];
  readonly busy: boolean;
  readonly onSave: (name: string, description: string) => void;
  readonly onCancel: () => void;
};

/** Name and description of a rule, changed in the place where they stand. */
export const RenameForm = ({ rule, others, busy, onSave, onCancel }: RenameFormProps) => {
  const text = useText('rules');
  const common = useText('common');
  const id = useId();
  const provided = useProvidedNames();
  const [name, setName] = useState(() => provided.shown(rule.name));
  const [description, setDescription] = useState(() => provided.shown(rule.description));
  const [left, setLeft] = useState(false);
  const problem = ruleNameProblem(name, rule.id, others);
  const problemText = problem && text(`editor.nameProblem.${problem}`, { max: 120 });
  const save = () => {
    setLeft(true);
    if (!problem && !busy)
      onSave(provided.stored(name.trim(), rule.name), provided.stored(description.trim(), rule.description));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      className={styles.rename}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label className={styles.field}>
        <span>{text('list.renameLabel')}</span>
        <input
          autoFocus
          value={name}
          aria-invalid={left && problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => setLeft(true)}
          onFocus={(event) => event.target.select()}
        />
      </label>
      <label className={styles.field}>
        <span>{text('list.descriptionLabel')}</span>
        <input maxLength={2000} value={description} onChange={(event) => setDescription(event.target.value)} />
      </label>
      <CommandButton
        primary
        type="submit"
        command={{
          id: 'save',
          text: common('action.save'),
          disabledReason: left && problemText ? problemText : undefined,
        }}
      />
      <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onCancel }} />
      <span id={`${id}-problem`} className={styles.problem} role="status">
        {left ? problemText : null}
      </span>
    </form>
  );
};
