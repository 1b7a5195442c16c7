import {
  AddRegular,
  ArrowEnterRegular,
  BranchCompareRegular,
  DeleteRegular,
  EditRegular,
  SaveRegular,
  StarFilled,
  StarRegular,
} from '@fluentui/react-icons';
import type { ManagedEnvironment, ManagedEnvironmentDetail, ManagedEnvironments } from '@redoubt/contracts';
import { useFormats, useText } from '@redoubt/i18n';
import {
  CommandButton,
  ErrorState,
  FactList,
  IconButton,
  IdText,
  Link,
  Loading,
  QueryState,
  Section,
  SidePanel,
  type Command,
} from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useCall, useConsole, useMay } from '../../../app/console-context.tsx';
import { hrefOf } from '../../../routes/address.ts';
import { useNow } from '../../../shared/use-now.ts';
import { shownName } from '../environment-rows.ts';
import { managedEnvironmentQuery, useEnvironmentMutations } from '../environments.queries.ts';
import { useFavourites } from '../use-favourites.ts';
import { MakeEnvironmentTemplate } from '../../../shared/environment-templates/MakeEnvironmentTemplate.tsx';
import { DeleteEnvironment } from './DeleteEnvironment.tsx';
import { EditEnvironment } from './EditEnvironment.tsx';
import styles from './environments.module.css';
import { InheritedPart } from './InheritedPart.tsx';
import { StateChip, useStateText } from './StateCell.tsx';

const MINUTE_MS = 60_000;

const Facts = ({
  environment,
  references,
}: { environment: ManagedEnvironment } & Pick<ManagedEnvironmentDetail, 'references'>) => {
  const text = useText('environments');
  const formats = useFormats();
  const { contents, geography } = environment;
  return (
    <FactList
      facts={[
        [text('field.kind'), text(`kind.${environment.kind}`)],
        [text('field.geography'), geography?.friendlyName ?? geography?.code ?? text('settings.none')],
        [
          text('field.inside'),
          text('inside', {
            rules: formats.number(contents.rules),
            velocities: formats.number(contents.velocitySets),
            lists: formats.number(contents.lists),
            functions: formats.number(contents.functions),
            queues: formats.number(contents.queues),
          }),
        ],
        [text('column.openCases'), formats.number(contents.openCases)],
        [text('column.events'), formats.number(environment.events)],
        [text('field.tags'), environment.tags.join(', ') || text('settings.none')],
        [text('field.created'), formats.dateTime(environment.createdAt)],
        [
          text('field.header'),
          <span key="header" className="stack gap-1">
            {references.map((reference) => (
              <IdText key={reference} id={reference} length={48} name={text('field.header')} />
            ))}
          </span>,
        ],
        [
          text('field.fingerprint'),
          <IdText
            key="fingerprint"
            id={environment.deviceFingerprintingId}
            length={36}
            name={text('field.fingerprint')}
          />,
        ],
      ]}
    />
  );
};

const Applications = ({ applications }: Pick<ManagedEnvironmentDetail, 'applications'>) => {
  const text = useText('environments');
  return (
    <Section
      title={text('applications.title')}
      end={<Link href="/settings/access/apps">{text('applications.manage')}</Link>}
    >
      {applications.length === 0 ? (
        <p className="soft">{text('applications.none')}</p>
      ) : (
        <FactList facts={applications.map(({ name, roles }) => [name, <code key="roles">{roles.join(' ')}</code>])} />
      )}
    </Section>
  );
};

type Doing = 'edit' | 'delete' | 'template' | null;

export type EnvironmentPanelProps = {
  readonly environment: ManagedEnvironment;
  readonly all: ManagedEnvironments;
  readonly onNewChild: () => void;
  readonly onClose: () => void;
};

/** One environment: how it stands, what it is, what it inherits, who may call it, and what can be done with it. */
export const EnvironmentPanel = ({ environment, all, onNewChild, onClose }: EnvironmentPanelProps): ReactNode => {
  const text = useText('environments');
  const call = useCall();
  const { environment: current, openEnvironment } = useConsole();
  const here = current.id;
  const mayDo = useMay();
  const now = useNow(MINUTE_MS);
  const say = useStateText();
  const { isFavourite, toggle } = useFavourites();
  const { restore, retry } = useEnvironmentMutations();
  const [doing, setDoing] = useState<Doing>(null);
  const { id, may, status } = environment;
  const query = useQuery(managedEnvironmentQuery(call, here, id));
  const name = shownName(environment);
  // Who looks at it here may do something there.
  const canOpen = status === 'Active' && id !== here;
  const done = () => setDoing(null);
  const said = say(environment, now);
  const present = all.environments.filter((each) => each.undoUntil === null && each.status !== 'Deleted');
  const below = all.environments.filter((each) => each.parentId === id && each.status !== 'Deleted').length;
  const action: readonly Command[] = [
    ...(may.restore ? [{ id: 'restore', text: text('undo'), onSelect: () => restore.mutate(id) }] : []),
    ...(may.retry ? [{ id: 'retry', text: text('retry'), onSelect: () => retry.mutate(id) }] : []),
    ...(canOpen
      ? [{ id: 'open', text: text('open'), icon: ArrowEnterRegular, onSelect: () => openEnvironment(id) }]
      : []),
    ...(canOpen && mayDo('decisionRules:read')
      ? [
          {
            id: 'compare',
            text: text('compare', { name: current.name }),
            icon: BranchCompareRegular,
            href: hrefOf('/data/rulesconfiguration', undefined, { tab: 'compare', with: id }),
          },
        ]
      : []),
    ...(may.change ? [{ id: 'edit', text: text('edit'), icon: EditRegular, onSelect: () => setDoing('edit') }] : []),
    ...(may.addChild ? [{ id: 'child', text: text('newChild'), icon: AddRegular, onSelect: onNewChild }] : []),
    ...(status === 'Active' && may.change
      ? [{ id: 'template', text: text('makeTemplate'), icon: SaveRegular, onSelect: () => setDoing('template') }]
      : []),
    ...(may.remove
      ? [{ id: 'delete', text: text('remove'), icon: DeleteRegular, onSelect: () => setDoing('delete') }]
      : []),
  ];
  const failure = restore.error ?? retry.error;
  return (
    <SidePanel
      title={name}
      takeFocus={false}
      onClose={onClose}
      headEnd={
        <IconButton
          icon={isFavourite(id) ? StarFilled : StarRegular}
          label={text('favourite')}
          aria-pressed={isFavourite(id)}
          onClick={() => toggle(id)}
        />
      }
      footer={
        action.length === 0 ? null : (
          <>
            {action.map((command, at) => (
              <CommandButton key={command.id} command={command} appearance={at === 0 ? 'outline' : 'plain'} />
            ))}
          </>
        )
      }
    >
      {doing === 'delete' ? (
        <DeleteEnvironment
          environment={environment}
          below={below}
          isLast={present.length === 1}
          undoDays={all.undoDays}
          onCancel={done}
          onDeleted={done}
        />
      ) : null}
      {doing === 'template' ? (
        <Section title={text('template.title')}>
          <MakeEnvironmentTemplate
            environmentId={environment.id}
            first={{ name: shownName(environment), description: environment.description }}
            onDone={done}
          />
        </Section>
      ) : null}
      {failure ? <ErrorState error={failure} compact /> : null}
      <div className="row-middle">
        <StateChip status={status} />
        {status === 'Active' ? null : <p className={styles.reason}>{said}</p>}
      </div>
      {doing === 'edit' ? (
        <EditEnvironment environment={environment} onDone={done} />
      ) : environment.description === '' ? null : (
        <p className="quiet">{environment.description}</p>
      )}
      <QueryState query={query} loading={<Loading rows={12} rowHeight={28} />}>
        {(detail) => (
          <>
            <p className="soft">{detail.path.join(' / ')}</p>
            <Facts environment={environment} references={detail.references} />
            {status === 'Deleted' ? null : (
              <>
                <InheritedPart id={id} name={name} detail={detail} />
                <Applications applications={detail.applications} />
              </>
            )}
          </>
        )}
      </QueryState>
    </SidePanel>
  );
};
