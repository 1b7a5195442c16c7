import { useText } from '@redoubt/i18n';
import { Page, type PageProps } from '@redoubt/ui';
import { useEffect } from 'react';
import { useConsole } from '../../../app/console-context.tsx';
import { PRODUCT_NAME } from '../../../shell/product.ts';
import { environmentNames, useTrail } from '../../../shell/use-trail.ts';
import { setListHref } from '../address.ts';

export type SetPageProps = Omit<PageProps, 'environmentPath' | 'trail' | 'fill' | 'bleed'> & {
  /** Name of the set for breadcrumb and tab; null while it loads. */
  readonly name: string | null;
};

/** The frame of one set: like every page, with the list as the breadcrumb above it. */
export const SetPage = ({ name, ...page }: SetPageProps) => {
  const text = useText('velocities');
  const { me, environment } = useConsole();
  const above = useTrail(undefined).slice(0, -1);
  useEffect(() => {
    document.title = `${name ?? text('title')} · ${PRODUCT_NAME}`;
  }, [name, text]);
  return (
    <Page
      {...page}
      fill
      bleed
      environmentPath={environmentNames(me.environments, environment.id)}
      trail={[...above, { text: text('title'), href: setListHref() }, ...(name === null ? [] : [{ text: name }])]}
    />
  );
};
