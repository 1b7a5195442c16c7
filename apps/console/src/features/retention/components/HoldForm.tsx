import { Input, Select } from '@fluentui/react-components';
import { HOLD_SCOPES, MAX_HOLD_REASON_CHARACTERS, type HoldScope } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useWireForm } from '../../../shared/forms/use-wire-form.ts';
import { WireField } from '../../../shared/forms/WireField.tsx';
import styles from '../retention.module.css';
import { useRetentionMutations } from '../retention.queries.ts';

const MAX_ID = 256;

/** What is typed; what the endpoint takes depends on the scope. */
const typed = z
  .strictObject({
    scope: z.enum(HOLD_SCOPES),
    id: z.string().trim().max(MAX_ID),
    reason: z.string().trim().min(1).max(MAX_HOLD_REASON_CHARACTERS),
    until: z.string(),
  })
  .refine(({ scope, id }) => scope === 'environment' || id !== '', { path: ['id'] });
type Typed = z.output<typeof typed>;

/** The end of the day that a field holds; null where it holds none. */
const untilOf = (day: string): string | null => (day === '' ? null : new Date(`${day}T23:59:59.999Z`).toISOString());

const bodyOf = ({ scope, id, reason, until: day }: Typed) => {
  const until = untilOf(day);
  if (scope === 'environment') return { scope, reason, until };
  return scope === 'subject'
    ? { scope, subject: id, reason, until }
    : { scope, eventType: 'purchase', eventId: id, reason, until };
};

/** Places a hold. */
const Fields = ({ onPlaced }: { readonly onPlaced: () => void }): ReactNode => {
  const text = useText('retention');
  const common = useText('common');
  const { hold } = useRetentionMutations();
  const form = useWireForm({
    body: typed,
    values: { scope: 'subject', id: '', reason: '', until: '' },
    texts: { id: text('idNeeded'), reason: text('reasonNeeded') },
    blocked: hold.isPending ? common('saving') : undefined,
    error: hold.error,
    fieldOf: { 'EVENT-UNKNOWN': 'id', 'HOLD-OVER': 'until' },
    onSubmit: (value) => hold.mutate(bodyOf(value), { onSuccess: onPlaced }),
  });
  const scope = form.watch('scope');
  return (
    <form className={styles.hold} aria-label={text('hold.title')} {...form.formProps}>
      <WireField form={form} name="scope" label={text('hold.scope')}>
        <Select
          size="small"
          value={scope}
          onChange={(_event, { value }) => form.setValue('scope', value as HoldScope, { shouldDirty: true })}
        >
          {HOLD_SCOPES.map((each) => (
            <option key={each} value={each}>
              {text(`scope.${each}`)}
            </option>
          ))}
        </Select>
      </WireField>
      {scope === 'environment' ? null : (
        <WireField form={form} name="id" label={text(scope === 'subject' ? 'hold.subject' : 'hold.case')}>
          <Input size="small" autoComplete="off" spellCheck={false} maxLength={MAX_ID} {...form.register('id')} />
        </WireField>
      )}
      <WireField form={form} name="reason" label={text('column.reason')}>
        <Input size="small" maxLength={MAX_HOLD_REASON_CHARACTERS} {...form.register('reason')} />
      </WireField>
      <WireField form={form} name="until" label={text('hold.until')}>
        <Input size="small" type="date" {...form.register('until')} />
      </WireField>
      <CommandButton
        appearance="outline"
        type="submit"
        command={{ id: 'placeHold', text: text('hold.action'), disabledReason: form.disabledReason }}
      />
      {hold.error && !form.isToldAtField ? <ErrorState error={hold.error} compact /> : null}
    </form>
  );
};

/** A form that begins anew with each hold that was placed. */
export const HoldForm = (): ReactNode => {
  const [placed, setPlaced] = useState(0);
  return <Fields key={placed} onPlaced={() => setPlaced(placed + 1)} />;
};
