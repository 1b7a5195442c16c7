import { useText } from '@redoubt/i18n';
import { ErrorState, Loading, PageTabs, SearchField } from '@redoubt/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { useCall, useEnvironment } from '../../app/console-context.tsx';
import { hrefOf, useAddress } from '../../routes/address.ts';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { ReadOnlyChip } from '../../shell/ReadOnlyChip.tsx';
import { dependenciesOf } from './graph.ts';
import { InventoryCompare } from './InventoryCompare.tsx';
import { InventoryRules } from './InventoryRules.tsx';
import { InventoryUses } from './InventoryUses.tsx';
import { RULE_AGES, RULE_FILTERS, RULE_PLACES, RULE_SORTS, RULE_STATES } from './rule-filters.ts';
import { inventoryQuery } from '../../shared/resources/inventory.queries.ts';

const TABS = ['rules', 'uses', 'compare'] as const;
const field = z.string().optional().catch(undefined);
const address = z.object({
  tab: z.enum(TABS).optional().catch(undefined),
  find: field,
  /** Of the rules: only those with problems, or without hits. */
  only: z.enum(RULE_FILTERS).optional().catch(undefined),
  state: z.enum(RULE_STATES).optional().catch(undefined),
  since: z.enum(RULE_AGES).optional().catch(undefined),
  place: z.enum(RULE_PLACES).optional().catch(undefined),
  sort: z.enum(RULE_SORTS).optional().catch(undefined),
  unused: field,
  /** The resource whose surroundings are on screen. */
  of: field,
  with: field,
});

/** Every rule of the environment, who reads what, and what another environment does otherwise. */
export const RulesConfigurationPage = () => {
  const text = useText('inventory');
  const routes = useText('routes');
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const [{ tab = 'rules', find = '', only, state, since, place, sort, unused, of, with: other }, update] =
    useAddress(address);
  const view = useMemo(() => ({ only, state, since, place, sort }), [only, state, since, place, sort]);
  const query = useQuery(inventoryQuery(call, environmentId));
  const { data } = query;
  const dependencies = useMemo(() => (data ? dependenciesOf(data) : new Map()), [data]);
  const tabs = TABS.map((id) => ({
    id,
    text: text(`tabs.${id}`),
    href: hrefOf('/data/rulesconfiguration', undefined, { tab: id }),
  }));
  const setFind = (value: string): void => update({ find: value === '' ? undefined : value }, { replace: true });
  return (
    <ConsolePage
      title={routes('rulesConfiguration.title')}
      fill
      bleed
      tabs={<PageTabs label={routes('rulesConfiguration.title')} tabs={tabs} current={tab} />}
      chips={data && !data.canWrite ? <ReadOnlyChip /> : null}
      commandsEnd={tab === 'compare' ? null : <SearchField label={text('find')} value={find} onChange={setFind} />}
    >
      <div className="fill-column">
        {query.isError && !data ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : tab === 'compare' ? (
          <InventoryCompare other={other} onOther={(id) => update({ with: id }, { replace: true })} />
        ) : !data ? (
          <div className="px-page">
            <Loading rows={16} rowHeight={32} />
          </div>
        ) : tab === 'uses' ? (
          <InventoryUses
            inventory={data}
            dependencies={dependencies}
            find={find}
            onlyUnused={unused !== undefined}
            current={of ?? null}
            onCurrent={(key) => update({ of: key ?? undefined }, { replace: true })}
            onOnlyUnused={(value) => update({ unused: value ? 'yes' : undefined, of: undefined }, { replace: true })}
          />
        ) : (
          <InventoryRules
            inventory={data}
            dependencies={dependencies}
            find={find}
            view={view}
            onView={(change) => update(change, { replace: true })}
            onUses={(key) => update({ tab: 'uses', of: key, find: undefined })}
          />
        )}
      </div>
    </ConsolePage>
  );
};
