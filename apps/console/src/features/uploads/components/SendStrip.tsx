import type { UploadDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, useFailureText, asFailure } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { FileDrop } from '../../../shared/files/FileDrop.tsx';
import type { SendState } from '../sending/send-file.ts';
import { pauseSending, resumeSending, useSending } from '../sending/senders.ts';
import { useSendFile } from '../uploads.queries.ts';
import { useShareText, useTimeLeftText } from '../use-progress-text.ts';
import { ACCEPTED_FILES } from './NewUploadPanel.tsx';
import styles from './uploads.module.css';

/** Why this tab does not send the file on, in words. */
const useProblemText = ({ name, sizeBytes }: UploadDetail) => {
  const text = useText('uploads');
  const formats = useFormats();
  const failureText = useFailureText();
  return (problem: NonNullable<SendState['problem']>): string => {
    if (problem.kind === 'refused') return failureText(asFailure(problem.error));
    return text(`send.${problem.kind}`, { name, size: formats.bytes(sizeBytes) });
  };
};

/** How far a file is on its way to the server; asks for it again where this tab does not have it. */
export const SendStrip = ({ upload }: { readonly upload: UploadDetail }): ReactNode => {
  const { id, name, sizeBytes, receivedBytes, actions } = upload;
  const text = useText('uploads');
  const formats = useFormats();
  const shareText = useShareText();
  const timeLeftText = useTimeLeftText();
  const problemText = useProblemText(upload);
  const sendFile = useSendFile();
  const sending = useSending(id);
  const sent = Math.max(receivedBytes, sending?.sentBytes ?? 0);
  const rate = sending?.bytesPerSecond ?? 0;
  const isMoving = sending?.phase === 'sending' && rate > 0;
  const facts = [
    text('send.of', { sent: formats.bytes(sent), size: formats.bytes(sizeBytes) }),
    shareText(sent, sizeBytes),
    isMoving ? text('send.rate', { rate: formats.bytes(rate) }) : null,
    isMoving ? timeLeftText(Math.ceil((sizeBytes - sent) / rate)) : null,
  ].filter((fact) => fact !== null);
  const isHere = sending !== undefined && sending.phase !== 'stopped';
  const problem = sending?.problem ?? null;
  return (
    <div className={styles.strip}>
      <div className={styles.bar}>
        <b role="status">
          {text(sending ? `send.${sending.phase === 'sent' ? 'sending' : sending.phase}` : 'send.title')}
        </b>
        <progress value={sent} max={sizeBytes} aria-label={text('send.title')} />
        <span className="tabular">{facts.join(' · ')}</span>
        {isHere ? (
          <CommandButton
            appearance="outline"
            command={
              sending.phase === 'paused'
                ? { id: 'resume', text: text('send.resume'), onSelect: () => resumeSending(id) }
                : { id: 'pause', text: text('send.pause'), onSelect: () => pauseSending(id) }
            }
          />
        ) : null}
      </div>
      {problem === null ? null : (
        <p
          className={problem.kind === 'refused' && sending?.phase === 'waiting' ? 'quiet m-0' : 'problem-text m-0'}
          role="alert"
        >
          {problemText(problem)}
        </p>
      )}
      {isHere ? <p className="soft m-0">{text('send.leave')}</p> : null}
      {!isHere && actions.includes('send') ? (
        <FileDrop
          text={text('send.again', { name, size: formats.bytes(sizeBytes) })}
          browse={text('panel.browse')}
          rules=""
          accept={ACCEPTED_FILES}
          onFile={(file) => sendFile(id, file)}
        />
      ) : null}
    </div>
  );
};
