import { Combobox, Option } from '@fluentui/react-components';
import type { SearchField } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { useState, type ReactNode } from 'react';
import { guessFields } from '../search-fields.ts';
import { useFieldText } from '../use-field-text.ts';
import styles from './quick-box.module.css';

/** One box for an id, an e-mail, a device or a card: it guesses what was typed and offers the alternatives. */
export const QuickBox = (props: { readonly onFind: (field: SearchField, value: string) => void }): ReactNode => {
  const text = useText('search');
  const say = useFieldText();
  const [typed, setTyped] = useState('');
  const guesses = guessFields(typed);
  const find = (field: SearchField | undefined): void => {
    if (field === undefined) return;
    props.onFind(field, typed.trim());
    setTyped('');
  };
  return (
    <Combobox
      className={styles.box ?? ''}
      size="small"
      freeform
      inlinePopup
      expandIcon={null}
      aria-label={text('quick')}
      placeholder={text('quick')}
      value={typed}
      selectedOptions={[]}
      open={guesses.length > 0 && typed.trim() !== ''}
      onChange={(event) => setTyped(event.target.value)}
      onOptionSelect={(_event, { optionValue }) => find((optionValue as SearchField | undefined) ?? guesses[0])}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.defaultPrevented) return;
        if (event.currentTarget.getAttribute('aria-activedescendant')) return;
        event.preventDefault();
        find(guesses[0]);
      }}
    >
      {guesses.map((field) => (
        <Option key={field} value={field} text={typed} checkIcon={null}>
          <span className={styles.guess}>
            {say.field(field)} <b>{typed.trim()}</b>
          </span>
        </Option>
      ))}
    </Combobox>
  );
};
