import { Checkbox, Input, Select } from '@fluentui/react-components';
import { createPersonalToken, type Me } from '@redoubt/contracts';
import { DEFAULT_TOKEN_DAYS, MAX_TOKEN_NAME } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip, Loading, SidePanel } from '@redoubt/ui';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { useAllEnvironments } from '../../../app/environments.ts';
import { FormPanel } from '../../../shared/forms/FormPanel.tsx';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import { environmentRows } from '../../../shell/environments/environment-tree.ts';
import { useTokenMutations } from '../profile.queries.ts';
import { presetRights, rightsLeft, rightsToGive } from '../token-rights.ts';
import styles from './profile.module.css';
import { RightsField } from './RightsField.tsx';

const DAYS = [7, 30, 90, 180, 365] as const;

/** Days to choose from: the usual ones that are allowed, and the most that is. */
export const daysToChoose = (maxDays: number): readonly number[] => {
  const usual = DAYS.filter((days) => days <= maxDays);
  return usual.at(-1) === maxDays ? usual : [...usual, maxDays];
};

/** A token without any right is of no use. */
const body = createPersonalToken.body.refine(({ scope }) => Object.keys(scope.capabilities).length > 0, {
  path: ['scope', 'capabilities'],
});

type TokenFormProps = {
  readonly maxDays: number;
  readonly onMade: (made: { readonly name: string; readonly secret: string }) => void;
  readonly onClose: () => void;
};

/** Asks what a token is called, for how long, where, and what it may do. */
export const TokenForm = (props: TokenFormProps): ReactNode => {
  const text = useText('profile');
  // The form begins with the rights that the person has in any of them.
  const { environments, isWhole } = useAllEnvironments();
  if (isWhole) return <TokenFields {...props} environments={environments} />;
  return (
    <SidePanel title={text('tokens.new')} takeFocus={false} onClose={props.onClose}>
      <Loading />
    </SidePanel>
  );
};

const TokenFields = (props: TokenFormProps & { readonly environments: Me['environments'] }): ReactNode => {
  const { maxDays, environments, onMade, onClose } = props;
  const text = useText('profile');
  const common = useText('common');
  const { create } = useTokenMutations();
  const form = useWireForm({
    body,
    values: {
      name: '',
      days: Math.min(DEFAULT_TOKEN_DAYS, maxDays),
      scope: { environmentIds: null, capabilities: presetRights('read', rightsToGive(environments, null)) },
    },
    texts: {
      name: text('tokens.nameNeeded'),
      'scope.capabilities': text('tokens.rightsNeeded'),
      'scope.environmentIds': text('tokens.environmentsNeeded'),
    },
    blocked: create.isPending ? common('saving') : undefined,
    error: create.error,
    fieldOf: { 'TOKEN-NAME-TAKEN': 'name', 'TOKEN-LIFE-TOO-LONG': 'days' },
    onSubmit: (asked) => create.mutate(asked, { onSuccess: ({ secret }) => onMade({ name: asked.name, secret }) }),
    onEscape: onClose,
  });
  const { environmentIds, capabilities } = form.watch('scope');
  const rights = rightsToGive(environments, environmentIds);
  const give = (next: z.input<typeof body>['scope']): void =>
    form.setValue('scope', next, { shouldDirty: true, shouldValidate: true });
  const reach = (ids: string[] | null): void =>
    give({ environmentIds: ids, capabilities: rightsLeft(capabilities, rightsToGive(environments, ids)) });
  return (
    <FormPanel
      title={text('tokens.new')}
      form={form}
      action={text('tokens.create')}
      error={create.error}
      takeFocus={false}
      onClose={onClose}
    >
      <WireField form={form} name="name" label={text('tokens.name')} hint={text('tokens.nameHint')}>
        <Input
          size="small"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens by a command of the person
          autoFocus
          maxLength={MAX_TOKEN_NAME}
          {...form.register('name')}
        />
      </WireField>
      <WireField form={form} name="days" label={text('tokens.days')} hint={text('tokens.daysHint', { count: maxDays })}>
        <Select size="small" {...form.register('days', { valueAsNumber: true })}>
          {daysToChoose(maxDays).map((days) => (
            <option key={days} value={days}>
              {text('tokens.dayCount', { count: days })}
            </option>
          ))}
        </Select>
      </WireField>
      <fieldset className={styles.places}>
        <legend className="strong">{text('tokens.environments')}</legend>
        <div className="row-wrap">
          <Chip pressed={environmentIds === null} solid={environmentIds === null} onSelect={() => reach(null)}>
            {text('tokens.everywhere')}
          </Chip>
        </div>
        {environmentRows(environments).map(({ environment: { id, name }, depth }) => (
          <Checkbox
            key={id}
            style={{ marginInlineStart: `calc(var(--s-4) * ${depth})` }}
            label={name}
            checked={environmentIds?.includes(id) ?? false}
            onChange={(_event, { checked }) => {
              const others = (environmentIds ?? []).filter((each) => each !== id);
              const ids = checked === true ? [...others, id] : others;
              reach(ids.length === 0 ? null : ids);
            }}
          />
        ))}
      </fieldset>
      <RightsField
        rights={rights}
        chosen={capabilities}
        problem={form.problemAt('scope.capabilities')}
        onChange={(chosen) => give({ environmentIds, capabilities: chosen })}
      />
    </FormPanel>
  );
};
