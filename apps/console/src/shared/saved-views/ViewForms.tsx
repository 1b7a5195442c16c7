import { Checkbox, Input } from '@fluentui/react-components';
import { changeSavedView, createSavedView, type SavedView } from '@redoubt/contracts';
import { MAX_VIEW_NAME, type SavedViewPage } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useWireForm } from '../forms/use-wire-form.ts';
import { WireField } from '../forms/WireField.tsx';
import { useSavedViewMutations } from './use-saved-view-mutations.ts';
import styles from './saved-views.module.css';

/** What the server refuses about the name is said at its field. */
const FIELD_OF = { 'SAVED-VIEW-NAME-TAKEN': 'name', 'SAVED-VIEW-NAME-INVALID': 'name' } as const;

/** Saves what the page shows under a name. */
export const NewView = (props: {
  readonly page: SavedViewPage;
  readonly parameters: string;
  readonly canShare: boolean;
  /** The view that the page shows already. */
  readonly sameAs: string | undefined;
}): ReactNode => {
  const { page, parameters, canShare, sameAs } = props;
  const text = useText('savedViews');
  const common = useText('common');
  const { create } = useSavedViewMutations(page);
  const isSame = sameAs === undefined ? undefined : text('sameAs', { name: sameAs });
  const form = useWireForm({
    body: createSavedView.body,
    values: { name: '', isShared: false, parameters },
    texts: { name: text('nameNeeded') },
    blocked: create.isPending ? common('saving') : isSame,
    error: create.error,
    fieldOf: FIELD_OF,
    onSubmit: (body) => create.mutate({ ...body, parameters }, { onSuccess: () => form.reset() }),
  });
  return (
    <Section title={text('new')}>
      <form className="stack-3" {...form.formProps}>
        <WireField form={form} name="name" label={text('name')}>
          <Input size="small" maxLength={MAX_VIEW_NAME} {...form.register('name')} value={form.watch('name')} />
        </WireField>
        {canShare ? (
          <Checkbox
            label={text('share')}
            checked={form.watch('isShared')}
            onChange={(_event, { checked }) => form.setValue('isShared', checked === true, { shouldDirty: true })}
          />
        ) : (
          <p className="soft">{text('mayNotShare')}</p>
        )}
        {create.error && !form.isToldAtField ? <ErrorState error={create.error} compact /> : null}
        <div className="row">
          <CommandButton
            primary
            type="submit"
            command={{ id: 'saveView', text: text('save'), disabledReason: form.disabledReason }}
          />
        </div>
      </form>
    </Section>
  );
};

/** Renames a view, shares it, or takes one's own back. */
export const ChangeView = (props: {
  readonly page: SavedViewPage;
  readonly view: SavedView;
  readonly canShare: boolean;
  readonly onClose: () => void;
}): ReactNode => {
  const { page, view, canShare, onClose } = props;
  const { id, name, isShared, isOwn, owner, parameters, version } = view;
  const text = useText('savedViews');
  const common = useText('common');
  const { change } = useSavedViewMutations(page);
  const form = useWireForm({
    body: changeSavedView.body,
    values: { name, isShared, parameters, version },
    texts: { name: text('nameNeeded') },
    blocked: change.isPending ? common('saving') : undefined,
    error: change.error,
    fieldOf: FIELD_OF,
    onSubmit: (body) => change.mutate({ id, ...body }, { onSuccess: onClose }),
    onEscape: onClose,
  });
  const unchanged = form.isDirty ? undefined : text('unchanged');
  return (
    <li className={styles.change}>
      <form className="stack-3" aria-label={text('change', { name })} {...form.formProps}>
        <WireField form={form} name="name" label={text('name')}>
          <Input
            size="small"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form opens by a command of the person
            autoFocus
            maxLength={MAX_VIEW_NAME}
            {...form.register('name')}
          />
        </WireField>
        {isShared && !isOwn ? (
          <p className="soft">{text('staysShared', { name: owner })}</p>
        ) : canShare ? (
          <Checkbox
            label={text('share')}
            checked={form.watch('isShared')}
            onChange={(_event, { checked }) => form.setValue('isShared', checked === true, { shouldDirty: true })}
          />
        ) : null}
        {change.error && !form.isToldAtField ? <ErrorState error={change.error} compact /> : null}
        <div className="row">
          <CommandButton
            primary
            type="submit"
            command={{
              id: 'changeView',
              text: common('action.save'),
              disabledReason: form.disabledReason ?? unchanged,
            }}
          />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
        </div>
      </form>
    </li>
  );
};
