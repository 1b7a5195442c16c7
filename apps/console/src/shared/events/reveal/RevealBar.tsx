import { Input, Select } from '@fluentui/react-components';
import { REVEAL_REASONS, type RevealReason } from '@redoubt/contracts';
import { MAX_REVEAL_FIELDS, MAX_REVEAL_REASON } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, useShortcut } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useAttributeText } from '../use-attribute-text.ts';
import styles from './reveal.module.css';
import type { Reveal } from './use-revealed-event.ts';

type FormProps = {
  readonly reveal: Reveal;
  readonly fields: readonly string[];
  readonly onClose: () => void;
};

const RevealForm = ({ reveal, fields, onClose }: FormProps): ReactNode => {
  const text = useText('events');
  const common = useText('common');
  const attribute = useAttributeText();
  const [reason, setReason] = useState<RevealReason>('callCustomer');
  const [comment, setComment] = useState('');
  const disabledReason = reveal.isPending
    ? common('saving')
    : reason === 'other' && comment.trim() === ''
      ? text('reveal.sayWhy')
      : undefined;
  const submit = (): void => {
    if (disabledReason === undefined) reveal.ask({ fields, reason, comment: comment.trim() }, onClose);
  };
  return (
    <form
      className={styles.form}
      aria-label={text('reveal.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{text('reveal.fields', { fields: fields.map((path) => attribute.name(path) ?? path).join(', ') })}</p>
      <div className="row-wrap-middle">
        <Select
          size="small"
          autoFocus
          aria-label={text('reveal.why')}
          value={reason}
          onChange={(_event, { value }) => setReason(value as RevealReason)}
        >
          {REVEAL_REASONS.map((each) => (
            <option key={each} value={each}>
              {text(`reveal.reason.${each}`)}
            </option>
          ))}
        </Select>
        <Input
          size="small"
          className="rest"
          aria-label={text('reveal.comment')}
          placeholder={text('reveal.comment')}
          maxLength={MAX_REVEAL_REASON}
          value={comment}
          onChange={(_event, { value }) => setComment(value)}
        />
        <CommandButton primary type="submit" command={{ id: 'reveal', text: text('reveal.submit'), disabledReason }} />
        <CommandButton command={{ id: 'cancelReveal', text: common('action.cancel'), onSelect: onClose }} />
      </div>
      <p className="soft">{text('reveal.logged')}</p>
      {reveal.error ? <ErrorState error={reveal.error} compact /> : null}
    </form>
  );
};

/** Says that personal fields are masked, and asks why they should be shown. */
export const RevealBar = (props: {
  readonly reveal: Reveal;
  /** Fields that are asked for; null while nothing is. */
  readonly asked: readonly string[] | null;
  readonly onAsk: (fields: readonly string[] | null) => void;
}): ReactNode => {
  const { reveal, asked, onAsk } = props;
  const text = useText('events');
  const open = reveal.canReveal && reveal.masked.size > 0;
  const all = [...reveal.masked].slice(0, MAX_REVEAL_FIELDS);
  useShortcut('v', text('reveal.title'), () => onAsk(all), { active: open && asked === null });
  if (reveal.masked.size === 0) return null;
  return (
    <div className={styles.bar}>
      <div className="row-wrap-middle">
        <span>{text(reveal.canReveal ? 'reveal.masked' : 'reveal.maskedOnly')}</span>
        {open && asked === null ? (
          <CommandButton
            command={{ id: 'askReveal', text: text('reveal.all'), keys: 'v', onSelect: () => onAsk(all) }}
          />
        ) : null}
      </div>
      {asked === null ? null : (
        <RevealForm key={asked.join()} reveal={reveal} fields={asked} onClose={() => onAsk(null)} />
      )}
    </div>
  );
};
