import { Checkbox } from '@fluentui/react-components';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { SecretText } from '../../../shared/secrets/SecretText.tsx';

/** A secret, the one time it is seen, with the promise that it was stored. */
export const RevealSecret = (props: {
  readonly secret: string;
  readonly isStored: boolean;
  readonly onStored: (isStored: boolean) => void;
}): ReactNode => {
  const text = useText('applications');
  return (
    <div>
      <p>{text('made.secretOnce')}</p>
      <SecretText label={text('made.secret')} secret={props.secret} copyText={text('made.copySecret')} />
      <Checkbox
        label={text('made.stored')}
        checked={props.isStored}
        onChange={(_event, { checked }) => props.onStored(checked === true)}
      />
    </div>
  );
};
