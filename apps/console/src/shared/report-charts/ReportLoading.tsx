import { LoadingBlock } from '@redoubt/ui';
import type { ReactNode } from 'react';

/** Stands in place of the parts of a report while they load; `heights` are theirs in pixels. */
export const ReportLoading = ({ heights }: { readonly heights: readonly number[] }): ReactNode => (
  <div className="stack-4">
    {heights.map((height, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- they never change places
      <LoadingBlock key={at} height={height} />
    ))}
  </div>
);
