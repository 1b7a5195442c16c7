import { Checkbox } from '@fluentui/react-components';
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { CommandButton, useCopy } from '@redoubt/ui';
import type { ReactNode } from 'react';
import styles from './applications.module.css';

/** A secret, the one time it is seen, with the promise that it was stored. */
export const RevealSecret = (props: {
  readonly secret: string;
  readonly isStored: boolean;
  readonly onStored: (isStored: boolean) => void;
}): ReactNode => {
  const text = useText('applications');
  const common = useText('common');
  const { copied, copy } = useCopy();
  return (
    <div>
      <p>{text('made.secretOnce')}</p>
      <div className={styles.secret} role="group" aria-label={text('made.secret')}>
        <code>{props.secret}</code>
        <CommandButton
          appearance="outline"
          command={{
            id: 'copySecret',
            text: copied ? common('action.copied') : text('made.copySecret'),
            icon: copied ? CheckmarkRegular : CopyRegular,
            onSelect: () => void copy(props.secret),
          }}
        />
      </div>
      <Checkbox
        label={text('made.stored')}
        checked={props.isStored}
        onChange={(_event, { checked }) => props.onStored(checked === true)}
      />
    </div>
  );
};
