import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import type { ReactNode } from 'react';

/** The end of a form of settings: what went wrong, and the command that saves. */
export const SaveRow = (props: {
  readonly id: string;
  readonly form: { readonly disabledReason: string | undefined; readonly isDirty: boolean };
  readonly error: Error | null;
  readonly canWrite: boolean;
}): ReactNode => {
  const { id, form, error, canWrite } = props;
  const text = useText('caseSettings');
  const common = useText('common');
  const disabledReason = form.disabledReason ?? (form.isDirty ? undefined : text('unchanged'));
  return (
    <>
      {error ? <ErrorState error={error} compact /> : null}
      {canWrite ? (
        <div className="row-wrap">
          <CommandButton primary type="submit" command={{ id, text: common('action.save'), disabledReason }} />
        </div>
      ) : null}
    </>
  );
};
