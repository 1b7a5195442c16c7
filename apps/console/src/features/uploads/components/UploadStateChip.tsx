import { ArrowSyncRegular, ClockRegular, SubtractCircleRegular } from '@fluentui/react-icons';
import type { Upload } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ToneChip, type Tone } from '@redoubt/ui';
import type { ReactNode } from 'react';

const LOOKS = {
  uploading: { tone: 'neutral', icon: ClockRegular },
  mapping: { tone: 'review' },
  checking: { tone: 'neutral', icon: ArrowSyncRegular },
  ready: { tone: 'review' },
  stopped: { tone: 'review' },
  processing: { tone: 'neutral', icon: ArrowSyncRegular },
  succeeded: { tone: 'approve' },
  failed: { tone: 'reject' },
  undoing: { tone: 'neutral', icon: ArrowSyncRegular },
  undone: { tone: 'neutral', icon: SubtractCircleRegular },
} as const satisfies Record<Upload['state'] | 'stopped', { readonly tone: Tone; readonly icon?: unknown }>;

/** The state of an upload in words; one that was stopped while it was stored differs from one that was not begun. */
export const shownState = ({ state, doneRows }: Pick<Upload, 'state' | 'doneRows'>): Upload['state'] | 'stopped' =>
  state === 'ready' && doneRows > 0 ? 'stopped' : state;

export const UploadStateChip = (props: {
  readonly upload: Pick<Upload, 'state' | 'doneRows'>;
  readonly appearance?: 'chip' | 'plain';
}): ReactNode => {
  const { upload, appearance = 'plain' } = props;
  const text = useText('uploads');
  const state = shownState(upload);
  return <ToneChip appearance={appearance} text={text(`state.${state}`)} {...LOOKS[state]} />;
};
