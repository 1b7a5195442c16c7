import { ErrorState, Loading, LoadingBlock } from '@redoubt/ui';
import styles from './editor.module.css';

type Loaded = { readonly error: unknown; readonly refetch: () => unknown };

export type EditorSkeletonProps = { readonly queries: readonly Loaded[] };

/** In the place of an editor while what it needs is loaded, or could not be. */
export const EditorSkeleton = ({ queries }: EditorSkeletonProps) => {
  const failed = queries.find(({ error }) => error);
  return failed ? (
    <ErrorState
      error={failed.error}
      onRetry={() => {
        for (const { refetch } of queries) refetch();
      }}
    />
  ) : (
    <div className={styles.work}>
      <div className="min-w-0 py-2 px-page">
        <Loading rows={12} rowHeight={28} columns={[1, 8]} />
      </div>
      <div className="min-w-0 py-2 px-page">
        <LoadingBlock height={240} />
      </div>
    </div>
  );
};
