import { useText } from '@redoubt/i18n';
import { useNotify } from '../notifications/CalloutProvider.tsx';

/** Says that a menu did not come, with the way to get it. */
export const useMissingMenu = (): (() => void) => {
  const notify = useNotify();
  const text = useText('shell');
  return () =>
    notify({
      severity: 'Error',
      title: text('newVersion.title'),
      body: text('newVersion.body'),
      action: { text: text('newVersion.reload'), onSelect: () => location.reload() },
    });
};
