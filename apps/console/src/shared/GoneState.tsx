import { asFailure, Empty, ErrorState, type EmptyProps } from '@redoubt/ui';
import type { ReactNode } from 'react';

/** A page whose thing could not be read: gone, where the server says so, or failed, to be tried again. */
export const GoneState = (props: {
  readonly query: { readonly error: Error | null; readonly refetch: () => Promise<unknown> };
  /** Codes that say that the thing is not there. */
  readonly codes: readonly string[];
  readonly gone: Pick<EmptyProps, 'title' | 'body' | 'action'>;
}): ReactNode => {
  const { query, codes, gone } = props;
  return codes.includes(asFailure(query.error).code) ? (
    <Empty {...gone} />
  ) : (
    <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  );
};
