import type { FluentIcon } from '@fluentui/react-icons';

/** Something a person can do on a page, as it stands in a command bar or a menu. */
export type Command = {
  readonly id: string;
  readonly text: string;
  readonly icon?: FluentIcon | undefined;
  /** Shown beside it; the page itself registers the shortcut. */
  readonly keys?: string | undefined;
  readonly onSelect?: (() => void) | undefined;
  /** A command that goes somewhere. */
  readonly href?: string | undefined;
  /** A switch: on or off. */
  readonly pressed?: boolean | undefined;
  /** Why it cannot be done now. A command is never disabled without saying so. */
  readonly disabledReason?: string | undefined;
};
