import { ArrowClockwiseRegular, ArrowDownloadRegular, ColumnTripleRegular } from '@fluentui/react-icons';
import type { ActivityEntry } from '@redoubt/contracts';
import { MAX_ACTIVITY_EXPORT } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { ColumnPanel, ErrorState, useShortcut, type Command } from '@redoubt/ui';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { usePreferences } from '../../preferences/use-preferences.tsx';
import { useSavedColumns } from '../../preferences/use-saved-columns.ts';
import { useAddress, useGo } from '../../routes/address.ts';
import { ListPage } from '../../shared/list-page/ListPage.tsx';
import { widerRange } from '../../shared/search/time-range.ts';
import { useLinkCommand } from '../../shared/use-link-command.ts';
import { formatActivityAddress, parseActivityAddress, type ActivityQuestion } from './activity-address.ts';
import { entryHref } from './activity-href.ts';
import {
  activityPagesQuery,
  activityQueryOf,
  activityWindowKey,
  activityWindowQuery,
  entriesOf,
  useExportActivity,
} from './activity-log.queries.ts';
import { ActivitySentence } from './components/ActivitySentence.tsx';
import { ChainState } from './components/ChainState.tsx';
import { useActivityColumns } from './use-activity-columns.tsx';

const optionalText = z.string().optional().catch(undefined);
const addressSchema = z.object({ range: optionalText, join: optionalText, where: optionalText });
const NOTHING = { range: undefined, join: undefined, where: undefined };

const idOf = ({ id }: ActivityEntry): string => id;

/** Who changed what, and when, in the environment and all below it; and whether the log is as it was written. */
export const ActivityLogPage = () => {
  const text = useText('activityLog');
  const routes = useText('routes');
  const common = useText('common');
  const search = useText('search');
  const formats = useFormats();
  const call = useCall();
  const [{ rowsPerPage }] = usePreferences();
  const client = useQueryClient();
  const go = useGo();
  const { id: environmentId } = useEnvironment();
  const [{ range, join, where }, update] = useAddress(addressSchema);
  const question = useMemo(
    () =>
      parseActivityAddress({
        ...(range === undefined ? {} : { range }),
        ...(join === undefined ? {} : { join }),
        ...(where === undefined ? {} : { where }),
      }),
    [range, join, where],
  );
  const ask = (next: ActivityQuestion): void => update({ ...NOTHING, ...formatActivityAddress(next) });
  const { data: window } = useQuery(activityWindowQuery(environmentId, question, Date.now, formats.timeZone));
  const pages = useInfiniteQuery(activityPagesQuery(call, environmentId, question, window, rowsPerPage));
  const { entries, total, asOf } = useMemo(() => entriesOf(pages.data), [pages.data]);
  const download = useExportActivity();
  const [shown, saveShown] = useSavedColumns('activityLog');
  const [isChoosing, setChoosing] = useState(false);
  const columns = useActivityColumns(entryHref);
  const link = useLinkCommand();
  const refresh = useCallback(
    () => void client.invalidateQueries({ queryKey: activityWindowKey(environmentId, question) }),
    [client, environmentId, question],
  );
  useShortcut('r', common('action.refresh'), refresh);
  const commands: readonly Command[] = [
    { id: 'refresh', text: common('action.refresh'), icon: ArrowClockwiseRegular, keys: 'r', onSelect: refresh },
    {
      id: 'columns',
      text: search('columns'),
      icon: ColumnTripleRegular,
      pressed: isChoosing,
      onSelect: () => setChoosing(!isChoosing),
    },
    {
      id: 'export',
      text: text('export'),
      icon: ArrowDownloadRegular,
      onSelect: download.isPending ? undefined : () => download.mutate(activityQueryOf(question, window)),
    },
    link,
  ];
  const wider = widerRange(question.range);
  return (
    <ListPage
      title={routes('audit.title')}
      canWrite={undefined}
      commands={commands}
      aside={asOf === undefined ? null : common('time.asOf', { time: formats.time(asOf) })}
      filters={<ActivitySentence question={question} window={window} onAsk={ask} />}
      above={
        <>
          <ChainState />
          {download.isError ? <ErrorState compact error={download.error} /> : null}
          <p className="visually-hidden">{text('exportHint', { most: formats.number(MAX_ACTIVITY_EXPORT) })}</p>
        </>
      }
      pane={
        isChoosing ? (
          <ColumnPanel columns={columns} shown={shown} onChange={saveShown} onClose={() => setChoosing(false)} />
        ) : null
      }
      paneWidth="260px"
      grid={{
        label: text('result'),
        query: pages,
        rows: entries,
        rowId: idOf,
        columns,
        shown,
        total,
        isNarrowed: true,
        noResult: {
          title: text('noResult'),
          ...(wider === undefined ? {} : { onWiden: () => ask({ ...question, range: wider }) }),
        },
        onOpen: (entry) => go(entryHref(entry)),
      }}
    />
  );
};
