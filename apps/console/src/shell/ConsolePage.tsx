import { Page, type Crumb, type PageProps } from '@redoubt/ui';
import { useContext, useEffect } from 'react';
import { useConsole } from '../app/console-context.tsx';
import { PageToolsContext } from './page-tools.ts';
import { PRODUCT_NAME } from './product.ts';
import { environmentNames, useTrail, type NamedPages } from './use-trail.ts';

export type ConsolePageProps = Omit<PageProps, 'environmentPath' | 'trail'> & {
  /** Last breadcrumb of a page about one thing; else the route's own title. */
  readonly crumb?: string | undefined;
  /** The list that this one thing is in, as a breadcrumb before its own. */
  readonly list?: Crumb | undefined;
  /** What pages above this one are about, in place of the titles of their routes. */
  readonly named?: NamedPages | undefined;
  /** Title of the browser tab, where the heading is more than text. */
  readonly tabTitle?: string | undefined;
};

/** A page inside the frame: breadcrumbs and tab title come from the route table. Feature pages use this, not `Page`. */
export const ConsolePage = ({ crumb, list, named, tabTitle, ...page }: ConsolePageProps) => {
  const { me, environment } = useConsole();
  const trail = useTrail(crumb, list, named);
  const { commands, panel } = useContext(PageToolsContext);
  const title = tabTitle ?? (typeof page.title === 'string' ? page.title : trail.at(-1)?.text);
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT_NAME}` : PRODUCT_NAME;
  }, [title]);
  return (
    <>
      <Page
        {...page}
        commands={[...(page.commands ?? []), ...commands]}
        environmentPath={environmentNames(me.environments, environment.id)}
        trail={trail}
      />
      {panel}
    </>
  );
};
