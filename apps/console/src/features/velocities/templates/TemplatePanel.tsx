import { AddRegular } from '@fluentui/react-icons';
import { VELOCITY_TEMPLATES } from '@redoubt/domain';
import { velocityDefinitionOf } from '@redoubt/fql-editor';
import { useText } from '@redoubt/i18n';
import { CommandButton, SidePanel } from '@redoubt/ui';
import styles from './templates.module.css';

export type TemplatePanelProps = {
  /** Names of velocities that are in use; a template that has one gets the next free number. */
  readonly taken: readonly string[];
  /** Takes the text of a template; absent for people who only read. */
  readonly onTake: ((code: string) => void) | undefined;
  readonly takeText: string;
  readonly onClose: () => void;
};

/** The text of a template under a name that is free. */
const freed = (code: string, taken: readonly string[]): string => {
  const definition = velocityDefinitionOf(code);
  const known = new Set(taken.map((name) => name.toLowerCase()));
  if (!definition || !known.has(definition.name.toLowerCase())) return code;
  let number = 2;
  while (known.has(`${definition.name}_${number}`.toLowerCase())) number += 1;
  const { from, to } = definition.nameSpan;
  return `${code.slice(0, from)}${definition.name}_${number}${code.slice(to)}`;
};

/** Every velocity template with what it is good for and its text. */
export const TemplatePanel = ({ taken, onTake, takeText, onClose }: TemplatePanelProps) => {
  const text = useText('velocities');
  return (
    <SidePanel title={text('templates.title')} onClose={onClose}>
      <ul className={styles.templates}>
        {VELOCITY_TEMPLATES.map(({ id, code }) => (
          <li key={id}>
            <div className={styles.head}>
              <h3>{text(`template.${id}.title`)}</h3>
              {onTake ? (
                <CommandButton
                  appearance="outline"
                  command={{ id, text: takeText, icon: AddRegular, onSelect: () => onTake(freed(code, taken)) }}
                />
              ) : null}
            </div>
            <p>{text(`template.${id}.use`)}</p>
            <pre>{code}</pre>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
};
