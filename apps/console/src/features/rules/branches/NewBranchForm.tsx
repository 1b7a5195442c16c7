import { Checkbox, Input } from '@fluentui/react-components';
import { createBranch, type RuleSet } from '@redoubt/contracts';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useState } from 'react';
import { useNotify } from '../../../notifications/CalloutProvider.tsx';
import { useRulePlace } from '../../../shared/assessments/assessment.ts';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import styles from './branches.module.css';
import { useBranchMutations } from '../../../shared/rules/use-branch-mutations.ts';

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
  /** Whether the API name follows the name. */
  const [follows, setFollows] = useState(true);
  const ids = ruleSet.rules.map(({ id }) => id);
  const form = useWireForm({
    body: createBranch.body,
    values: { name: '', apiName: '', from: ruleSet.branch?.apiName, ruleIds: ids },
    texts: { name: text('new.required'), apiName: text('new.required') },
    blocked: create.isPending ? common('saving') : undefined,
    error: create.error,
    fieldOf: { 'BRANCH-NAME-INVALID': 'name', 'BRANCH-NAME-TAKEN': 'name' },
    onSubmit: (body) =>
      create.mutate(body, {
        onSuccess: () => {
          notify({ severity: 'Success', title: text('new.done', { name: body.name }) });
          onDone(body.apiName);
        },
      }),
  });
  const chosen = new Set(form.watch('ruleIds'));
  const toggle = (id: string): void =>
    form.setValue(
      'ruleIds',
      ids.filter((each) => (each === id) !== chosen.has(each)),
      { shouldDirty: true },
    );
  return (
    <form className="stack-3" aria-label={text('new.open')} {...form.formProps}>
      <p className="soft">
        {text('new.from', { source: ruleSet.branch ? provided.shown(ruleSet.branch.name) : text('production') })}
      </p>
      <WireField form={form} name="name" label={text('new.name')}>
        <Input
          size="small"
          data-autofocus
          maxLength={120}
          {...form.register('name', {
            onChange: ({ target }: { readonly target: { readonly value: string } }) => {
              if (follows) form.setValue('apiName', apiNameFor(target.value));
            },
          })}
        />
      </WireField>
      <WireField form={form} name="apiName" label={text('new.apiName')} hint={text('new.apiNameNote')}>
        <Input
          size="small"
          maxLength={60}
          {...form.register('apiName', { onChange: () => setFollows(false) })}
          value={form.watch('apiName')}
        />
      </WireField>
      <fieldset className={styles.rules}>
        <legend>{text('new.rules')}</legend>
        {ruleSet.rules.map((rule) => (
          <Checkbox
            key={rule.id}
            label={provided.shown(rule.name)}
            checked={chosen.has(rule.id)}
            onChange={() => toggle(rule.id)}
          />
        ))}
        <p className="soft">{text('new.draftsStay')}</p>
      </fieldset>
      {create.error && !form.isToldAtField ? <ErrorState compact error={create.error} /> : null}
      <div className="row-wrap">
        <CommandButton
          primary
          type="submit"
          command={{ id: 'create', text: text('new.create'), disabledReason: form.disabledReason }}
        />
        <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: () => onDone(null) }} />
      </div>
    </form>
  );
};
