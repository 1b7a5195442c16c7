import { CheckmarkRegular, ErrorCircleRegular } from '@fluentui/react-icons';
import { useFormats, useText } from '@redoubt/i18n';
import { Chip } from '@redoubt/ui';
import type { DraftState } from '../../../drafts/draft-state.ts';

type Drafted = { readonly draft: { readonly savedAt: string } | null };

export type SaveChipProps = {
  readonly state: Pick<DraftState<Drafted, unknown>, 'phase' | 'saved'>;
  readonly onSaveAgain: () => void;
};

/** Whether what is on screen is kept on the server. */
export const SaveChip = ({ state, onSaveAgain }: SaveChipProps) => {
  const text = useText('rules');
  const formats = useFormats();
  const { phase, saved } = state;
  if (phase === 'failed')
    return (
      <Chip icon={ErrorCircleRegular} onSelect={onSaveAgain}>
        {text('editor.saveFailed')} · <b>{text('editor.saveAgain')}</b>
      </Chip>
    );
  if (phase === 'changed') return <Chip>{text('editor.waiting')}</Chip>;
  if (phase === 'saving') return <Chip>{text('editor.saving')}</Chip>;
  if (phase === 'conflict') return <Chip icon={ErrorCircleRegular}>{text('editor.saveFailed')}</Chip>;
  if (saved.draft === null) return null;
  return (
    <span role="status" className="inline-flex">
      <Chip icon={CheckmarkRegular}>
        {text('editor.saved', { time: formats.time(saved.draft.savedAt, 'minutes') })}
      </Chip>
    </span>
  );
};
