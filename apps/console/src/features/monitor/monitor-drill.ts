import type { SearchFilter } from '@redoubt/contracts';
import type { AssessmentName } from '@redoubt/domain';
import type { ChartBucket } from '@redoubt/ui';
import { hrefOf } from '../../routes/address.ts';
import { formatAddress, parseAddress } from '../../shared/search/search-address.ts';

/** The address in Search of the events of a bar, or of a whole period. */
export const monitorDrill = (
  assessment: AssessmentName,
  includeChildren: boolean,
  { fromMs, toMs }: Pick<ChartBucket, 'fromMs' | 'toMs'>,
  filters: readonly SearchFilter[] = [],
): string => {
  const range = { kind: 'between', from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() } as const;
  const question = { ...parseAddress({}), eventType: assessment, includeChildren, range, filters };
  return hrefOf('/search', undefined, formatAddress(question));
};

const LAST_BUCKET = 900;

/** Conditions of a hundred of the risk score; the outermost ones hold scores beyond. */
export const scoreFilters = (from: number): readonly SearchFilter[] => [
  ...(from === 0 ? [] : [{ field: 'riskScore' as const, operator: 'atLeast' as const, values: [String(from)] }]),
  ...(from === LAST_BUCKET
    ? []
    : [{ field: 'riskScore' as const, operator: 'atMost' as const, values: [String(from + 99)] }]),
];
