import { RUN_MODES, type RunMode } from '@redoubt/domain';
import { useText } from '@redoubt/i18n';
import { ModeSentence } from '../../../shared/list-page/ModeSentence.tsx';

export type RunModeSentenceProps = {
  readonly runMode: RunMode;
  readonly canWrite: boolean;
  readonly onChange: (runMode: RunMode) => void;
};

/** How the rules run, and where that is changed. */
export const RunModeSentence = ({ runMode, canWrite, onChange }: RunModeSentenceProps) => {
  const text = useText('rules');
  return (
    <ModeSentence
      before={text('list.runModeBefore')}
      label={text('list.runModeLabel')}
      modes={RUN_MODES}
      mode={runMode}
      nameOf={(mode) => text(`list.runMode.${mode}`)}
      noteOf={(mode) => text(`list.runModeNote.${mode}`)}
      onChange={canWrite ? onChange : undefined}
    />
  );
};
