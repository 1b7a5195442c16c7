import { useProvidedNames } from '@redoubt/i18n';
import type { TextUser } from '@redoubt/contracts';
import { Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { hrefOf } from '../../routes/address.ts';
import { editorHref } from '../rules/links.ts';

const hrefOfText = ({ kind, id, assessment }: Omit<TextUser, 'name'>): string | null => {
  if (kind === 'function') return hrefOf('/data/functions', undefined, { function: id });
  if (kind === 'velocitySet') return hrefOf('/data/velocities', undefined, { set: id });
  return assessment === null ? null : editorHref({ assessment, id });
};

/** A rule, function or velocity set by its name, leading to its editor. */
export const TextLink = ({ name, ...text }: TextUser): ReactNode => {
  const href = hrefOfText(text);
  const shown = useProvidedNames().shown(name);
  return href === null ? shown : <Link href={href}>{shown}</Link>;
};
