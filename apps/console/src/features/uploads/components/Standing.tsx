import type { UploadDetail } from '@redoubt/contracts';
import { canTakeBack, isRetailSet, listOfSet } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ErrorState, Link } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useMay } from '../../../app/console-context.tsx';
import { areEvents, lossDataHref } from '../upload-address.ts';
import { useShareText, useTimeLeftText } from '../use-progress-text.ts';
import { SendStrip } from './SendStrip.tsx';
import styles from './uploads.module.css';

/** How far the server is with it. */
const WorkBar = ({ upload: { state, work, dataSet } }: { readonly upload: UploadDetail }): ReactNode => {
  const text = useText('uploads');
  const formats = useFormats();
  const shareText = useShareText();
  const timeLeftText = useTimeLeftText();
  if (state !== 'checking' && state !== 'processing' && state !== 'undoing') return null;
  const total = work?.total ?? null;
  const isEvents = areEvents(dataSet);
  const name = text(state === 'undoing' && !isEvents ? 'work.undoingLines' : `work.${state}`);
  const facts =
    work === null || total === null
      ? [text('work.waiting')]
      : [
          text(state === 'undoing' && isEvents ? 'work.events' : 'work.lines', {
            done: formats.number(work.done),
            total: formats.number(total),
          }),
          shareText(work.done, total),
          timeLeftText(work.secondsLeft),
        ];
  return (
    <div className={styles.bar}>
      <b role="status">{name}</b>
      <progress aria-label={name} {...(total === null ? {} : { value: work?.done ?? 0, max: total })} />
      <span className="tabular">{facts.filter((fact) => fact !== null).join(' · ')}</span>
    </div>
  );
};

/** What an upload that rests stands at, in sentences. */
const useSentences = (upload: UploadDetail): readonly string[] => {
  const text = useText('uploads');
  const formats = useFormats();
  const { state, rows, refused, doneRows, stored, repeated, undone, mappingProblems, dataSet } = upload;
  const isEvents = areEvents(dataSet);
  const lines = (key: 'ready' | 'readyRefused' | 'linesReady' | 'linesStored' | 'linesUndone', count: number): string =>
    text(`standing.${key}`, { count, lines: formats.number(count) });
  const events = (key: 'stored' | 'repeated' | 'undone', count: number): string =>
    text(`standing.${key}`, { count, events: formats.number(count) });
  switch (state) {
    case 'mapping':
      return mappingProblems.length > 0
        ? [text('standing.incomplete', { count: mappingProblems.length })]
        : [text('standing.toCheck')];
    case 'ready': {
      const accepted = rows - refused;
      if (doneRows > 0)
        return [text('standing.stopped', { done: formats.number(doneRows), total: formats.number(rows) })];
      if (accepted === 0) return [text('standing.noLines')];
      const isFinal = !canTakeBack(dataSet);
      return [
        lines(isEvents ? 'ready' : 'linesReady', accepted),
        ...(refused > 0 ? [lines('readyRefused', refused)] : []),
        ...(isFinal ? [text('standing.final')] : []),
        ...(listOfSet(dataSet) === null ? [] : [text('panel.joins')]),
      ];
    }
    case 'succeeded':
      return [
        isEvents ? events('stored', stored) : lines('linesStored', stored),
        ...(repeated > 0 ? [events('repeated', repeated)] : []),
      ];
    case 'undone':
      return [isEvents ? events('undone', undone) : lines('linesUndone', undone)];
    default:
      return [];
  }
};

/** Where an upload stands, and what is to be done next. */
export const Standing = ({ upload }: { readonly upload: UploadDetail }): ReactNode => {
  const text = useText('uploads');
  const routes = useText('routes');
  const may = useMay();
  const sentences = useSentences(upload);
  const { state, problem, problemLine, dataSet } = upload;
  if (state === 'uploading') return <SendStrip upload={upload} />;
  return (
    <div className={styles.strip}>
      <WorkBar upload={upload} />
      {state === 'failed' ? (
        <>
          <b>{problemLine === null ? text('standing.failed') : text('standing.failedAt', { line: problemLine })}</b>
          {problem === null ? null : <ErrorState error={{ code: problem, params: { line: problemLine } }} compact />}
        </>
      ) : null}
      {sentences.length > 0 ? (
        <p className="m-0" role="status">
          {sentences.join(' ')}
        </p>
      ) : null}
      {state === 'succeeded' && isRetailSet(dataSet) && may('lossPrevention:read') ? (
        <Link href={lossDataHref()}>{routes('lossPrevention.title')}</Link>
      ) : null}
    </div>
  );
};
