import { useAddress } from '../../routes/address.ts';
import { velocitiesAddress } from '../../shared/velocities/address.ts';
import { lazyComponent, usePreload } from '../../routes/lazy-component.tsx';
import { VelocitySetLoading } from './editor/VelocitySetLoading.tsx';
import { VelocitySetListScreen } from './list/VelocitySetListScreen.tsx';

const VelocitySetEditorScreen = lazyComponent(
  async () => (await import('./editor/VelocitySetEditorScreen.tsx')).VelocitySetEditorScreen,
  () => <VelocitySetLoading queries={[]} />,
);

/** Velocity sets: the list, or the editor of the set the address names. */
export const VelocitiesPage = () => {
  usePreload(VelocitySetEditorScreen);
  const [{ set, view }] = useAddress(velocitiesAddress);
  return set === undefined ? <VelocitySetListScreen /> : <VelocitySetEditorScreen key={set} setId={set} view={view} />;
};
