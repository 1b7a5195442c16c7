import { useText } from '@redoubt/i18n';
import { ConsolePage, type ConsolePageProps } from '../../../shell/ConsolePage.tsx';
import { velocitySetListHref } from '../../../shared/velocities/address.ts';

export type VelocitySetPageProps = Omit<ConsolePageProps, 'crumb' | 'list' | 'tabTitle' | 'fill' | 'bleed'> & {
  /** Name of the set for breadcrumb and tab; null while it loads. */
  readonly name: string | null;
};

/** The frame of one set: like every page, with the list as the breadcrumb above it. */
export const VelocitySetPage = ({ name, ...page }: VelocitySetPageProps) => {
  const title = useText('velocities')('title');
  const list = name === null ? undefined : { text: title, href: velocitySetListHref() };
  return <ConsolePage {...page} fill bleed crumb={name ?? title} tabTitle={name ?? title} list={list} />;
};
