import type { Notice } from '@redoubt/contracts';
import { ENVIRONMENT_PARAMETER } from '../routes/address.ts';

/** Where a notice leads, in the environment that it is about rather than the one on screen. */
export const noticeHref = ({ link, environment }: Pick<Notice, 'environment'> & { readonly link: string }): string =>
  environment === null ? link : `${link}${link.includes('?') ? '&' : '?'}${ENVIRONMENT_PARAMETER}=${environment.id}`;
