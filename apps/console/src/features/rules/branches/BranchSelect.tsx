import { Menu, MenuItemRadio, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../app/console-context.tsx';
import { useAddressBy } from '../../../routes/address.ts';
import { rulesAddress } from '../../../shared/rules/address.ts';
import { useRulePlace } from '../../../shared/assessments/assessment.ts';
import listStyles from '../list/list.module.css';
import { branchesQuery } from '../../../shared/rules/branches.queries.ts';

const PRODUCTION = '';

/** Which list is shown: production's, or that of a branch. Nothing while there is no branch. */
export const BranchSelect = ({ branch }: { readonly branch: string | undefined }) => {
  const text = useText('branches');
  const provided = useProvidedNames();
  const call = useCall();
  const place = useRulePlace();
  const [, setAddress] = useAddressBy(rulesAddress);
  const { data } = useQuery(branchesQuery(call, place));
  const known = data?.branches ?? [];
  if (known.length === 0) return null;
  const shown = known.find(({ apiName }) => apiName.toLowerCase() === branch?.toLowerCase());
  const name = shown ? provided.shown(shown.name) : text('production');
  return (
    <Menu
      positioning="below-start"
      checkedValues={{ branch: [shown?.apiName ?? PRODUCTION] }}
      onCheckedValueChange={(_event, { checkedItems: [chosen = PRODUCTION] }) =>
        setAddress({ branch: chosen === PRODUCTION ? undefined : chosen })
      }
    >
      <MenuTrigger disableButtonEnhancement>
        <button type="button" className={listStyles.token} aria-label={`${text('label')}: ${name}`}>
          <b>{name}</b>
          <ChevronDownRegular fontSize={12} aria-hidden />
        </button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItemRadio name="branch" value={PRODUCTION}>
            {text('production')}
          </MenuItemRadio>
          {known.map((each) => (
            <MenuItemRadio
              key={each.id}
              name="branch"
              value={each.apiName}
              subText={text('rules', { count: each.rules })}
            >
              {provided.shown(each.name)}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
};
