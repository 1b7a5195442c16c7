import { useText } from '@redoubt/i18n';
import { ErrorState, Loading, SidePanel } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { ControlShareForm } from './ControlShareForm.tsx';
import { controlShareQuery } from './control-share.queries.ts';

/** Which part of stopped purchases passes in the environment in force. */
export const ControlSharePanel = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const text = useText('rules');
  const query = useQuery(controlShareQuery(useCall(), useEnvironment().id));
  if (query.data) return <ControlShareForm key={query.data.version} detail={query.data} onClose={onClose} />;
  return (
    <SidePanel over title={text('control.title')} onClose={onClose}>
      {query.isError ? <ErrorState error={query.error} compact onRetry={() => void query.refetch()} /> : <Loading />}
    </SidePanel>
  );
};
