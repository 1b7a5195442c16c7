import type { FunctionDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section } from '@redoubt/ui';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { useFunctionMutations } from '../functions.queries.ts';
import { functionNameBody, FunctionNameFields } from './FunctionNameFields.tsx';

/** Another name or description; the name stays while a rule calls the function. */
export const RenameFunction = ({
  detail,
  onClose,
}: {
  readonly detail: FunctionDetail;
  readonly onClose: () => void;
}) => {
  const text = useText('functions');
  const common = useText('common');
  const { rename } = useFunctionMutations();
  const form = useWireForm({
    body: functionNameBody(text).refine(
      ({ name, description }) => name !== detail.name || description !== detail.description,
      text('nothingNew'),
    ),
    values: { name: detail.name, description: detail.description },
    texts: { name: text('nameRule') },
    blocked: rename.isPending ? common('saving') : undefined,
    error: rename.error,
    fieldOf: { 'FUNCTION-NAME-TAKEN': 'name', 'FUNCTION-NAME-INVALID': 'name' },
    onSubmit: (named) => rename.mutate({ id: detail.id, version: detail.version, ...named }, { onSuccess: onClose }),
    onEscape: onClose,
  });
  return (
    <Section title={common('action.rename')}>
      <form className="stack-3" {...form.formProps}>
        <FunctionNameFields form={form} nameStays={detail.callers.length > 0 ? text('nameStays') : undefined} />
        {rename.error && !form.isToldAtField ? <ErrorState error={rename.error} compact /> : null}
        <div className="row">
          <CommandButton
            primary
            command={{
              id: 'rename',
              text: common('action.rename'),
              onSelect: () => void form.send(),
              disabledReason: form.disabledReason,
            }}
          />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
        </div>
      </form>
    </Section>
  );
};
