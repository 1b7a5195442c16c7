import type { SearchIndexDetail } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, DateTimeText, ErrorState, ToneChip } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { useSearchIndexMutations } from './search-index.queries.ts';

type Work = NonNullable<SearchIndexDetail['work']>;

const TONES = {
  queued: 'neutral',
  running: 'review',
  done: 'approve',
  failed: 'reject',
  cancelled: 'neutral',
} as const;

/** How far it is, in words and as a bar. */
const Progress = ({ work }: { readonly work: Work }): ReactNode => {
  const text = useText('searchIndex');
  const formats = useFormats();
  const { kind, done, total, secondsLeft } = work;
  if (kind === 'remove' || total === null) return <span>{text('work.removed', { count: formats.number(done) })}</span>;
  return (
    <>
      <progress value={done} max={Math.max(1, total)} aria-label={text('work.title')} />
      <span>{text('work.filled', { done: formats.number(done), total: formats.number(total) })}</span>
      {secondsLeft === null ? null : (
        <span className="soft">{text('work.left', { seconds: formats.number(secondsLeft) })}</span>
      )}
    </>
  );
};

/** What is done on the index now, or was last, with the ways to stop it, to go on and to begin anew. */
export const IndexWork = ({ detail }: { readonly detail: SearchIndexDetail }): ReactNode => {
  const { work, task, isOn, canWrite } = detail;
  const text = useText('searchIndex');
  const { rebuild, cancel, resume } = useSearchIndexMutations();
  const isOpen = work?.state === 'queued' || work?.state === 'running';
  const isStopped = task !== null && (work?.state === 'cancelled' || work?.state === 'failed');
  const isBusy = rebuild.isPending || cancel.isPending || resume.isPending;
  const error = rebuild.error ?? cancel.error ?? resume.error;
  const commands = [
    ...(isOpen ? [{ id: 'cancelIndex', text: text('work.cancel'), onSelect: () => cancel.mutate() }] : []),
    ...(isStopped ? [{ id: 'resumeIndex', text: text('work.resume'), onSelect: () => resume.mutate() }] : []),
    ...(isOn && !isOpen ? [{ id: 'rebuildIndex', text: text('work.rebuild'), onSelect: () => rebuild.mutate() }] : []),
  ];
  return (
    <div className="stack-2">
      {work === null ? (
        <p className="soft">{text(isOn ? 'work.whole' : 'work.none')}</p>
      ) : (
        <div className="row-wrap-middle" role="status">
          <span className="strong">{text(task === 'rebuild' ? 'work.rebuilding' : `work.${work.kind}`)}</span>
          <ToneChip tone={TONES[work.state]} appearance="plain" text={text(`state.${work.state}`)} />
          <Progress work={work} />
          <span className="soft">
            {text('work.asked', { by: work.asked.by })} <DateTimeText at={work.asked.at} />
          </span>
          {work.problem === null ? null : <code>{work.problem}</code>}
        </div>
      )}
      {error ? <ErrorState error={error} compact /> : null}
      {canWrite && commands.length > 0 ? (
        <div className="row-wrap">
          {commands.map((command) => (
            <CommandButton
              key={command.id}
              appearance="outline"
              command={{ ...command, disabledReason: isBusy ? text('state.running') : undefined }}
            />
          ))}
        </div>
      ) : null}
    </div>
  );
};
