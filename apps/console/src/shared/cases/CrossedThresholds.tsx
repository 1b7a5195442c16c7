import { AlertRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip, Link } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment, useMay } from '../../app/console-context.tsx';
import { hrefOf } from '../../routes/address.ts';
import { caseThresholdsQuery } from './case-thresholds.queries.ts';

/** How many watched figures of cases are above their threshold, for those who may see the report; it leads there. */
export const CrossedThresholds = (): ReactNode => {
  const text = useText('caseReport');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const enabled = useMay()('caseReport:read');
  const { data } = useQuery({ ...caseThresholdsQuery(call, environmentId), enabled });
  const count = data?.thresholds.filter(({ crossedAt }) => crossedAt !== null).length ?? 0;
  return count === 0 ? null : (
    <Link href={hrefOf('/casemanagement/report')}>
      <Chip icon={AlertRegular}>{text('threshold.crossed', { count })}</Chip>
    </Link>
  );
};
