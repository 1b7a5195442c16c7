import { Field, Input } from '@fluentui/react-components';
import type { ManagedEnvironment } from '@redoubt/contracts';
import { nameKey } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ConfirmPanel, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { shownName } from '../environment-rows.ts';
import { useEnvironmentMutations } from '../environments.queries.ts';

/** Asks before an environment is deleted: says what goes and what stays, and has its name typed. */
export const DeleteEnvironment = (props: {
  readonly environment: ManagedEnvironment;
  /** How many environments lie directly below it. */
  readonly below: number;
  readonly isLast: boolean;
  readonly undoDays: number;
  readonly onCancel: () => void;
  readonly onDeleted: () => void;
}): ReactNode => {
  const { environment, below, isLast, undoDays, onCancel, onDeleted } = props;
  const text = useText('environments');
  const common = useText('common');
  const formats = useFormats();
  const { remove } = useEnvironmentMutations();
  const [typed, setTyped] = useState('');
  const { id, name, contents } = environment;
  const held = below > 0 ? text('delete.children', { count: below }) : isLast ? text('delete.last') : undefined;
  const isNamed = nameKey(typed) === nameKey(name);
  return (
    <>
      <ConfirmPanel
        title={text('delete.title', { name: shownName(environment) })}
        confirmText={common('action.delete')}
        busy={remove.isPending}
        disabledReason={held ?? (isNamed ? undefined : text('delete.typeFirst'))}
        onCancel={onCancel}
        onConfirm={() => remove.mutate({ id, name: typed }, { onSuccess: onDeleted })}
      >
        {held === undefined ? (
          <div className="stack-2">
            <p className="m-0">{text('delete.now')}</p>
            <p className="m-0">
              {text('delete.goes', {
                count: undoDays,
                rules: formats.number(contents.rules),
                lists: formats.number(contents.lists),
                cases: formats.number(contents.openCases),
              })}
            </p>
            <p className="m-0">{text('delete.stays')}</p>
            <Field size="small" label={text('delete.type', { name })}>
              <Input size="small" value={typed} onChange={(_event, { value }) => setTyped(value)} />
            </Field>
          </div>
        ) : (
          <p className="m-0">{held}</p>
        )}
      </ConfirmPanel>
      {remove.error ? <ErrorState error={remove.error} compact /> : null}
    </>
  );
};
