import { Field, Input } from '@fluentui/react-components';
import { ArrowDownloadRegular, HistoryRegular } from '@fluentui/react-icons';
import type { ListSummary, ListVersion } from '@redoubt/contracts';
import { listSourceTarget } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { CommandButton, ConfirmPanel, ErrorState, Loading, SidePanel } from '@redoubt/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import { DifferenceReport } from '../components/DifferenceReport.tsx';
import styles from '../components/lists.module.css';
import { listDifferenceQuery, listVersionsQuery, useListMutations } from '../lists.queries.ts';
import { SourceFacts } from '../source/SourceFacts.tsx';
import { saveCsv } from '../../../shared/files/read-file.ts';

/** What rolling back to a version would change of the list as it is. */
const VersionDifference = ({ list, version }: { readonly list: ListSummary; readonly version: ListVersion }) => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const from = list.contentVersion;
  const { data, error } = useQuery(
    listDifferenceQuery(call, environmentId, list.id, { from, to: version.contentVersion }),
  );
  if (error) return <ErrorState error={error} compact />;
  return data ? <DifferenceReport difference={data} /> : <Loading rows={3} rowHeight={24} />;
};

/** Whether a version asks another place than the list does, whose secret opens only that. */
const isElsewhere = ({ connection }: ListSummary, version: ListVersion): boolean =>
  connection !== null &&
  version.connection !== null &&
  listSourceTarget(connection) !== listSourceTarget(version.connection);

/** Asks whether to go back to a version, and for what opens its place where that is another one. */
const RollBack = (props: {
  readonly list: ListSummary;
  readonly version: ListVersion;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) => {
  const { list, version, onDone, onCancel } = props;
  const { contentVersion } = version;
  const text = useText('lists');
  const { rollBack } = useListMutations();
  const [secret, setSecret] = useState('');
  const asksSecret = isElsewhere(list, version);
  return (
    <>
      {rollBack.error ? <ErrorState error={rollBack.error} compact /> : null}
      <ConfirmPanel
        title={text('versions.ask', { version: contentVersion })}
        confirmText={text('versions.rollBack')}
        busy={rollBack.isPending}
        disabledReason={asksSecret && list.hasSecret && secret === '' ? text('source.secretAgain') : undefined}
        onConfirm={() =>
          rollBack.mutate(
            { list, contentVersion, ...(asksSecret && secret !== '' ? { secret } : {}) },
            { onSuccess: onDone },
          )
        }
        onCancel={onCancel}
      >
        {text('versions.askBody')}
        {asksSecret ? (
          <Field
            label={text(version.connection?.kind === 'http' ? 'source.authorization' : 'source.password')}
            size="small"
            hint={text(list.hasSecret ? 'source.secretAgain' : 'source.secretHint')}
          >
            <Input
              size="small"
              type="password"
              autoComplete="off"
              value={secret}
              onChange={(_event, { value }) => setSecret(value)}
            />
          </Field>
        ) : null}
      </ConfirmPanel>
    </>
  );
};

/** Every content a list has had: how it differs from the present one, and the way back to it. */
export const VersionsPanel = (props: {
  readonly list: ListSummary;
  readonly canWrite: boolean;
  readonly onClose: () => void;
}) => {
  const { list, canWrite } = props;
  const text = useText('lists');
  const common = useText('common');
  const formats = useFormats();
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const { download } = useListMutations();
  const query = useInfiniteQuery(listVersionsQuery(call, environmentId, list));
  const versions = query.data?.pages.flatMap((page) => page.versions) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const [isAsking, setAsking] = useState(false);
  const choose = (version: ListVersion): void => {
    setAsking(false);
    setChosen(chosen === version.contentVersion ? null : version.contentVersion);
  };
  const fetchFile = ({ contentVersion }: ListVersion): void =>
    download.mutate(
      { list, contentVersion },
      { onSuccess: (csv) => saveCsv(`${list.name} ${contentVersion}.csv`, csv) },
    );
  return (
    <SidePanel title={text('versions.title', { name: list.name })} onClose={props.onClose}>
      {query.error ? <ErrorState error={query.error} compact onRetry={() => void query.refetch()} /> : null}
      {download.error ? <ErrorState error={download.error} compact /> : null}
      {query.isPending ? <Loading rows={4} rowHeight={40} /> : null}
      <ol className={styles.versions}>
        {versions.map((version) => {
          const { contentVersion, origin, made } = version;
          const isCurrent = contentVersion === list.contentVersion;
          const isChosen = contentVersion === chosen;
          return (
            <li key={contentVersion}>
              <button
                type="button"
                className={styles.version}
                aria-expanded={isCurrent ? undefined : isChosen}
                aria-disabled={isCurrent || undefined}
                onClick={() => (isCurrent ? undefined : choose(version))}
              >
                <b>{text('versions.number', { version: contentVersion })}</b>
                <span>
                  {text(`versions.origin.${origin}`, {
                    restored: version.restoredVersion ?? 0,
                    column: version.expiryColumn ?? common('value.none'),
                  })}
                </span>
                <span className="soft">
                  {version.connection === null
                    ? `${text('rows', { count: version.rowCount, rows: formats.number(version.rowCount) })} · `
                    : null}
                  {text('versions.made', { at: formats.dateTime(made.at), by: made.by })}
                  {isCurrent ? ` · ${text('versions.current')}` : ''}
                </span>
              </button>
              {isChosen ? (
                <div className="stack-2 px-2 pb-3">
                  {version.connection === null ? (
                    <VersionDifference list={list} version={version} />
                  ) : (
                    <SourceFacts connection={version.connection} columns={version.columns} />
                  )}
                  {isAsking ? (
                    <RollBack
                      list={list}
                      version={version}
                      onDone={() => setChosen(null)}
                      onCancel={() => setAsking(false)}
                    />
                  ) : (
                    <div className="row">
                      {canWrite ? (
                        <CommandButton
                          command={{
                            id: `roll-back-${contentVersion}`,
                            text: text('versions.rollBack'),
                            icon: HistoryRegular,
                            onSelect: () => setAsking(true),
                          }}
                        />
                      ) : null}
                      {version.connection === null ? (
                        <CommandButton
                          command={{
                            id: `download-${contentVersion}`,
                            text: common('action.download'),
                            icon: ArrowDownloadRegular,
                            onSelect: () => fetchFile(version),
                          }}
                        />
                      ) : null}
                    </div>
                  )}
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
      {query.hasNextPage ? (
        <CommandButton
          command={{ id: 'more', text: common('action.more'), onSelect: () => void query.fetchNextPage() }}
        />
      ) : null}
    </SidePanel>
  );
};
