import { useText } from '@redoubt/i18n';
import { CommandButton, DateTimeText, ErrorState, QueryState, Section } from '@redoubt/ui';
import type { BoosterDetail } from '@redoubt/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { boosterQuery, boosterSharingsQuery, useBoosterMutations } from './booster.queries.ts';
import { BoosterTabs } from './BoosterTabs.tsx';
import { BoosterForm } from './components/BoosterForm.tsx';
import { SharingTables } from './components/SharingTables.tsx';

/** Who chose, and who agreed; where this environment chose for itself, the way back. */
const Standing = ({ detail }: { readonly detail: BoosterDetail }): ReactNode => {
  const { inheritedFrom, isChosenHere, consent, version, canWrite } = detail;
  const text = useText('booster');
  const common = useText('common');
  const { inherit } = useBoosterMutations();
  return (
    <div className="stack-2">
      <p className="muted">{text('what')}</p>
      <div className="row-wrap">
        <span role="status">
          {inheritedFrom === null
            ? text(isChosenHere ? 'chosenHere' : 'never')
            : text('inherited', { name: inheritedFrom.name })}
        </span>
        {consent === null ? null : (
          <span className="soft">
            {text('consented', { by: consent.by, version: consent.version })} <DateTimeText at={consent.at} />
          </span>
        )}
        {isChosenHere && canWrite ? (
          <CommandButton
            command={{
              id: 'inheritBooster',
              text: text('giveUp'),
              disabledReason: inherit.isPending ? common('saving') : undefined,
              onSelect: () => inherit.mutate(version),
            }}
          />
        ) : null}
      </div>
      {inherit.error ? <ErrorState error={inherit.error} compact /> : null}
    </div>
  );
};

/** What is shared with issuers of cards: the choice, a look at what would be sent, and what was sent. */
export const BoosterPage = (): ReactNode => {
  const text = useText('booster');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const query = useQuery(boosterQuery(call, environmentId));
  const sharings = useQuery(boosterSharingsQuery(call, environmentId));
  return (
    <ConsolePage
      title={routes('booster.title')}
      tabs={<BoosterTabs current="boosterOptIn" />}
      chips={query.data && !query.data.canWrite ? <ReadOnlyChip /> : null}
    >
      <QueryState query={query}>
        {(detail) => (
          <div className="stack-4">
            <Standing detail={detail} />
            <BoosterForm key={`${detail.version} ${detail.inheritedFrom?.id ?? ''}`} detail={detail} />
            <Section title={text('shared.title')} meta={text('shared.meta')}>
              <QueryState query={sharings}>{(shared) => <SharingTables sharings={shared} />}</QueryState>
            </Section>
          </div>
        )}
      </QueryState>
    </ConsolePage>
  );
};
