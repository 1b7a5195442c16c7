import { ArrowDownloadRegular } from '@fluentui/react-icons';
import type { Text } from '@redoubt/i18n';
import type { Command } from '@redoubt/ui';
import type { ListFind } from '../../shared/list-page/ListPage.tsx';

/** Finds people by what is typed, kept in the address. */
export const findPeople = (
  text: Text<'people'>,
  { find = '' }: { readonly find?: string | undefined },
  update: (change: { readonly find: string | undefined }, options: { readonly replace: true }) => void,
): ListFind => ({
  text: text('find'),
  value: find,
  onChange: (typed) => update({ find: typed }, { replace: true }),
});

/** Saves all that a list was asked for as CSV. */
export const exportCommand = <Question>(
  text: Text<'people'>,
  download: { readonly isPending: boolean; readonly mutate: (question: Question) => void },
  question: Question,
): Command => ({
  id: 'export',
  text: text('export'),
  icon: ArrowDownloadRegular,
  onSelect: download.isPending ? undefined : () => download.mutate(question),
});
