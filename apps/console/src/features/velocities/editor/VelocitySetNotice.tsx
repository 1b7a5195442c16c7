import { HistoryRegular, PeopleRegular } from '@fluentui/react-icons';
import type { VelocitySetDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton } from '@redoubt/ui';
import type { DraftState } from '../../../drafts/draft-state.ts';
import frame from '../../../shared/authoring/editor/editor.module.css';
import type { EditedVelocitySet } from '../text/edited-velocity-set.ts';
import type { ShownVelocitySet } from './use-shown-velocity-set.ts';

export type VelocitySetNoticeProps = {
  readonly state: DraftState<VelocitySetDetail, EditedVelocitySet>;
  readonly shown: ShownVelocitySet;
  readonly onTakeTheirs: () => void;
  readonly onOverwrite: () => void;
  /** The text on screen becomes the draft. */
  readonly onUse: () => void;
  /** Back from an older version. */
  readonly onClose: () => void;
};

/** Says that another user changed the set, or that what is on screen is not the draft, and how to get on from there. */
export const VelocitySetNotice = ({
  state,
  shown,
  onTakeTheirs,
  onOverwrite,
  onUse,
  onClose,
}: VelocitySetNoticeProps) => {
  const text = useText('velocities');
  const rules = useText('rules');
  const formats = useFormats();
  const { saved, theirs } = state;
  if (state.phase === 'conflict')
    return (
      <div className={frame.conflict} role="alert">
        <div className={frame.notice}>
          <PeopleRegular fontSize={16} aria-hidden />
          <span className={frame.noticeText}>
            <b>{text('conflict')}</b>{' '}
            {theirs === null ? text('editor.gone') : text('editor.changedBy', { by: theirs.draft?.by ?? '' })}
          </span>
          {theirs === null ? null : (
            <>
              <CommandButton
                appearance="outline"
                command={{ id: 'theirs', text: rules('conflict.takeTheirs'), onSelect: onTakeTheirs }}
              />
              <CommandButton
                appearance="danger"
                command={{ id: 'mine', text: rules('conflict.overwrite'), onSelect: onOverwrite }}
              />
            </>
          )}
        </div>
      </div>
    );
  if (shown.kind === 'draft' || !saved.canWrite) return null;
  const version = saved.history.find((each) => each.version === shown.version);
  return (
    <div className={frame.notice} role="status">
      <HistoryRegular fontSize={16} aria-hidden />
      <span className={frame.noticeText}>
        {shown.kind === 'published'
          ? text(saved.draft ? 'editor.publishedWithDraft' : 'editor.publishedReadOnly')
          : rules('history.showing', {
              version: shown.version ?? 0,
              at: version ? formats.dateTime(version.published.at) : '',
              by: version?.published.by ?? '',
            })}
      </span>
      {shown.kind === 'version' ? (
        <>
          <CommandButton appearance="outline" command={{ id: 'use', text: rules('history.use'), onSelect: onUse }} />
          <CommandButton command={{ id: 'close', text: rules('history.close'), onSelect: onClose }} />
        </>
      ) : null}
    </div>
  );
};
