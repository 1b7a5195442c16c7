import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState } from '@redoubt/ui';

/** What every step of set-up is given. */
export type StepProps = {
  /** What the server said about the step. */
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onBack: (() => void) | undefined;
  readonly onSignOut: () => void;
};

type StepButtonsProps = StepProps & {
  readonly disabledReason?: string | undefined;
  /** Whether the fields of the step say what the server said. */
  readonly isTold?: boolean;
  /** What the first button does, where that is no form's submit. */
  readonly onSelect?: () => void;
  readonly label?: string;
};

/** The end of every step: what the server said, the step on, the step back, and the way out. */
export const StepButtons = (props: StepButtonsProps) => {
  const { error, isBusy, onBack, onSignOut, disabledReason, isTold = false, onSelect, label } = props;
  const text = useText('firstRun');
  const shell = useText('shell');
  return (
    <>
      {error === null || isTold ? null : <ErrorState error={error} compact />}
      <div className="row-wrap">
        <CommandButton
          primary
          type={onSelect ? 'button' : 'submit'}
          command={{
            id: 'next',
            text: label ?? text('setUp.next'),
            disabledReason: isBusy ? text('setUp.checking') : disabledReason,
            onSelect,
          }}
        />
        {onBack ? (
          <CommandButton
            appearance="outline"
            command={{ id: 'back', text: text('setUp.back'), onSelect: isBusy ? undefined : onBack }}
          />
        ) : null}
        <CommandButton command={{ id: 'signOut', text: shell('user.signOut'), onSelect: onSignOut }} />
      </div>
    </>
  );
};
