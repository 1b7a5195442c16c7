import { Field, Radio, RadioGroup, Select } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import type { NewCredentialBody } from '@redoubt/contracts';
import { CREDENTIAL_KINDS, SECRET_LIFE_DAYS, type CredentialKind } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import { useRef, useState, type ReactNode } from 'react';
import {
  BLANK_CREDENTIAL,
  credentialBody,
  NO_CERTIFICATE,
  readCertificate,
  type CredentialForm,
} from '../application-form.ts';

/** What a form over the wire begins with. */
export const FIRST_CREDENTIAL: NewCredentialBody = credentialBody(BLANK_CREDENTIAL) ?? NO_CERTIFICATE;

/** What people chose, and how choosing changes the body of their form. */
export const useCredentialFields = (
  onBody: (credential: NewCredentialBody) => void,
): { readonly fields: CredentialFieldsProps; readonly reset: () => void } => {
  const [form, setForm] = useState(BLANK_CREDENTIAL);
  return {
    fields: {
      form,
      onChange: (next) => {
        setForm(next);
        onBody(credentialBody(next) ?? NO_CERTIFICATE);
      },
    },
    reset: () => setForm(BLANK_CREDENTIAL),
  };
};

export type CredentialFieldsProps = {
  readonly form: CredentialForm;
  readonly onChange: (form: CredentialForm) => void;
};

/** Whether an application proves itself by a secret that is made here or a certificate that is uploaded. */
export const CredentialFields = ({ form, onChange }: CredentialFieldsProps): ReactNode => {
  const text = useText('applications');
  const common = useText('common');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Field label={text('form.kind')} size="small">
        <RadioGroup
          layout="horizontal"
          value={form.kind}
          onChange={(_event, { value }) => onChange({ ...form, kind: value as CredentialKind })}
        >
          {CREDENTIAL_KINDS.map((kind) => (
            <Radio key={kind} value={kind} label={text(`kind.${kind}`)} />
          ))}
        </RadioGroup>
      </Field>
      {form.kind === 'Secret' ? (
        <Field label={text('form.life')} size="small">
          <Select
            size="small"
            value={String(form.lifeDays)}
            onChange={(_event, { value }) => {
              const lifeDays = SECRET_LIFE_DAYS.find((days) => String(days) === value);
              if (lifeDays !== undefined) onChange({ ...form, lifeDays });
            }}
          >
            {SECRET_LIFE_DAYS.map((days) => (
              <option key={days} value={days}>
                {text('form.days', { count: days })}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <Field label={text('form.file')} size="small" hint={text('form.fileHint')}>
          <div className="row-wrap-middle">
            <CommandButton
              appearance="outline"
              command={{
                id: 'upload',
                text: common('action.upload'),
                icon: ArrowUploadRegular,
                onSelect: () => input.current?.click(),
              }}
            />
            <span role="status">{form.certificate ? text('form.chosen', { file: form.certificate.name }) : null}</span>
            <input
              ref={input}
              type="file"
              accept=".pem,.cer,.crt,.der"
              className="visually-hidden"
              tabIndex={-1}
              aria-label={text('form.file')}
              onChange={(event) => {
                const file = event.target.files?.[0];
                event.target.value = '';
                if (file)
                  void readCertificate(file).then((content) =>
                    onChange({ ...form, certificate: { name: file.name, text: content } }),
                  );
              }}
            />
          </div>
        </Field>
      )}
    </>
  );
};
