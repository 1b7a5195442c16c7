import type { LinkProps } from '@redoubt/ui';
import { Link as RouterLink, type LinkProps as RouterLinkProps } from '@tanstack/react-router';
import { parseSearch } from '../routes/address.ts';

/** Splits an address of ours the way the router wants it. */
const partsOf = (href: string) => {
  const url = new URL(href, location.origin);
  return { to: url.pathname, search: parseSearch(url.search), ...(url.hash ? { hash: url.hash.slice(1) } : {}) };
};

/** A link that changes the page without loading it anew; addresses outside the console load as usual. */
export const AppLink = ({ href, ...rest }: LinkProps) => {
  if (/^(https?:|mailto:|#)/.test(href)) return <a href={href} {...rest} />;
  const target = partsOf(href) as unknown as RouterLinkProps;
  // Which link is the page on screen its own component says; the router would mark every address above it as well.
  return <RouterLink {...target} {...(rest as object)} activeProps={{}} activeOptions={{ exact: true }} />;
};
