import { Checkbox, Select } from '@fluentui/react-components';
import {
  downloadSearchExport,
  getSearchExports,
  removeSearchExport,
  startSearchExport,
  type BodyIn,
  type SearchExport,
} from '@redoubt/contracts';
import {
  MAX_SEARCH_EXPORT_EVENTS,
  SEARCH_EXPORT_DAYS,
  SEARCH_EXPORT_FORMATS,
  type SearchExportFormat,
} from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ErrorState, QueryState, SidePanel, ToneChip, useFailureText } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../../api/read.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useCall, useEnvironment, useMay } from '../../../app/console-context.tsx';
import { saveFile } from '../../../shared/files/read-file.ts';
import styles from './export-panel.module.css';

/** While a file is written. */
const LOOK_AGAIN_MS = 1000;

const TONES = {
  waiting: 'neutral',
  running: 'review',
  ready: 'approve',
  failed: 'reject',
  cancelled: 'neutral',
  removed: 'neutral',
} as const;

const isOpen = ({ state }: SearchExport): boolean => state === 'waiting' || state === 'running';

const useExportMutations = () => ({
  start: useWrite(startSearchExport, (body: BodyIn<typeof startSearchExport>) => ({ body })),
  remove: useWrite(removeSearchExport, (exportId: string) => ({ params: { exportId } })),
  download: useWrite(downloadSearchExport, ({ id }: SearchExport) => ({ params: { exportId: id } }), {
    changes: 'nothing',
    onAnswer: (content, { name }) => saveFile(name, content as Blob),
    gcTime: 0,
  }),
});

/** One export: what it holds, how far it is, and what can be done with it. */
const ExportLine = (props: {
  readonly each: SearchExport;
  readonly disabledReason: string | undefined;
  readonly onDownload: () => void;
  readonly onRemove: () => void;
}): ReactNode => {
  const { each, disabledReason, onDownload, onRemove } = props;
  const { name, state, share, events, bytes, hasPersonal, isCut, problem, expiresAt } = each;
  const text = useText('search');
  const formats = useFormats();
  const say = useFailureText();
  return (
    <li className={styles.line}>
      <div className="row-wrap-middle">
        <span className="mono-12 truncate">{name}</span>
        <ToneChip tone={TONES[state]} appearance="plain" text={text(`export.state.${state}`)} />
      </div>
      <p className="quiet-small">
        {[
          text('total', { count: events, formatted: formats.number(events) }),
          ...(bytes === 0 ? [] : [formats.bytes(bytes)]),
          text(hasPersonal ? 'export.plain' : 'export.masked'),
          text('export.until', { time: formats.dateTime(expiresAt) }),
        ].join(' · ')}
      </p>
      {state === 'running' ? (
        <progress className={styles.progress} value={share} max={1} aria-label={text('export.progress', { name })} />
      ) : null}
      {isCut ? <p className="quiet-small">{text('export.cut')}</p> : null}
      {problem === null || state !== 'failed' ? null : (
        <p className="quiet-small">{say({ code: problem, params: {} })}</p>
      )}
      <div className="row-wrap">
        {state === 'ready' ? (
          <CommandButton
            appearance="outline"
            command={{ id: 'download', text: text('export.download'), onSelect: onDownload, disabledReason }}
          />
        ) : null}
        <CommandButton
          command={{
            id: 'remove',
            text: text(isOpen(each) ? 'export.cancel' : 'export.remove'),
            onSelect: onRemove,
            disabledReason,
          }}
        />
      </div>
    </li>
  );
};

type Asked = Omit<BodyIn<typeof startSearchExport>, 'format' | 'withPersonal'>;

/** Writes the events of the question to a file, and lists the files that the user asked for here. */
export const ExportPanel = (props: {
  readonly asked: Asked;
  /** Of how many chosen events; absent for all that match. */
  readonly onlyCount?: number;
  readonly onClose: () => void;
}): ReactNode => {
  const { asked, onlyCount, onClose } = props;
  const text = useText('search');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const maySeePersonal = useMay()('personalData:read');
  const [format, setFormat] = useState<SearchExportFormat>('csv');
  const [withPersonal, setWithPersonal] = useState(false);
  const { start, remove, download } = useExportMutations();
  const listed = useQuery(
    read(
      call,
      getSearchExports,
      { params: { environmentId } },
      { refetchInterval: ({ state }) => (state.data?.exports.some(isOpen) ? LOOK_AGAIN_MS : false) },
    ),
  );
  const isBusy = start.isPending || remove.isPending || download.isPending;
  const disabledReason = isBusy ? text('export.busy') : undefined;
  const error = start.error ?? remove.error ?? download.error;
  return (
    <SidePanel title={text('export.title')} onClose={onClose}>
      <div className="stack-3">
        <p className="soft">
          {text('export.hint', {
            most: formats.number(MAX_SEARCH_EXPORT_EVENTS),
            days: formats.number(SEARCH_EXPORT_DAYS),
          })}
        </p>
        {onlyCount === undefined ? null : (
          <p className="m-0 strong">
            {text('chosen.only', { count: onlyCount, formatted: formats.number(onlyCount) })}
          </p>
        )}
        <label className="stack-2">
          <span className="strong">{text('export.format')}</span>
          <Select size="small" value={format} onChange={(_event, { value }) => setFormat(value as SearchExportFormat)}>
            {SEARCH_EXPORT_FORMATS.map((each) => (
              <option key={each} value={each}>{`.${each}`}</option>
            ))}
          </Select>
        </label>
        {maySeePersonal ? (
          <Checkbox
            checked={withPersonal}
            label={text('export.personal')}
            onChange={(_event, { checked }) => setWithPersonal(checked === true)}
          />
        ) : null}
        <div>
          <CommandButton
            primary
            command={{
              id: 'start',
              text: text('export.start'),
              onSelect: () => start.mutate({ ...asked, format, withPersonal }),
              disabledReason,
            }}
          />
        </div>
        {error ? <ErrorState error={error} compact /> : null}
        <h3 className="fs-14 strong">{text('export.own')}</h3>
        <QueryState query={listed}>
          {({ exports }) =>
            exports.length === 0 ? (
              <p className="soft">{text('export.none')}</p>
            ) : (
              <ul className="plain-list" aria-label={text('export.own')}>
                {exports.map((each) => (
                  <ExportLine
                    key={each.id}
                    each={each}
                    disabledReason={disabledReason}
                    onDownload={() => download.mutate(each)}
                    onRemove={() => remove.mutate(each.id)}
                  />
                ))}
              </ul>
            )
          }
        </QueryState>
      </div>
    </SidePanel>
  );
};
