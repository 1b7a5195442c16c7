import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import {
  CALL_CONTENT_TYPES,
  CALL_METHODS,
  isCallName,
  MAX_CALL_NAME,
  MAX_CALL_TIMEOUT_MS,
  type CallContentType,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { useState } from 'react';
import type { CallForm } from '../call-form.ts';
import styles from './external-calls.module.css';

/** Name, words and address of a call. The name stays while somebody uses it. */
export const RequestFields = ({
  form,
  frozen,
  readOnly,
  onChange,
}: {
  readonly form: CallForm;
  readonly frozen: boolean;
  readonly readOnly: boolean;
  readonly onChange: (part: Partial<CallForm>) => void;
}) => {
  const text = useText('externalCalls');
  const [left, setLeft] = useState(false);
  return (
    <>
      <div className={styles.row}>
        <Field
          label={text('field.name')}
          size="small"
          hint={frozen ? text('frozen') : text('nameHint')}
          {...(left && !isCallName(form.name.trim()) ? { validationMessage: text('nameRule') } : {})}
        >
          <Input
            size="small"
            value={form.name}
            maxLength={MAX_CALL_NAME}
            readOnly={readOnly || frozen}
            onBlur={() => setLeft(form.name !== '')}
            onChange={(_event, data) => onChange({ name: data.value })}
          />
        </Field>
      </div>
      <Field label={text('field.description')} size="small">
        <Textarea
          size="small"
          rows={2}
          maxLength={500}
          value={form.description}
          readOnly={readOnly}
          onChange={(_event, data) => onChange({ description: data.value })}
        />
      </Field>
      <div className={styles.row}>
        <Field label={text('field.url')} size="small">
          <Input
            size="small"
            className={styles.mono ?? ''}
            value={form.url}
            readOnly={readOnly}
            spellCheck={false}
            onChange={(_event, data) => onChange({ url: data.value })}
          />
        </Field>
        <Field label={text('field.method')} size="small" className={styles.short ?? ''}>
          <Select
            size="small"
            value={form.method}
            disabled={readOnly}
            onChange={(_event, data) => onChange({ method: data.value as CallForm['method'] })}
          >
            {CALL_METHODS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        </Field>
      </div>
      <div className={styles.row}>
        <Field label={text('field.timeout')} size="small">
          <Input
            size="small"
            type="number"
            min={1}
            max={MAX_CALL_TIMEOUT_MS}
            value={String(form.timeoutMs)}
            readOnly={readOnly}
            onChange={(_event, data) => onChange({ timeoutMs: Math.round(Number(data.value)) })}
          />
        </Field>
        {form.method === 'POST' ? (
          <Field label={text('field.contentType')} size="small">
            <Select
              size="small"
              value={form.contentType}
              disabled={readOnly}
              onChange={(_event, data) => onChange({ contentType: data.value as CallContentType })}
            >
              {CALL_CONTENT_TYPES.map((each) => (
                <option key={each} value={each}>
                  {text(`content.${each}`)}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
      </div>
      <Field label={text('field.warmUp')} size="small" hint={text('warmUpHint')}>
        <Input
          size="small"
          className={styles.mono ?? ''}
          value={form.warmUpUrl}
          readOnly={readOnly}
          spellCheck={false}
          onChange={(_event, data) => onChange({ warmUpUrl: data.value })}
        />
      </Field>
    </>
  );
};
