import type { Application } from '@redoubt/contracts';
import { allows } from '@redoubt/domain';
import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { applicationsQuery } from './applications.queries.ts';

const NONE: readonly Application[] = [];

/** Applications that can get tokens and may call around here; none for people who may not see applications. */
export const useUsableApplications = (): readonly Application[] => {
  const call = useCall();
  const { id, capabilities } = useEnvironment();
  const query = useQuery({ ...applicationsQuery(call, id), enabled: allows(capabilities, 'applications:read') });
  return (
    query.data?.applications.filter(
      ({ status, grants }) =>
        ['Active', 'Expiring'].includes(status) && grants.some(({ roles }) => roles.includes('Risk_API')),
    ) ?? NONE
  );
};
