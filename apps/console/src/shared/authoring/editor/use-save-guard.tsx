import { useText } from '@redoubt/i18n';
import { ConfirmPanel } from '@redoubt/ui';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ENVIRONMENT_PARAMETER } from '../../../routes/address.ts';

type Place = { readonly pathname: string; readonly search: unknown };

const memberOf = (search: unknown, name: string): unknown =>
  typeof search === 'object' && search !== null ? (search as Readonly<Record<string, unknown>>)[name] : undefined;

/** Whether going there leaves the text behind: another page, rule, set, function or environment; filters and views do not. */
const leaves = (from: Place, to: Place): boolean =>
  from.pathname !== to.pathname ||
  ['rule', 'set', 'function', 'list', ENVIRONMENT_PARAMETER].some(
    (name) => memberOf(from.search, name) !== memberOf(to.search, name),
  );

/**
 * Asks before unsaved work is left, on the page itself; closing the tab asks in the browser's own words. Unlike the
 * guard of the frame it also knows rules, velocity sets, functions and lists, which
 * share one path each. Answers the question, or null while nothing is asked.
 */
export const useSaveGuard = (unsaved: boolean): ReactNode => {
  const text = useText('rules');
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && leaves(current, next),
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <div className="py-2 px-page border-bottom-1">
      <ConfirmPanel
        title={text('guard.title')}
        confirmText={text('guard.leave')}
        onConfirm={proceed}
        onCancel={reset}
      />
    </div>
  );
};
