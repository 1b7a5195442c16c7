import { Input, Select } from '@fluentui/react-components';
import { REVEAL_REASONS, revealPersonal } from '@redoubt/contracts';
import { MAX_REVEAL_REASON } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { useWireForm } from '../../forms/use-wire-form.ts';
import { WireField } from '../../forms/WireField.tsx';
import { useAttributeText } from '../use-attribute-text.ts';
import styles from './reveal.module.css';
import type { Reveal } from './use-revealed-event.ts';

type FormProps = {
  readonly reveal: Reveal;
  readonly fields: readonly string[];
  readonly onClose: () => void;
};

/** Asks why personal fields should be shown. */
export const RevealForm = ({ reveal, fields, onClose }: FormProps): ReactNode => {
  const text = useText('events');
  const common = useText('common');
  const attribute = useAttributeText();
  const form = useWireForm({
    body: z.object(revealPersonal.body.shape).refine(({ reason, comment }) => reason !== 'other' || comment !== '', {
      path: ['comment'],
      message: text('reveal.sayWhy'),
    }),
    values: { fields: [...fields], reason: 'callCustomer', comment: '' },
    texts: {},
    blocked: reveal.isPending ? common('saving') : undefined,
    error: reveal.error,
    onSubmit: (body) => reveal.ask(body, onClose),
    onEscape: onClose,
  });
  return (
    <form className={styles.form} aria-label={text('reveal.title')} {...form.formProps}>
      <p>{text('reveal.fields', { fields: fields.map((path) => attribute.name(path) ?? path).join(', ') })}</p>
      <div className="row-wrap-middle">
        <Select size="small" autoFocus aria-label={text('reveal.why')} {...form.register('reason')}>
          {REVEAL_REASONS.map((each) => (
            <option key={each} value={each}>
              {text(`reveal.reason.${each}`)}
            </option>
          ))}
        </Select>
        <WireField form={form} name="comment" className="rest">
          <Input
            size="small"
            aria-label={text('reveal.comment')}
            placeholder={text('reveal.comment')}
            maxLength={MAX_REVEAL_REASON}
            {...form.register('comment')}
          />
        </WireField>
        <CommandButton
          primary
          type="submit"
          command={{ id: 'reveal', text: text('reveal.submit'), disabledReason: form.disabledReason }}
        />
        <CommandButton command={{ id: 'cancelReveal', text: common('action.cancel'), onSelect: onClose }} />
      </div>
      <p className="soft">{text('reveal.logged')}</p>
      {reveal.error ? <ErrorState error={reveal.error} compact /> : null}
    </form>
  );
};
