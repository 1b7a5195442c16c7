import { useRulesTitle } from '../../../shared/assessments/use-rules-title.ts';
import { EditorSkeleton, type EditorSkeletonProps } from '../../../shared/authoring/editor/EditorSkeleton.tsx';
import { EditorPage } from './EditorPage.tsx';

/** In the place of the editor while what it needs is loaded, or could not be. */
export const EditorLoading = ({ queries }: EditorSkeletonProps) => {
  const title = useRulesTitle();
  return (
    <EditorPage title={title} name={null}>
      <EditorSkeleton queries={queries} />
    </EditorPage>
  );
};
