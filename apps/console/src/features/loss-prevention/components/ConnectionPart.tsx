import {
  ArrowSyncRegular,
  PlugConnectedRegular,
  PlugDisconnectedRegular,
  SettingsRegular,
} from '@fluentui/react-icons';
import type { LossConnectionState } from '@redoubt/contracts';
import { MAX_UNPACKED_RATIO, MAX_UPLOAD_BYTES, MAX_UPLOAD_COLUMNS } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, Facts, Link, Section, ToneChip, useFailureText } from '@redoubt/ui';
import { Fragment, useState, type ReactNode } from 'react';
import { hrefOf } from '../../../routes/address.ts';
import { ReportTable, type ReportColumn } from '../../../shared/reports/ReportTable.tsx';
import { SecretText } from '../../../shared/secrets/SecretText.tsx';
import { useConnectionMutations } from '../loss-prevention.queries.ts';
import { ConnectionForm } from './ConnectionForm.tsx';

type Sync = LossConnectionState['syncs'][number];

const STATES = {
  none: { tone: 'neutral', icon: PlugDisconnectedRegular },
  connected: { tone: 'approve', icon: PlugConnectedRegular },
  disconnected: { tone: 'neutral', icon: PlugDisconnectedRegular },
  error: { tone: 'reject' },
} as const;
const SYNC_LOOKS = {
  inProgress: { tone: 'neutral', icon: ArrowSyncRegular },
  success: { tone: 'approve' },
  failed: { tone: 'reject' },
} as const;

/** What messages of files name. */
const LIMITS = { limitBytes: MAX_UPLOAD_BYTES, limit: MAX_UPLOAD_COLUMNS, ratio: MAX_UNPACKED_RATIO };

/** Why a sync failed, and what it left. */
const Remark = ({ sync }: { readonly sync: Sync }): ReactNode => {
  const { problem, problemFile, resting, waiting } = sync;
  const text = useText('lossPrevention');
  const say = useFailureText();
  const sentences = [
    ...(problemFile === null ? [] : [`${problemFile}:`]),
    ...(problem === null ? [] : [say({ code: problem, params: LIMITS })]),
    ...(waiting > 0 ? [text('connection.waiting', { count: waiting })] : []),
  ];
  return (
    <>
      {sentences.join(' ')}{' '}
      {resting > 0 ? (
        <Link href={hrefOf('/data/upload/lossprevention')}>{text('connection.resting', { count: resting })}</Link>
      ) : null}
    </>
  );
};

const useSyncColumns = (): readonly ReportColumn<Sync>[] => {
  const text = useText('lossPrevention');
  const formats = useFormats();
  return [
    { head: text('column.started'), cell: ({ startedAt }) => formats.dateTime(startedAt) },
    {
      head: text('column.state'),
      cell: ({ state }) => (
        <ToneChip appearance="plain" text={text(`connection.sync.${state}`)} {...SYNC_LOOKS[state]} />
      ),
    },
    { head: text('column.ended'), cell: ({ endedAt }) => (endedAt === null ? '–' : formats.dateTime(endedAt)) },
    { head: text('column.files'), kind: 'end', cell: ({ files }) => formats.number(files) },
    { head: text('column.stored'), kind: 'end', cell: ({ stored }) => formats.number(stored) },
    { head: text('column.refused'), kind: 'end', cell: ({ refused }) => formats.number(refused) },
    { head: text('column.remark'), cell: (sync) => <Remark sync={sync} /> },
  ];
};

const Syncs = ({ syncs }: { readonly syncs: readonly Sync[] }): ReactNode => {
  const text = useText('lossPrevention');
  const columns = useSyncColumns();
  return (
    <ReportTable
      title={text('connection.syncs')}
      meta=""
      none={text('connection.noSync')}
      rows={syncs}
      keyOf={({ id }) => id}
      layout="fitted"
      columns={columns}
    />
  );
};

/** When and where files are taken. */
const ConnectionFacts = ({ connection }: { readonly connection: LossConnectionState }): ReactNode => {
  const { state, frequency, sets, lastSyncAt, nextSyncAt, created } = connection;
  const text = useText('lossPrevention');
  const formats = useFormats();
  return (
    <Facts>
      <dt>{text('connection.status')}</dt>
      <dd>
        <ToneChip appearance="plain" text={text(`connection.state.${state}`)} {...STATES[state]} />
      </dd>
      {created === null ? null : (
        <>
          <dt>{text('connection.last')}</dt>
          <dd>{lastSyncAt === null ? text('connection.never') : formats.dateTime(lastSyncAt)}</dd>
          <dt>{text('connection.next')}</dt>
          <dd>
            {nextSyncAt === null ? '–' : `${formats.dateTime(nextSyncAt)}, ${text(`connection.every.${frequency}`)}`}
          </dd>
          <dt>{text('connection.created')}</dt>
          <dd>
            {formats.dateTime(created.at)}, {created.by}
          </dd>
          {sets.map(({ set, pattern }) => (
            <Fragment key={set}>
              <dt>{text(`set.${set}`)}</dt>
              <dd className="mono anywhere">{pattern}</dd>
            </Fragment>
          ))}
        </>
      )}
    </Facts>
  );
};

/** The folder that files are taken from without a person, and the last syncs. */
export const ConnectionPart = ({ connection }: { readonly connection: LossConnectionState }): ReactNode => {
  const { canWrite, isAllowed, folder, state, isSyncing, syncs } = connection;
  const text = useText('lossPrevention');
  const common = useText('common');
  const { sync, disconnect } = useConnectionMutations();
  const [open, setOpen] = useState<'form' | 'question' | null>(null);
  const close = (): void => setOpen(null);
  const isConnected = state === 'connected' || state === 'error';
  const busy = sync.isPending || disconnect.isPending ? common('saving') : undefined;
  const form = {
    id: 'form',
    text: text(isConnected ? 'connection.change' : state === 'none' ? 'connection.connect' : 'connection.again'),
    icon: isConnected ? SettingsRegular : PlugConnectedRegular,
    onSelect: () => setOpen('form'),
    disabledReason: isAllowed ? busy : text('connection.off'),
  };
  const commands = [
    ...(isConnected
      ? [
          {
            id: 'sync',
            text: text('connection.now'),
            icon: ArrowSyncRegular,
            onSelect: () => sync.mutate(),
            disabledReason: isSyncing ? text('connection.running') : busy,
          },
        ]
      : []),
    form,
    ...(isConnected
      ? [
          {
            id: 'disconnect',
            text: text('connection.disconnect'),
            icon: PlugDisconnectedRegular,
            onSelect: () => setOpen('question'),
            disabledReason: busy,
          },
        ]
      : []),
  ];
  const error = sync.error ?? disconnect.error;
  return (
    <>
      {open === 'form' ? <ConnectionForm connection={connection} onClose={close} /> : null}
      <Section
        title={text('connection.title')}
        end={canWrite ? commands.map((command) => <CommandButton key={command.id} command={command} />) : null}
      >
        <div className="stack-3">
          <p className="m-0">{text(isAllowed ? 'connection.about' : 'connection.off')}</p>
          {open === 'question' ? (
            <ConfirmPanel
              title={text('connection.ask')}
              confirmText={text('connection.disconnect')}
              busy={disconnect.isPending}
              onConfirm={() => disconnect.mutate(undefined, { onSettled: close })}
              onCancel={close}
            >
              <p className="m-0">{text('connection.stays')}</p>
            </ConfirmPanel>
          ) : null}
          {error ? <ErrorState error={error} compact /> : null}
          <ConnectionFacts connection={connection} />
          {folder === null ? null : (
            <div>
              <span className="soft">{text('connection.folder')}</span>
              <SecretText secret={folder} label={text('connection.folder')} />
            </div>
          )}
        </div>
      </Section>
      {state === 'none' && syncs.length === 0 ? null : <Syncs syncs={syncs} />}
    </>
  );
};
