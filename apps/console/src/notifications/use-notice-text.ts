import type { Notice } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';

const plain = (params: Notice['params']): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

/** What a notice says in the reader's language. */
export const useNoticeText = (): ((notice: Pick<Notice, 'code' | 'params'>) => {
  readonly title: string;
  readonly body: string;
}) => {
  const text = useText('shell');
  return ({ code, params }) => ({
    title: text(`notice.${code}.title`, plain(params)),
    body: text(`notice.${code}.body`, plain(params)),
  });
};
