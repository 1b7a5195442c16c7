import type { RuleSummary } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useId } from 'react';
import { z } from 'zod';
import { useWireForm } from '../forms/use-wire-form.ts';
import { MAX_NAME, ruleNameProblem } from './text/rule-name.ts';
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
  const form = useWireForm({
    body: z.object({ name: z.string(), description: z.string().max(2000) }).superRefine(({ name }, context) => {
      const problem = ruleNameProblem(name, rule.id, others);
      if (problem !== null)
        context.addIssue({
          code: 'custom',
          path: ['name'],
          message: text(`editor.nameProblem.${problem}`, { max: MAX_NAME }),
        });
    }),
    values: { name: provided.shown(rule.name), description: provided.shown(rule.description) },
    texts: {},
    blocked: busy ? common('saving') : undefined,
    onSubmit: ({ name, description }) =>
      onSave(provided.stored(name.trim(), rule.name), provided.stored(description.trim(), rule.description)),
    onEscape: onCancel,
  });
  const problem = form.problemAt('name');
  return (
    <form className={styles.rename} {...form.formProps}>
      <label className={styles.field}>
        <span>{text('list.renameLabel')}</span>
        <input
          autoFocus
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          {...form.register('name')}
          onFocus={(event) => event.target.select()}
        />
      </label>
      <label className={styles.field}>
        <span>{text('list.descriptionLabel')}</span>
        <input maxLength={2000} {...form.register('description')} />
      </label>
      <CommandButton
        primary
        type="submit"
        command={{
          id: 'save',
          text: common('action.save'),
          disabledReason: problem === undefined ? undefined : form.disabledReason,
        }}
      />
      <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onCancel }} />
      <span id={`${id}-problem`} className={styles.problem} role="status">
        {problem}
      </span>
    </form>
  );
};
