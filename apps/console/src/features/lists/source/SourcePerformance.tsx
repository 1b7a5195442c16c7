import type { CallPeriod } from '@redoubt/contracts';
import { useState, type ReactNode } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { PerformancePart } from '../../../shared/external-calls/PerformancePart.tsx';
import { listMetricsQuery } from './source.queries.ts';

/** How look-ups in a list did whose rows are asked for. */
export const SourcePerformance = ({ listId }: { readonly listId: string }): ReactNode => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [period, setPeriod] = useState<CallPeriod>('24h');
  return (
    <PerformancePart
      metrics={listMetricsQuery(call, environmentId, listId, period)}
      period={period}
      onPeriod={setPeriod}
      suspends
    />
  );
};
