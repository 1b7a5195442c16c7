import { Field, Input, Textarea } from '@fluentui/react-components';
import { isFunctionName, MAX_FUNCTION_NAME, PURCHASE_SAMPLE } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, SidePanel } from '@redoubt/ui';
import { useState } from 'react';
import { newOutput, textOf } from '../function-form.ts';
import { useFunctionMutations } from '../functions.queries.ts';
import styles from './functions.module.css';

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
  const [left, setLeft] = useState(false);
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
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <Field
          label={text('field.name')}
          size="small"
          hint={text('nameHint')}
          {...(left && !isGood ? { validationMessage: text('nameRule') } : {})}
        >
          <Input
            size="small"
            value={name}
            maxLength={MAX_FUNCTION_NAME}
            onBlur={() => setLeft(name !== '')}
            onChange={(_event, data) => setName(data.value)}
          />
        </Field>
        <Field label={text('field.description')} size="small">
          <Textarea
            size="small"
            rows={2}
            maxLength={500}
            value={description}
            onChange={(_event, data) => setDescription(data.value)}
          />
        </Field>
        {create.error ? <ErrorState error={create.error} compact /> : null}
      </form>
    </SidePanel>
  );
};
