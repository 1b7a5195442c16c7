import type { Upload } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import type { ReactNode } from 'react';
import { useSending } from '../sending/senders.ts';
import { useShareText, useTimeLeftText } from '../use-progress-text.ts';
import styles from './uploads.module.css';
import { UploadStateChip } from './UploadStateChip.tsx';

/** What is worked on: bytes that are sent, lines that are read. Null where nothing is. */
const useDone = ({
  id,
  state,
  receivedBytes,
  sizeBytes,
  work,
}: Upload): { readonly done: number; readonly total: number; readonly secondsLeft: number | null } | null => {
  const sending = useSending(id);
  if (state === 'uploading') {
    const sent = Math.max(receivedBytes, sending?.sentBytes ?? 0);
    const rate = sending?.bytesPerSecond ?? 0;
    return { done: sent, total: sizeBytes, secondsLeft: rate > 0 ? Math.ceil((sizeBytes - sent) / rate) : null };
  }
  if (work === null || work.total === null) return null;
  return { done: work.done, total: work.total, secondsLeft: work.secondsLeft };
};

/** The state of an upload in its row of the list, with how far the work on it is. */
export const UploadProgress = ({ upload }: { readonly upload: Upload }): ReactNode => {
  const text = useText('uploads');
  const shareText = useShareText();
  const timeLeftText = useTimeLeftText();
  const progress = useDone(upload);
  if (progress === null) return <UploadStateChip upload={upload} />;
  const { done, total, secondsLeft } = progress;
  const share = shareText(done, total);
  return (
    <span className={styles.rowProgress} title={[share, timeLeftText(secondsLeft)].filter(Boolean).join(' · ')}>
      <UploadStateChip upload={upload} />
      <progress value={done} max={total} aria-label={text('column.state')} />
      <span>{share}</span>
    </span>
  );
};
