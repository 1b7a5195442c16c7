import { CheckedField } from '@redoubt/ui';
import { Button, Checkbox, Input } from '@fluentui/react-components';
import { AddRegular, DeleteRegular } from '@fluentui/react-icons';
import { MAX_CALL_PARAMETERS, type CallSetting } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import styles from '../../../shared/external-calls/external-calls.module.css';

export type SettingRowsProps = {
  readonly settings: readonly CallSetting[];
  /** Before the name, in the slot of a secret: `header.`. */
  readonly slot: string;
  /** Where the settings stand in the definition: `headers`. */
  readonly path: string;
  readonly addText: string;
  readonly secrets: Readonly<Record<string, string>>;
  /** Slots of secrets that are kept already. */
  readonly kept: ReadonlySet<string>;
  readonly readOnly: boolean;
  readonly problemAt: (path: string) => string | undefined;
  readonly onChange: (settings: readonly CallSetting[]) => void;
  readonly onSecret: (slot: string, value: string) => void;
};

/** Names with values, of which some are secret: those are never shown again. */
export const SettingRows = (props: SettingRowsProps) => {
  const { settings, slot, path, secrets, kept, readOnly, problemAt, onChange, onSecret } = props;
  const text = useText('externalCalls');
  const update = (index: number, part: Partial<CallSetting>): void =>
    onChange(settings.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <>
      {settings.map(({ name, value, secret }, index) => {
        const place = `${slot}${name.toLowerCase()}`;
        return (
          // Rows have no id: names are what is being typed.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.row}>
            <CheckedField label={text('field.name')} problem={problemAt(`${path}[${index}].name`)}>
              <Input
                size="small"
                value={name}
                maxLength={100}
                readOnly={readOnly}
                onChange={(_event, data) => update(index, { name: data.value })}
              />
            </CheckedField>
            <CheckedField
              label={text('field.value')}
              className={styles.grow}
              problem={problemAt(`${path}[${index}].value`)}
            >
              <Input
                size="small"
                type={secret ? 'password' : 'text'}
                autoComplete="off"
                value={secret ? (secrets[place] ?? '') : value}
                readOnly={readOnly}
                {...(secret && kept.has(place) ? { placeholder: text('secret.kept') } : {})}
                onChange={(_event, data) =>
                  secret ? onSecret(place, data.value) : update(index, { value: data.value })
                }
              />
            </CheckedField>
            <Checkbox
              label={text('secret.label')}
              checked={secret}
              disabled={readOnly}
              onChange={(_event, data) => update(index, { secret: data.checked === true, value: '' })}
            />
            {readOnly ? null : (
              <Button
                size="small"
                appearance="subtle"
                icon={<DeleteRegular />}
                aria-label={text('removeNamed', { name: name === '' ? String(index + 1) : name })}
                onClick={() => onChange(settings.filter((_each, at) => at !== index))}
              />
            )}
          </div>
        );
      })}
      {readOnly || settings.length >= MAX_CALL_PARAMETERS ? null : (
        <div>
          <Button
            size="small"
            icon={<AddRegular />}
            onClick={() => onChange([...settings, { name: '', value: '', secret: false }])}
          >
            {props.addText}
          </Button>
        </div>
      )}
    </>
  );
};
