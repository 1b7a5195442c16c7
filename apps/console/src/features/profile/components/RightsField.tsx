import { Radio, RadioGroup } from '@fluentui/react-components';
import type { Access, Capabilities, Capability } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { presetRights, TOKEN_PRESETS } from '../token-rights.ts';
import styles from './profile.module.css';

const NONE = 'none';

/** Which of one's rights a token has: none, reading, or writing too, one row for each. */
export const RightsField = (props: {
  readonly rights: readonly (readonly [Capability, Access])[];
  readonly chosen: Capabilities;
  readonly problem: string | undefined;
  readonly onChange: (chosen: Capabilities) => void;
}): ReactNode => {
  const { rights, chosen, problem, onChange } = props;
  const text = useText('profile');
  const shell = useText('shell');
  const choose = (capability: Capability, value: string): void => {
    const { [capability]: _before, ...others } = chosen;
    onChange(value === NONE ? others : { ...others, [capability]: value as Access });
  };
  return (
    <fieldset className="stack-2 m-0 p-0 border-0">
      <legend className="strong">{text('tokens.rights')}</legend>
      <p className="soft">{text('tokens.rightsHint')}</p>
      <div className="row-wrap" role="group" aria-label={text('tokens.presets')}>
        {TOKEN_PRESETS.map((preset) => (
          <Chip key={preset} onSelect={() => onChange(presetRights(preset, rights))}>
            {text(`tokens.preset.${preset}`)}
          </Chip>
        ))}
        <Chip onSelect={() => onChange({})}>{text('tokens.preset.none')}</Chip>
      </div>
      {problem === undefined ? null : (
        <p className="problem-text" role="alert">
          {problem}
        </p>
      )}
      <ul className="plain-list">
        {rights.map(([capability, most]) => {
          const name = shell(`capability.${capability}`);
          return (
            <li key={capability} className={styles.right}>
              <span>{name}</span>
              <RadioGroup
                className={styles.access}
                aria-label={name}
                value={chosen[capability] ?? NONE}
                onChange={(_event, { value }) => choose(capability, value)}
              >
                <Radio value={NONE} label={text('tokens.access.none')} />
                <Radio value="read" label={text('tokens.access.read')} />
                {most === 'write' ? <Radio value="write" label={text('tokens.access.write')} /> : null}
              </RadioGroup>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
};
