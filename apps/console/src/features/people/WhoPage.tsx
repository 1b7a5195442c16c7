import { useText } from '@redoubt/i18n';
import { ChoiceChips } from '@redoubt/ui';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { CAPABILITIES, type Permission } from '@redoubt/domain';
import { useAddress } from '../../routes/address.ts';
import { AccessTabs } from '../../shared/access/AccessTabs.tsx';
import { ConsolePage } from '../../shell/ConsolePage.tsx';
import { EffectivePart } from './components/EffectivePart.tsx';
import { HolderChoice } from './components/HolderChoice.tsx';
import { HoldersPart, PermissionChoice } from './components/HoldersPart.tsx';

const PERMISSIONS = CAPABILITIES.flatMap((capability): Permission[] => [`${capability}:read`, `${capability}:write`]);

const address = z.object({
  ask: z.enum(['person', 'permission']).default('person').catch('person'),
  holder: z.guid().optional().catch(undefined),
  permission: z
    .enum(PERMISSIONS as [Permission, ...Permission[]])
    .default('decisionRules:write')
    .catch('decisionRules:write'),
});

/** What a person or a group may do in the environment and why; or who may do something there. */
export const WhoPage = (): ReactNode => {
  const text = useText('people');
  const routes = useText('routes');
  const [{ ask, holder, permission }, update] = useAddress(address);
  return (
    <ConsolePage
      title={routes('accessWho.title')}
      tabs={<AccessTabs current="who" />}
      filters={
        <>
          <ChoiceChips
            label={text('who.mode')}
            choices={['person', 'permission']}
            chosen={ask}
            nameOf={(each) => text(`who.${each}`)}
            onChoose={(next) => update({ ask: next }, { replace: true })}
          />
          {ask === 'person' ? (
            <HolderChoice holderId={holder} onChoose={(id) => update({ holder: id })} />
          ) : (
            <PermissionChoice permission={permission} onChoose={(next) => update({ permission: next })} />
          )}
        </>
      }
    >
      {ask === 'permission' ? (
        <HoldersPart permission={permission} />
      ) : holder === undefined ? (
        <p className="soft">{text('who.choose')}</p>
      ) : (
        <EffectivePart key={holder} holderId={holder} />
      )}
    </ConsolePage>
  );
};
