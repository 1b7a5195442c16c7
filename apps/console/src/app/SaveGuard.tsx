import { useText } from '@redoubt/i18n';
import { ConfirmPanel } from '@redoubt/ui';
import { useBlocker } from '@tanstack/react-router';
import styles from './save-guard.module.css';

/**
 * Asks before a page with unsaved changes is left. Put it on the page; draft editors that save by themselves need none.
 */
export const SaveGuard = ({ dirty }: { readonly dirty: boolean }) => {
  const text = useText('shell');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <div className={styles.strip}>
      <ConfirmPanel title={text('guard.title')} confirmText={text('guard.leave')} onConfirm={proceed} onCancel={reset}>
        {text('guard.body')}
      </ConfirmPanel>
    </div>
  );
};
