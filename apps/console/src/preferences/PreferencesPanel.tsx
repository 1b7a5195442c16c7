import { useText } from '@redoubt/i18n';
import { Link, SidePanel } from '@redoubt/ui';
import { hrefOf } from '../routes/address.ts';
import { PreferenceFields } from './PreferenceFields.tsx';

/** Personal preferences beside the page: what they change is seen at once. */
export const PreferencesPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('shell');
  return (
    <SidePanel title={text('preferences.title')} onClose={onClose} over>
      <div className="stack-4">
        <p className="soft">{text('preferences.hint')}</p>
        <PreferenceFields />
        <p>
          <Link href={hrefOf('/profile')}>{text('user.profile')}</Link>
        </p>
      </div>
    </SidePanel>
  );
};
