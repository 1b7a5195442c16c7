import { createContext, createElement, useContext, type ComponentType, type ReactNode } from 'react';

export type LinkProps = {
  readonly href: string;
  readonly children?: ReactNode;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-current'?: 'page' | undefined;
  readonly 'data-command'?: string | undefined;
  readonly onClick?: (() => void) | undefined;
};

const PlainLink = (props: LinkProps) => <a {...props} />;

const Links = createContext<ComponentType<LinkProps>>(PlainLink);

/** Tells the parts below how this application navigates; without it links load the page anew. */
export const LinkProvider = ({
  link,
  children,
}: {
  readonly link: ComponentType<LinkProps>;
  readonly children: ReactNode;
}) => <Links.Provider value={link}>{children}</Links.Provider>;

/** A link inside the application. */
export const Link = (props: LinkProps) => {
  return createElement(useContext(Links), props);
};
