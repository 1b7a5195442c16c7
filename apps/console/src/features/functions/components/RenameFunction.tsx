import type { FunctionDetail } from '@redoubt/contracts';
import { isFunctionName } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, Section } from '@redoubt/ui';
import { useState } from 'react';
import { useFunctionMutations } from '../functions.queries.ts';
import { FunctionNameFields } from './FunctionNameFields.tsx';

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
  const [name, setName] = useState(detail.name);
  const [description, setDescription] = useState(detail.description);
  const isNew = name.trim() !== detail.name || description.trim() !== detail.description;
  const disabledReason = isFunctionName(name.trim())
    ? rename.isPending
      ? common('saving')
      : isNew
        ? undefined
        : text('nothingNew')
    : text('nameRule');
  const keep = (): void => {
    if (disabledReason !== undefined) return;
    const change = { name: name.trim(), description: description.trim() };
    rename.mutate({ id: detail.id, version: detail.version, ...change }, { onSuccess: onClose });
  };
  return (
    <Section title={common('action.rename')}>
      <form
        className="stack-3"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      >
        <FunctionNameFields
          name={name}
          description={description}
          nameStays={detail.callers.length > 0 ? text('nameStays') : undefined}
          onName={setName}
          onDescription={setDescription}
        />
        {rename.error ? <ErrorState error={rename.error} compact /> : null}
        <div className="row">
          <CommandButton
            primary
            command={{ id: 'rename', text: common('action.rename'), onSelect: keep, disabledReason }}
          />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
        </div>
      </form>
    </Section>
  );
};
