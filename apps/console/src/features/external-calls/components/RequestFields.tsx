import { Checkbox, Field, Input, Select, Textarea } from '@fluentui/react-components';
import {
  CALL_CONTENT_TYPES,
  CALL_METHODS,
  isCallName,
  MAX_CALL_NAME,
  MAX_CALL_TIMEOUT_MS,
  type CallContentType,
} from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { CheckedField } from '@redoubt/ui';
import type { CallForm } from '../call-form.ts';
import styles from '../../../shared/external-calls/external-calls.module.css';

/** Name, words and address of a call. The name stays while a rule uses it. */
export const RequestFields = ({
  form,
  frozen,
  readOnly,
  problemAt,
  onChange,
}: {
  readonly form: CallForm;
  readonly frozen: boolean;
  readonly readOnly: boolean;
  /** What is wrong at a path of the definition, in words. */
  readonly problemAt: (path: string) => string | undefined;
  readonly onChange: (part: Partial<CallForm>) => void;
}) => {
  const text = useText('externalCalls');
  const provided = useProvidedNames();
  return (
    <>
      <div className={styles.row}>
        <CheckedField
          label={text('field.name')}
          hint={frozen ? text('frozen') : text('nameHint')}
          problem={isCallName(form.name.trim()) ? undefined : text('nameRule')}
        >
          <Input
            size="small"
            value={form.name}
            maxLength={MAX_CALL_NAME}
            readOnly={readOnly || frozen}
            onChange={(_event, data) => onChange({ name: data.value })}
          />
        </CheckedField>
      </div>
      <Field label={text('field.description')} size="small">
        <Textarea
          size="small"
          rows={2}
          maxLength={500}
          value={provided.shown(form.description)}
          readOnly={readOnly}
          onChange={(_event, data) => onChange({ description: data.value })}
        />
      </Field>
      <div className={styles.row}>
        <CheckedField label={text('field.url')} problem={problemAt('url')}>
          <Input
            size="small"
            className={styles.mono ?? ''}
            value={form.url}
            readOnly={readOnly}
            spellCheck={false}
            onChange={(_event, data) => onChange({ url: data.value })}
          />
        </CheckedField>
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
        <CheckedField label={text('field.timeout')} problem={problemAt('timeoutMs')}>
          <Input
            size="small"
            type="number"
            min={1}
            max={MAX_CALL_TIMEOUT_MS}
            value={String(form.timeoutMs)}
            readOnly={readOnly}
            onChange={(_event, data) => onChange({ timeoutMs: Math.round(Number(data.value)) })}
          />
        </CheckedField>
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
      <Checkbox
        label={text('field.acceptsEmptyAnswer')}
        checked={form.acceptsEmptyAnswer}
        disabled={readOnly}
        onChange={(_event, data) => onChange({ acceptsEmptyAnswer: data.checked === true })}
      />
      <CheckedField label={text('field.warmUp')} hint={text('warmUpHint')} problem={problemAt('warmUpUrl')}>
        <Input
          size="small"
          className={styles.mono ?? ''}
          value={form.warmUpUrl}
          readOnly={readOnly}
          spellCheck={false}
          onChange={(_event, data) => onChange({ warmUpUrl: data.value })}
        />
      </CheckedField>
    </>
  );
};
