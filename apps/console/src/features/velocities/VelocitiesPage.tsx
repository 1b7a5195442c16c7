import { useAddress } from '../../routes/address.ts';
import { velocitiesAddress } from './address.ts';
import { SetEditorScreen } from './editor/SetEditorScreen.tsx';
import { SetListScreen } from './list/SetListScreen.tsx';

/** Velocity sets: the list, or the editor of the set the address names. */
export const VelocitiesPage = () => {
  const [{ set, view }] = useAddress(velocitiesAddress);
  return set === undefined ? <SetListScreen /> : <SetEditorScreen key={set} setId={set} view={view} />;
};
