import { isFunctionName, PURCHASE_SAMPLE } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, SidePanel } from '@redoubt/ui';
import { useState } from 'react';
import { newOutput, textOf } from '../function-form.ts';
import { useFunctionMutations } from '../functions.queries.ts';
import { FunctionNameFields } from './FunctionNameFields.tsx';

/** Asks what a new function is called; it begins with one output. */
export const NewFunctionPanel = ({
  onClose,
  onDone,
}: {
  readonly onClose: () => void;
  readonly onDone: (id: string) => void;
}) => {
  const text = useText('functions');
  const common = useText('common');
  const { create } = useFunctionMutations();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const isGood = isFunctionName(name.trim());
  const disabledReason = isGood ? (create.isPending ? common('saving') : undefined) : text('nameRule');
  const keep = (): void => {
    if (disabledReason !== undefined) return;
    const form = { parameters: [], outputs: [newOutput(crypto.randomUUID(), [])], samplePayload: PURCHASE_SAMPLE };
    create.mutate(
      { name: name.trim(), description: description.trim(), text: textOf(form) },
      { onSuccess: ({ id }) => onDone(id) },
    );
  };
  return (
    <SidePanel
      title={text('new')}
      onClose={onClose}
      footer={
        <>
          <CommandButton primary command={{ id: 'create', text: text('create'), onSelect: keep, disabledReason }} />
          <CommandButton command={{ id: 'cancel', text: common('action.cancel'), onSelect: onClose }} />
        </>
      }
    >
      <form
        className="stack-3"
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <FunctionNameFields name={name} description={description} onName={setName} onDescription={setDescription} />
        {create.error ? <ErrorState error={create.error} compact /> : null}
      </form>
    </SidePanel>
  );
};
