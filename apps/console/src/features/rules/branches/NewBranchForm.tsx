import { Checkbox, Field, Input } from '@fluentui/react-components';
import type { RuleSet } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useState } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { useRulePlace } from '../../../shared/assessments/assessment.ts';
import styles from './branches.module.css';
import { useBranchMutations } from '../../../shared/rules/branches.queries.ts';

export type NewBranchFormProps = {
  /** The list it is copied from. */
  readonly ruleSet: RuleSet;
  /** API name of what was made; null where nothing was. */
  readonly onDone: (made: string | null) => void;
};

/** What an API name can look like for a name. */
const apiNameFor = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/[^\w -]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')
    .toLowerCase()
    .slice(0, 60);

/** Names a branch and chooses which published rules it begins with. */
export const NewBranchForm = ({ ruleSet, onDone }: NewBranchFormProps) => {
  const text = useText('branches');
  const provided = useProvidedNames();
  const common = useText('common');
  const notify = useNotify();
  const { create } = useBranchMutations(useRulePlace());
  const [name, setName] = useState('');
  const [ownApiName, setOwnApiName] = useState<string | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const apiName = ownApiName ?? apiNameFor(name);
  const disabledReason = name.trim() === '' || apiName === '' ? text('new.required') : undefined;
  const toggle = (id: string) =>
    setLeft((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  const make = (): void => {
    if (disabledReason !== undefined || create.isPending) return;
    create.mutate(
      {
        name: name.trim(),
        apiName,
        from: ruleSet.branch?.apiName,
        ruleIds: ruleSet.rules.map(({ id }) => id).filter((id) => !left.has(id)),
      },
      {
        onSuccess: () => {
          notify({ severity: 'Success', title: text('new.done', { name: name.trim() }) });
          onDone(apiName);
        },
      },
    );
  };
  return (
    <form
      className="stack-3"
      aria-label={text('new.open')}
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <p className="soft">
        {text('new.from', { source: ruleSet.branch ? provided.shown(ruleSet.branch.name) : text('production') })}
      </p>
      <Field label={text('new.name')} size="small">
        <Input
          size="small"
          data-autofocus
          value={name}
          maxLength={120}
          onChange={(_event, next) => setName(next.value)}
        />
      </Field>
      <Field label={text('new.apiName')} hint={text('new.apiNameNote')} size="small">
        <Input size="small" value={apiName} maxLength={60} onChange={(_event, next) => setOwnApiName(next.value)} />
      </Field>
      <fieldset className={styles.rules}>
        <legend>{text('new.rules')}</legend>
        {ruleSet.rules.map((rule) => (
          <Checkbox
            key={rule.id}
            label={provided.shown(rule.name)}
            checked={!left.has(rule.id)}
            onChange={() => toggle(rule.id)}
          />
        ))}
        <p className="soft">{text('new.draftsStay')}</p>
      </fieldset>
      {create.error ? <ErrorState compact error={create.error} /> : null}
      <div className="row-wrap">
        <CommandButton primary type="submit" command={{ id: 'create', text: text('new.create'), disabledReason }} />
        <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: () => onDone(null) }} />
      </div>
    </form>
  );
};
