import { CheckedField } from '@redoubt/ui';
import { Field, Input, Select, Textarea } from '@fluentui/react-components';
import {
  CALL_AUTHENTICATIONS,
  MAX_CALL_TIMEOUT_MS,
  TOKEN_CLIENTS,
  usesPrivateKey,
  type CallAuthentication,
  type CallSetting,
} from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { FIRST_AUTHENTICATION, type CallForm } from '../call-form.ts';
import styles from '../../../shared/external-calls/external-calls.module.css';
import { JsonField } from './JsonField.tsx';
import { SettingRows } from './SettingRows.tsx';

export type AuthenticationFieldsProps = {
  readonly form: CallForm;
  readonly kept: ReadonlySet<string>;
  readonly readOnly: boolean;
  readonly problemAt: (path: string) => string | undefined;
  readonly onChange: (part: Partial<CallForm>) => void;
  readonly onSecret: (slot: string, value: string) => void;
};

type TextName =
  | 'userName'
  | 'header'
  | 'tokenUrl'
  | 'audience'
  | 'applicationId'
  | 'clientId'
  | 'scope'
  | 'resource'
  | 'tokenField';

/** Names of what each kind asks for, in the order in which it is asked. */
const TEXTS: Readonly<Record<CallAuthentication['kind'], readonly TextName[]>> = {
  anonymous: [],
  basic: ['userName'],
  apiKey: ['header'],
  directory: ['tokenUrl', 'audience', 'applicationId'],
  certificate: [],
  oauth: ['tokenUrl', 'clientId', 'scope', 'resource'],
  customToken: ['tokenUrl', 'clientId', 'tokenField'],
};

/** How the call shows who it is; what is secret can be entered and never read. */
export const AuthenticationFields = (props: AuthenticationFieldsProps) => {
  const text = useText('externalCalls');
  const { form, kept, readOnly, problemAt, onChange, onSecret } = props;
  const { authentication } = form;
  const { kind } = authentication;
  const set = (part: object): void => onChange({ authentication: { ...authentication, ...part } });
  const values = authentication as unknown as Readonly<Record<string, string>>;
  const isKey = usesPrivateKey(authentication);
  const hasSecret = 'client' in authentication ? authentication.client !== 'none' : kind !== 'anonymous';
  const secretField = (): ReactNode => {
    const shared = {
      size: 'small',
      readOnly,
      value: form.secrets['auth'] ?? '',
      ...(kept.has('auth') ? { placeholder: text('secret.kept') } : {}),
    } as const;
    return (
      <CheckedField
        label={text(isKey ? 'field.privateKey' : 'field.secret')}
        hint={text('secret.hint')}
        problem={problemAt('secrets.auth')}
      >
        {isKey ? (
          <Textarea
            {...shared}
            rows={3}
            className={styles.mono ?? ''}
            spellCheck={false}
            onChange={(_event, data) => onSecret('auth', data.value)}
          />
        ) : (
          <Input
            {...shared}
            type="password"
            autoComplete="off"
            onChange={(_event, data) => onSecret('auth', data.value)}
          />
        )}
      </CheckedField>
    );
  };
  return (
    <>
      <Field label={text('field.authentication')} size="small">
        <Select
          size="small"
          value={kind}
          disabled={readOnly}
          onChange={(_event, data) =>
            onChange({ authentication: FIRST_AUTHENTICATION[data.value as CallAuthentication['kind']] })
          }
        >
          {CALL_AUTHENTICATIONS.map((each) => (
            <option key={each} value={each}>
              {text(`auth.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      {'client' in authentication ? (
        <Field label={text('field.client')} size="small">
          <Select
            size="small"
            value={authentication.client}
            disabled={readOnly}
            onChange={(_event, data) => set({ client: data.value })}
          >
            {TOKEN_CLIENTS.map((each) => (
              <option key={each} value={each}>
                {text(`client.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      {TEXTS[kind].map((name) => (
        <CheckedField
          key={name}
          label={text(`field.${name}`)}
          problem={problemAt(`authentication.${name === 'header' ? 'header[0].name' : name}`)}
        >
          <Input
            size="small"
            value={values[name] ?? ''}
            readOnly={readOnly}
            onChange={(_event, data) => set({ [name]: data.value })}
          />
        </CheckedField>
      ))}
      {'certificate' in authentication ? (
        <CheckedField
          label={text('field.certificate')}
          problem={problemAt('authentication.certificate')}
          {...(kind === 'directory' ? { hint: text('certificateHint') } : {})}
        >
          <Textarea
            size="small"
            rows={3}
            className={styles.mono ?? ''}
            spellCheck={false}
            value={authentication.certificate}
            readOnly={readOnly}
            onChange={(_event, data) => set({ certificate: data.value })}
          />
        </CheckedField>
      ) : null}
      {hasSecret ? secretField() : null}
      {kind === 'customToken' ? (
        <>
          <SettingRows
            settings={authentication.headers}
            slot="tokenHeader."
            path="authentication.headers"
            problemAt={problemAt}
            addText={text('add.tokenHeader')}
            secrets={form.secrets}
            kept={kept}
            readOnly={readOnly}
            onChange={(headers: readonly CallSetting[]) => set({ headers })}
            onSecret={onSecret}
          />
          <JsonField
            label={text('field.tokenBody')}
            value={form.tokenBody}
            problem={problemAt('authentication.body')}
            readOnly={readOnly}
            onChange={(tokenBody) => onChange({ tokenBody })}
          />
          <CheckedField
            label={text('field.tokenTimeout')}
            className={styles.short ?? ''}
            problem={problemAt('authentication.timeoutMs')}
          >
            <Input
              size="small"
              type="number"
              min={1}
              max={MAX_CALL_TIMEOUT_MS}
              value={String(authentication.timeoutMs)}
              readOnly={readOnly}
              onChange={(_event, data) => set({ timeoutMs: Number(data.value) })}
            />
          </CheckedField>
        </>
      ) : null}
    </>
  );
};
