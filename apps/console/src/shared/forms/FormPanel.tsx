import { useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, SidePanel, type Command, type SidePanelProps } from '@redoubt/ui';
import type { ComponentProps, ReactNode } from 'react';

export type FormPanelProps = Pick<SidePanelProps, 'title' | 'over' | 'takeFocus' | 'onClose'> & {
  readonly form: {
    readonly disabledReason: string | undefined;
    readonly send: () => unknown;
    readonly isToldAtField?: boolean;
    readonly formProps: ComponentProps<'form'>;
  };
  /** What sends the form, in words. */
  readonly action: string;
  /** What leaves the panel where nothing is taken back by that; Cancel without it. */
  readonly closeText?: string;
  /** What the server refused. */
  readonly error?: unknown;
  /** Between the two. */
  readonly commands?: readonly Command[];
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** A form as a panel: its fields, what the server refused, and the buttons that send or leave it. */
export const FormPanel = (props: FormPanelProps): ReactNode => {
  const { form, action, closeText, error, commands = [], className = 'stack-4 prose', children, ...panel } = props;
  const common = useText('common');
  const { disabledReason } = form;
  return (
    <SidePanel
      {...panel}
      footer={
        <>
          <CommandButton
            primary
            command={{ id: 'send', text: action, onSelect: () => void form.send(), disabledReason }}
          />
          {commands.map((command) => (
            <CommandButton key={command.id} command={command} />
          ))}
          <CommandButton
            command={{ id: 'cancel', text: closeText ?? common('action.cancel'), onSelect: panel.onClose }}
          />
        </>
      }
    >
      <form className={className} {...form.formProps}>
        {children}
        {error && form.isToldAtField !== true ? <ErrorState error={error} compact /> : null}
      </form>
    </SidePanel>
  );
};
