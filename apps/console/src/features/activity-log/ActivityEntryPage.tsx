import { ArrowLeftRegular, ArrowRightRegular, ArrowUndoRegular } from '@fluentui/react-icons';
import type { ActivityDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Chip, QueryState, useShortcut, type Command } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../api/use-read.ts';
import { hrefOf, useGo, usePathParams } from '../../routes/address.ts';
import { useLinkCommand } from '../../shared/use-link-command.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { entryHref } from './activity-href.ts';
import { activityQuery } from './activity-log.queries.ts';
import { ActivityDifference } from './components/ActivityDifference.tsx';
import { ActivityFacts } from './components/ActivityFacts.tsx';
import { RestoreVersion } from './components/RestoreVersion.tsx';
import { useActivityTexts } from './use-activity-texts.ts';

/** One entry of the activity log: who did what, and what differed. */
export const ActivityEntryPage = (): ReactNode => {
  const routes = useText('routes');
  const { id } = usePathParams('/settings/:eventType/:envId/:id');
  const query = useRead(activityQuery, id);
  if (query.data !== undefined) return <Entry key={id} entry={query.data} />;
  return (
    <ConsolePage
      title={routes('auditEntry.title')}
      list={{ text: routes('audit.title'), href: hrefOf('/settings/audit') }}
    >
      <QueryState query={query}>{() => null}</QueryState>
    </ConsolePage>
  );
};

const Entry = ({ entry }: { readonly entry: ActivityDetail }): ReactNode => {
  const text = useText('activityLog');
  const routes = useText('routes');
  const go = useGo();
  const say = useActivityTexts();
  const link = useLinkCommand();
  const [isRestoring, setRestoring] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const { operation, resource, previous, next, isErased, restorableVersion } = entry;
  const hrefBeside = (beside: NonNullable<ActivityDetail['previous']>): string =>
    entryHref({
      id: beside.id,
      resource,
      environment: beside.environmentId === null ? null : { id: beside.environmentId, name: '' },
    });
  useShortcut('k', text('detail.next'), () => next && go(hrefBeside(next)), { active: next !== null });
  useShortcut('j', text('detail.previous'), () => previous && go(hrefBeside(previous)), { active: previous !== null });
  const title = text('detail.title', {
    operation: say.operation(operation),
    kind: say.kind(resource.type),
    name: resource.name,
  });
  const commands: readonly Command[] = [
    {
      id: 'previous',
      text: text('detail.previous'),
      icon: ArrowLeftRegular,
      keys: 'j',
      ...(previous === null ? { disabledReason: text('detail.noPrevious') } : { href: hrefBeside(previous) }),
    },
    {
      id: 'next',
      text: text('detail.next'),
      icon: ArrowRightRegular,
      keys: 'k',
      ...(next === null ? { disabledReason: text('detail.noNext') } : { href: hrefBeside(next) }),
    },
    ...(restorableVersion === null
      ? []
      : [
          {
            id: 'restore',
            text: text('restore.command'),
            icon: ArrowUndoRegular,
            onSelect: () => setRestoring(true),
          },
        ]),
    link,
  ];
  return (
    <ConsolePage
      title={title}
      strongFirst={false}
      crumb={title}
      list={{ text: routes('audit.title'), href: hrefOf('/settings/audit') }}
      commands={commands}
      chips={isErased ? <Chip title={text('erasedNote')}>{text('erased')}</Chip> : null}
    >
      {restorableVersion !== null && isRestoring ? (
        <RestoreVersion
          entry={entry}
          version={restorableVersion}
          onCancel={() => setRestoring(false)}
          onDone={() => {
            setRestoring(false);
            setRestored(true);
          }}
        />
      ) : null}
      <p role="status">{isRestored ? text('restore.done') : ''}</p>
      {isErased ? <p className="muted">{text('erasedNote')}</p> : null}
      <ActivityFacts entry={entry} />
      <ActivityDifference original={entry.original} modified={entry.modified} />
    </ConsolePage>
  );
};
