/** How a command stands in its bar: with its key, without it, as its icon alone, or in the menu. */
export type CommandForm = 'full' | 'plain' | 'icon' | 'menu';

/** Widths in pixels; `icon` is null where a command has none. */
export type CommandWidths = { readonly full: number; readonly plain: number; readonly icon: number | null };

export type CommandRoom = {
  readonly widthPx: number;
  /** Between two commands. */
  readonly gapPx: number;
  /** Of the button that opens the menu. */
  readonly menuPx: number;
};

/**
 * How each command stands in the room there is. First the keys go, then the words of the last commands, whose icons
 * say them on hover; only what then still does not fit goes into the menu. The first command always keeps its words.
 */
export const fitCommands = (commands: readonly CommandWidths[], room: CommandRoom): readonly CommandForm[] => {
  const { widthPx, gapPx, menuPx } = room;
  const widthOf = (at: number, form: CommandForm): number => {
    const command = commands[at];
    if (!command || form === 'menu') return 0;
    return (form === 'icon' ? (command.icon ?? command.plain) : command[form]) + gapPx;
  };
  const sum = (forms: readonly CommandForm[]): number =>
    forms.reduce((px, form, at) => px + widthOf(at, form), forms.includes('menu') ? menuPx : -gapPx);
  const all = (form: CommandForm): CommandForm[] => commands.map(() => form);

  if (sum(all('full')) <= widthPx) return all('full');
  const forms = all('plain');
  for (const form of ['icon', 'menu'] as const)
    for (let at = commands.length - 1; at > 0 && sum(forms) > widthPx; at -= 1)
      if (form === 'menu' || commands[at]?.icon !== null) forms[at] = form;
  return forms;
};
