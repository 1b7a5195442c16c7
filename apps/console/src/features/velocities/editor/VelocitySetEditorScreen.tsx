import { useQuery } from '@tanstack/react-query';
import { useCall, useEnvironment } from '../../../app/console-context.tsx';
import type { RuleView } from '../../../shared/rules/address.ts';
import { velocitySetQuery, velocitySetsQuery, velocitySymbolsQuery } from '../velocities.queries.ts';
import { VelocitySetEditor } from './VelocitySetEditor.tsx';
import { VelocitySetLoading } from './VelocitySetLoading.tsx';

export type VelocitySetEditorScreenProps = { readonly setId: string; readonly view: RuleView | undefined };

/** Loads a set and what its velocities may name, then opens its editor. */
export const VelocitySetEditorScreen = ({ setId, view }: VelocitySetEditorScreenProps) => {
  const call = useCall();
  const { id: environmentId } = useEnvironment();
  const set = useQuery(velocitySetQuery(call, environmentId, setId));
  const symbols = useQuery(velocitySymbolsQuery(call, environmentId));
  const sets = useQuery(velocitySetsQuery(call, environmentId));
  if (set.data && set.isFetchedAfterMount && symbols.data)
    return (
      <VelocitySetEditor
        key={set.data.id}
        set={set.data}
        view={view}
        symbols={symbols.data}
        others={sets.data ? [...sets.data.published, ...sets.data.drafts, ...sets.data.system] : []}
      />
    );
  return <VelocitySetLoading queries={[set, symbols]} />;
};
