import { useText } from '@redoubt/i18n';
import { EditorSkeleton, type EditorSkeletonProps } from '../../../shared/authoring/editor/EditorSkeleton.tsx';
import { VelocitySetPage } from './VelocitySetPage.tsx';

/** In the place of the editor while what it needs is loaded, or could not be. */
export const VelocitySetLoading = ({ queries }: EditorSkeletonProps) => {
  const text = useText('velocities');
  return (
    <VelocitySetPage title={text('title')} name={null}>
      <EditorSkeleton queries={queries} />
    </VelocitySetPage>
  );
};
