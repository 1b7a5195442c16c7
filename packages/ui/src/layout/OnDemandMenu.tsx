import {
  cloneElement,
  createElement,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
} from 'react';

type ButtonProps = {
  readonly 'aria-haspopup'?: 'menu';
  readonly 'aria-expanded'?: boolean;
  readonly 'aria-busy'?: boolean;
  readonly onClick?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
};

/** Draws the button with its menu open. */
export type OpenedMenu<Props extends object> = ComponentType<Props & { readonly button: ReactElement }>;

export type OnDemandMenuProps<Props extends object> = {
  readonly button: ReactElement<ButtonProps>;
  /** Loads the menu. */
  readonly load: () => Promise<OpenedMenu<Props>>;
  readonly props: Props;
  /** Told where the menu did not come; without it the page around says so. */
  readonly onFailure?: (error: unknown) => void;
};

/**
 * A button with a menu whose code comes when it is first opened, or before that where it was loaded ahead. The button keeps its
 * place and looks meanwhile.
 */
export const OnDemandMenu = <Props extends object>({ button, load, props, onFailure }: OnDemandMenuProps<Props>) => {
  const [menu, setMenu] = useState<OpenedMenu<Props> | null>(null);
  const [isComing, setComing] = useState(false);
  const open = (): void => {
    if (isComing) return;
    setComing(true);
    load().then(
      (loaded) => setMenu(() => loaded),
      (error: unknown) => {
        setComing(false);
        if (onFailure) onFailure(error);
        else
          setMenu(() => {
            throw error;
          });
      },
    );
  };
  if (menu !== null) return createElement(menu, { ...props, button });
  return cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    'aria-busy': isComing,
    onClick: open,
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      open();
    },
  });
};
