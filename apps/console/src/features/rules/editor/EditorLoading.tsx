import { ErrorState, Loading, LoadingBlock } from '@redoubt/ui';
import { useRulesTitle } from '../../../shared/assessments/assessment.ts';
import styles from '../../../shared/authoring/editor/editor.module.css';
import { EditorPage } from './EditorPage.tsx';

type Loaded = { readonly error: unknown; readonly refetch: () => unknown };

/** In the place of the editor while what it needs is loaded, or could not be. */
export const EditorLoading = ({ queries }: { readonly queries: readonly Loaded[] }) => {
  const title = useRulesTitle();
  const failed = queries.find(({ error }) => error);
  return (
    <EditorPage title={title} name={null}>
      {failed ? (
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
      )}
    </EditorPage>
  );
};
