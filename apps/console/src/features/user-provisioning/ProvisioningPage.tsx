import { AddRegular } from '@fluentui/react-icons';
import type { Provisioning } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { Facts, QueryState, Section, SplitPane, useShortcut } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { useRead } from '../../api/use-read.ts';
import { useMay } from '../../app/console-context.tsx';
import { useAddress } from '../../routes/address.ts';
import { AccessTabs } from '../../shared/access/AccessTabs.tsx';
import { SecretText } from '../../shared/secrets/SecretText.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { CallTable } from './components/CallTable.tsx';
import { ProvisioningGuide } from './components/ProvisioningGuide.tsx';
import { TokenForm } from './components/TokenForm.tsx';
import { TokenMade, type MadeToken } from './components/TokenMade.tsx';
import { TokenTable } from './components/TokenTable.tsx';
import { provisioningQuery } from './user-provisioning.queries.ts';

const address = z.object({ do: z.literal('new').optional().catch(undefined) });

const Figures = ({ counts }: { readonly counts: Provisioning['counts'] }): ReactNode => {
  const text = useText('provisioning');
  return (
    <Facts>
      <dt>{text('people')}</dt>
      <dd>
        {text('peopleCount', { count: counts.people })}
        {counts.disabled > 0 ? ` · ${text('disabledCount', { count: counts.disabled })}` : null}
      </dd>
      <dt>{text('groups')}</dt>
      <dd>{text('groupCount', { count: counts.groups })}</dd>
    </Facts>
  );
};

/** How an identity provider keeps people and groups: where it calls, with which tokens, what it called last. */
export const ProvisioningPage = (): ReactNode => {
  const text = useText('provisioning');
  const routes = useText('routes');
  const may = useMay();
  const query = useRead(provisioningQuery);
  const [{ do: doing }, update] = useAddress(address);
  const [made, setMade] = useState<MadeToken | null>(null);
  const canWrite = may('accessControlPeople:write');
  const { data } = query;
  const start = (): void => {
    setMade(null);
    update({ do: 'new' });
  };
  const show = (token: MadeToken): void => {
    setMade(token);
    update({ do: undefined }, { keepsUnsaved: true });
  };
  const mayCreate = canWrite && data?.mayCreate === true;
  useShortcut('n', text('token.new'), start, { active: mayCreate });
  const pane = made ? (
    <TokenMade made={made} onClose={() => setMade(null)} />
  ) : doing === 'new' && mayCreate ? (
    <TokenForm onMade={show} onClose={() => update({ do: undefined })} />
  ) : null;
  return (
    <ConsolePage
      title={routes('accessProvisioning.title')}
      tabs={<AccessTabs current="provisioning" />}
      fill
      bleed
      commands={
        canWrite
          ? [
              {
                id: 'new',
                text: text('token.new'),
                icon: AddRegular,
                keys: 'n',
                onSelect: start,
                disabledReason: data && !data.mayCreate ? text('token.refused') : undefined,
              },
            ]
          : []
      }
    >
      <SplitPane paneWidth="min(460px, 48%)" pane={pane}>
        <div className="fill-column overflow-auto">
          <QueryState query={query}>
            {({ address: place, counts, tokens, calls }) => (
              <div className="stack-4 px-page py-3">
                <Section title={text('address')}>
                  <div className="stack-3">
                    <SecretText label={text('address')} secret={place} />
                    <Figures counts={counts} />
                  </div>
                </Section>
                <TokenTable tokens={tokens} canWrite={canWrite} />
                <CallTable calls={calls} />
                <ProvisioningGuide />
              </div>
            )}
          </QueryState>
        </div>
      </SplitPane>
    </ConsolePage>
  );
};
