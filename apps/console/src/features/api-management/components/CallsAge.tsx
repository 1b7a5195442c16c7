import { useFormats, useText } from '@redoubt/i18n';
import { REFRESH_MS } from '../api-management.queries.ts';

/** From when the numbers on screen are, and how soon newer ones come. */
export const CallsAge = ({ atMs }: { readonly atMs: number }): string => {
  const common = useText('common');
  const formats = useFormats();
  const asOf = common('time.asOf', { time: formats.time(atMs) });
  return `${asOf} · ${common('time.refreshesEvery', { seconds: REFRESH_MS / 1000 })}`;
};
