import { NOTICE_SEVERITIES, NOTICE_TYPES, type NoticeSeverity, type NoticeType } from '@redoubt/domain';
import { useFormats, useText } from '@redoubt/i18n';
import { Select } from '@fluentui/react-components';
import { SettingsRegular } from '@fluentui/react-icons';
import type { Notice } from '@redoubt/contracts';
import { Chip, CommandButton, Empty, ErrorState, IconButton, Loading, SidePanel } from '@redoubt/ui';
import { useEffect, useState } from 'react';
import styles from './callouts.module.css';
import { useHistory } from './CalloutProvider.tsx';
import { NoticeItem } from './NoticeItem.tsx';
import { LazyPart } from '../routes/LazyPart.tsx';
import { useChangeNotices, useNotices } from './notices.queries.ts';

/** What this visit's own actions came to, newest first. */
const Results = () => {
  const text = useText('notices');
  const shell = useText('shell');
  const formats = useFormats();
  const { entries, markRead } = useHistory();
  useEffect(() => markRead(), [markRead, entries]);
  if (entries.length === 0) return null;
  return (
    <section className="mt-4" aria-labelledby="visit-results">
      <h3 id="visit-results" className="soft mb-2 lh-16">
        {text('notifications.recent')}
      </h3>
      <ul className={styles.history}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <p className="strong">
              <span className="soft">{shell(`severity.${entry.severity}`)}</span> {entry.title}
            </p>
            {entry.body ? <p className="quiet">{entry.body}</p> : null}
            <p className="soft">{formats.dateTime(entry.at)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

const loadSettings = async () => (await import('./NoticeSettingsPanel.tsx')).NoticeSettingsPanel;

type Choice = { readonly severity: NoticeSeverity | null; readonly type: NoticeType | null };

const ALL: Choice = { severity: null, type: null };

const isChosen =
  ({ severity, type }: Choice) =>
  (notice: Notice): boolean =>
    (severity === null || notice.severity === severity) && (type === null || notice.type === type);

type FiltersProps = {
  readonly notices: readonly Notice[];
  readonly choice: Choice;
  readonly onChoose: (choice: Choice) => void;
};

/** Severities and kinds that there are; none where there is one alone. */
const Filters = ({ notices, choice, onChoose }: FiltersProps) => {
  const text = useText('notices');
  const shell = useText('shell');
  const severities = NOTICE_SEVERITIES.filter((each) => notices.some(({ severity }) => severity === each));
  const types = (Object.keys(NOTICE_TYPES) as NoticeType[]).filter((each) => notices.some(({ type }) => type === each));
  return (
    <>
      {types.length > 1 ? (
        <Select
          size="small"
          aria-label={text('notifications.kind')}
          value={choice.type ?? ''}
          onChange={(_event, { value }) => onChoose({ ...choice, type: types.find((each) => each === value) ?? null })}
        >
          <option value="">{text('notifications.allKinds')}</option>
          {types.map((type) => (
            <option key={type} value={type}>
              {text(`noticeType.${type}`)}
            </option>
          ))}
        </Select>
      ) : null}
      {severities.length > 1
        ? severities.map((severity) => (
            <Chip
              key={severity}
              pressed={choice.severity === severity}
              onSelect={() => onChoose({ ...choice, severity: choice.severity === severity ? null : severity })}
            >
              {shell(`severity.${severity}`)}
            </Chip>
          ))
        : null}
    </>
  );
};

const Notices = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('notices');
  const { notices, query } = useNotices();
  const { mutate } = useChangeNotices();
  const [chosen, setChosen] = useState(ALL);
  const [now] = useState(() => Date.now());
  if (query.isPending) return <Loading rows={3} />;
  if (query.isError && notices.length === 0)
    return <ErrorState error={query.error} compact onRetry={() => void query.refetch()} />;
  if (notices.length === 0)
    return <Empty compact title={text('notifications.empty')} body={text('notifications.emptyBody')} />;
  // A choice whose last notice went is none any more.
  const choice = {
    severity: notices.some(({ severity }) => severity === chosen.severity) ? chosen.severity : null,
    type: notices.some(({ type }) => type === chosen.type) ? chosen.type : null,
  };
  const shown = notices.filter(isChosen(choice));
  const unread = shown.filter(({ state }) => state === 'Unread').map(({ id }) => id);
  const read = (id: string): void => {
    if (unread.includes(id)) mutate({ ids: [id], state: 'Read' });
    onClose();
  };
  return (
    <>
      <div className="flex wrap middle gap-1 mb-3" role="group" aria-label={text('notifications.filter')}>
        <Filters notices={notices} choice={choice} onChoose={setChosen} />
        <span className="push-end">
          <CommandButton
            command={{
              id: 'readAll',
              text: text('notifications.readAll'),
              onSelect: () => mutate({ ids: unread, state: 'Read' }),
              disabledReason: unread.length > 0 ? undefined : text('notifications.allRead'),
            }}
          />
        </span>
      </div>
      {shown.length === 0 ? <Empty compact title={text('notifications.noneOfKind')} /> : null}
      <ul className={styles.history}>
        {shown.map((notice) => (
          <NoticeItem
            key={notice.id}
            notice={notice}
            now={now}
            onOpen={() => read(notice.id)}
            onDismiss={() => mutate({ ids: [notice.id], state: 'Dismissed' })}
          />
        ))}
      </ul>
    </>
  );
};

/** Notices of the server across all environments, what this visit's actions came to, and where one hears of what. */
export const NotificationPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('notices');
  const [inSettings, setInSettings] = useState(false);
  if (inSettings)
    return (
      <LazyPart
        load={loadSettings}
        texts={['notices']}
        props={{ onClose: () => setInSettings(false) }}
        fallback={
          <SidePanel title={text('notifications.settings')} onClose={onClose} over>
            <Loading rows={3} />
          </SidePanel>
        }
      />
    );
  return (
    <SidePanel
      title={text('notifications.title')}
      headEnd={
        <IconButton icon={SettingsRegular} label={text('notifications.settings')} onClick={() => setInSettings(true)} />
      }
      onClose={onClose}
      over
    >
      <Notices onClose={onClose} />
      <Results />
    </SidePanel>
  );
};
