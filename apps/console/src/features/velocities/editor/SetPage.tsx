import { useText } from '@redoubt/i18n';
import { ConsolePage, type ConsolePageProps } from '../../../shell/ConsolePage.tsx';
import { setListHref } from '../address.ts';

export type SetPageProps = Omit<ConsolePageProps, 'crumb' | 'list' | 'tabTitle' | 'fill' | 'bleed'> & {
  /** Name of the set for breadcrumb and tab; null while it loads. */
  readonly name: string | null;
};

/** The frame of one set: like every page, with the list as the breadcrumb above it. */
export const SetPage = ({ name, ...page }: SetPageProps) => {
  const title = useText('velocities')('title');
  const list = name === null ? undefined : { text: title, href: setListHref() };
  return <ConsolePage {...page} fill bleed crumb={name ?? title} tabTitle={name ?? title} list={list} />;
};
