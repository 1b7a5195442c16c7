import { useText } from '@redoubt/i18n';
import { Chip, Empty } from '@redoubt/ui';
import { ConsolePage } from '../shell/ConsolePage.tsx';
import type { UnbuiltRoute } from './route-entry.ts';

/** An address whose page is not built yet: what it will be, said plainly. */
export const PlannedPage = ({ route }: { readonly route: UnbuiltRoute }) => {
  const routes = useText('routes');
  const shell = useText('shell');
  return (
    <ConsolePage title={routes(`${route.key}.title`)} chips={<Chip>{shell('planned.chip')}</Chip>}>
      <Empty
        title={shell('planned.title')}
        body={
          <>
            <p>{routes(`${route.key}.about`)}</p>
            <p>{shell('planned.body')}</p>
          </>
        }
      />
    </ConsolePage>
  );
};
