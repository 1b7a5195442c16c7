import { useAddress } from '../../routes/address.ts';
import { velocitiesAddress } from '../../shared/velocities/address.ts';
import { VelocitySetEditorScreen } from './editor/VelocitySetEditorScreen.tsx';
import { VelocitySetListScreen } from './list/VelocitySetListScreen.tsx';

/** Velocity sets: the list, or the editor of the set the address names. */
export const VelocitiesPage = () => {
  const [{ set, view }] = useAddress(velocitiesAddress);
  return set === undefined ? <VelocitySetListScreen /> : <VelocitySetEditorScreen key={set} setId={set} view={view} />;
};
